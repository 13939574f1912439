/**
 * The recipient of the data: the consent names the host to which the browser goes with the code, and the wallets of a
 * Wallet Provider get a code only at the hosts in the provider's metadata and the operator's settings.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pidProviderConfig } from '../../../src/pid-provider/index.ts'
import { openProvider } from '../../support/authorizing-browser.ts'
import { ofObject } from '../../support/par-refusals.ts'
import { beginIssuance, consentPage, push } from '../../support/pid-issuance.ts'
import { type FixtureOptions, pidProviderFixture, walletProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const foreign = { id: 'PP-155', code: 'redirect_host_foreign', status: 400, error: 'invalid_request' }

test('PP-156 the consent names the host or the scheme of the recipient, and advises when to refuse', async () => {
  for (const [redirect_uri, shown] of [
    ['https://xn--wllet-hra.example:8443/cb?x=https://wallet.example', 'xn--wllet-hra.example:8443'],
    ['https://WALLET.example/cb', 'wallet.example'],
    ['it.example.app:/cb', 'it.example.app:'],
  ] as const) {
    const { loggedIn } = await openProvider({ config: { redirectSchemes: ['it.example.app'] } }, { redirect_uri })
    const { issuance, browser } = await loggedIn()
    for (const [language, warning] of [
      ['it', 'Rifiuta se non hai chiesto tu questi dati nel tuo portafoglio digitale'],
      ['en', 'Refuse if you did not ask for these data in your own wallet'],
    ] as const) {
      const html = await (await consentPage(issuance, browser, { 'accept-language': language })).text()
      assert.equal(/<strong id="destination">([^<]*)</.exec(html)?.[1], shown)
      assert.ok(html.includes(warning), html)
    }
  }
})

const pushedTo = async (redirect_uri: string, { config = {}, metadata }: Stated) => {
  const at = await pidProviderFixture({ config })
  const { wallet_provider: own } = at.walletProvider.metadata as { wallet_provider: object }
  Object.assign(own, metadata)
  const issuance = await beginIssuance(at)
  return { at, response: await push(issuance, ofObject({ redirect_uri })) }
}

interface Stated extends Pick<FixtureOptions, 'config'> {
  /** Members of the Wallet Provider's metadata. */
  readonly metadata?: object
}

const stating = (...uris: unknown[]): Stated => ({ metadata: { redirect_uris: uris } })
const operator = (...hosts: string[]): Stated => ({ config: { walletRedirectHosts: { [walletProviderId]: hosts } } })
const schemes = { redirectSchemes: ['it.example.app', 'it.example.other'] }
const own = 'https://wallet.example/other/path?x=1'

const accepted: readonly [title: string, uri: string, stated: Stated][] = [
  ['no hosts are listed', own, {}],
  ['the metadata list its host', own, stating('https://wallet.example/cb')],
  ['the metadata list its host among others', own, stating('https://other.example/', 'https://wallet.example/')],
  ['the operator lists its host', own, operator('wallet.example')],
  [
    'the operator lists hosts of another provider',
    own,
    { config: { walletRedirectHosts: { 'https://b.example': ['b.example'] } } },
  ],
  ['both list its host', own, { ...stating('https://wallet.example/cb'), ...operator('wallet.example') }],
  ['the metadata list its scheme', 'it.example.app:/cb', { ...stating('it.example.app:/x'), config: schemes }],
]
for (const [title, uri, stated] of accepted)
  test(`PP-155 a redirect_uri is accepted if ${title}`, async () => {
    const { response } = await pushedTo(uri, stated)
    assert.equal(response.status, 201, await response.text())
  })

const refused: readonly [title: string, uri: string, stated: Stated][] = [
  ['the metadata list another host', own, stating('https://other.example/cb')],
  ['the metadata list another port', own, stating('https://wallet.example:8443/cb')],
  ['the metadata list no host at all', own, stating()],
  ['the metadata list only values without host', own, stating('wallet.example', 7, null)],
  ['the metadata list hosts as a text', own, { metadata: { redirect_uris: own } }],
  [
    'the metadata list a host that is a part of its host',
    'https://wallet.example.evil.example/',
    stating('https://wallet.example/'),
  ],
  ['the metadata list its parent domain', own, stating('https://example/')],
  ['the operator lists another host', own, operator('other.example')],
  ['the operator lists no host', own, operator()],
  ['the metadata list its host and the operator another', own, { ...stating(own), ...operator('other.example') }],
  [
    'the operator lists its host and the metadata another',
    own,
    { ...stating('https://b.example/'), ...operator('wallet.example') },
  ],
  ['the metadata list another scheme', 'it.example.other:/cb', { ...stating('it.example.app:/cb'), config: schemes }],
]
for (const [title, uri, stated] of refused)
  test(`PP-155 a redirect_uri is refused if ${title}`, async () => {
    const { at, response } = await pushedTo(uri, stated)
    await assertRefusal(response, at.sink, foreign)
    assert.equal(at.sink.lastRefusal()?.checks.at(-1)?.at, 'request.payload.redirect_uri')
  })

test('PP-155 a provider does not start if an entry of the operator is neither a host nor a scheme', async () => {
  const { config } = await pidProviderFixture()
  const { entityId, organization, authorityHints } = config
  const starts = (walletRedirectHosts: object) =>
    pidProviderConfig.safeParse({ entityId, organization, authorityHints, walletRedirectHosts }).success
  for (const entry of ['wallet.example', 'wallet.example:8443', '[2001:db8::1]', 'it.example.app:'])
    assert.ok(starts({ [walletProviderId]: [entry] }), entry)
  for (const entry of [
    'https://wallet.example',
    'wallet.example/cb',
    'Wallet.example',
    '*.wallet.example',
    '',
    'a b',
    'https:',
  ])
    assert.ok(!starts({ [walletProviderId]: [entry] }), entry)
  assert.ok(!starts({ 'wallet-provider.example': ['wallet.example'] }))
})
