/**
 * Which attestation whom is shown, and when new ones come: a stock ahead of need, none for two parties, renewal before
 * the end, and no flow without one.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attestationFor } from '../../src/wallet/choose-attestation.ts'
import { walletConfig } from '../../src/wallet/index.ts'
import { decodeJwt } from '../support/forge-jwt.ts'
import { createIssuanceBench } from '../support/issuance-bench.ts'
import type { Network } from '../support/network.ts'
import { createPresentationBench } from '../support/presentation-bench.ts'
import { refusedBy } from '../support/refused-by.ts'
import { issuerId, issuerPaths } from '../support/scripted-issuer.ts'
import { requestUri, responseUri } from '../support/scripted-relying-party.ts'
import { createTestWallet } from '../support/wallet-parts.ts'
import { createWalletProviderFixture, walletProviderId } from '../support/wallet-provider-fixture.ts'

async function open(attestations: object = {}) {
  const fixture = await createWalletProviderFixture()
  const { wallet, context, phone } = createTestWallet(fixture, { config: { attestations } })
  await wallet.setUp()
  const asked = (): number =>
    fixture.network.exchanges.filter(({ request }) => request.url === `${walletProviderId}/token`).length
  const shown = async (party: string) => (await attestationFor(context, party)).thumbprint
  const lives = async () =>
    (await wallet.status()).attestations.map((expiresAt) => expiresAt - fixture.clock.now()).toSorted((a, b) => a - b)
  return { fixture, wallet, context, phone, asked, shown, lives }
}

test('WI-04 no two parties see one key, also when they are dealt with at the same moment', async () => {
  const { wallet, shown, asked } = await open({ readyCount: 3 })
  await wallet.renewAttestations()
  const parties = Array.from({ length: 8 }, (_, index) => `https://rp-${index}.example`)
  const thumbprints = await Promise.all(parties.map(shown))
  assert.equal(new Set(thumbprints).size, 8)
  assert.equal(asked(), 8)
  assert.equal((await wallet.status()).attestations.length, 8)
})

test('WI-32 a party sees the same attestation again while it lives, or another one each time, as configured', async () => {
  for (const [perParty, count] of [
    ['reuse', 1],
    ['fresh', 3],
  ] as const) {
    const { shown } = await open({ perParty })
    const thumbprints = [
      await shown('https://rp.example'),
      await shown('https://rp.example'),
      await shown('https://rp.example'),
    ]
    assert.equal(new Set(thumbprints).size, count, perParty)
  }
})

test('WI-32 one party in two flows at once sees one attestation, and the provider is asked for no second', async () => {
  const { shown, asked } = await open()
  const thumbprints = await Promise.all([shown('https://rp.example'), shown('https://rp.example')])
  assert.equal(new Set(thumbprints).size, 1)
  assert.equal(asked(), 1)
})

test('WI-04 a renewal fills the stock, and asks for nothing while it is full', async () => {
  const { wallet, shown, asked } = await open({ readyCount: 3 })
  assert.equal(asked(), 1)
  assert.equal((await wallet.renewAttestations()).attestations.length, 3)
  await wallet.renewAttestations()
  assert.equal(asked(), 3)
  await shown('https://rp.example')
  assert.equal(asked(), 3, 'one of the stock')
  await wallet.renewAttestations()
  assert.equal(asked(), 4)
})

test('WI-05 a renewal replaces what nobody has seen before it ends, and keeps what a party still sees', async () => {
  const { fixture, wallet, phone, shown, lives } = await open({ readyCount: 2, renewalSeconds: 600 })
  await wallet.renewAttestations()
  const seen = await shown('https://rp.example')
  await wallet.renewAttestations()
  const keys = () => phone.state.keys.size
  const before = keys()
  fixture.clock.advance(3600 - 600)
  await wallet.renewAttestations()
  assert.deepEqual(await lives(), [600, 600, 600], 'at the margin nothing is replaced')
  fixture.clock.advance(1)
  await wallet.renewAttestations()
  assert.deepEqual(await lives(), [599, 3600, 3600])
  assert.equal(keys(), before, 'the keys of those that were thrown away are deleted')
  assert.equal(await shown('https://rp.example'), seen)
  fixture.clock.advance(599 - 59)
  assert.notEqual(await shown('https://rp.example'), seen, 'less life than a flow takes')
  assert.equal(keys(), 2)
})

/** What was sent to an address. */
const sentTo = ({ network }: { readonly network: Network }, url: string): readonly Request[] =>
  network.exchanges.map(({ request }) => request).filter((request) => request.url === url)

/** The endpoint of that path says this. */
const refusing = (path: string, status: number, error: string, headers?: Record<string, string>) => (asked: string) => {
  if (asked !== path) return undefined
  return headers ? new Response(null, { status, headers }) : Response.json({ error }, { status })
}

test('WI-32 a PID Provider that refuses the client is shown another attestation the next time (D-200)', async () => {
  for (const [error, isNew] of [
    ['invalid_client', true],
    ['invalid_request', false],
  ] as const) {
    const { wallet, context, issuer, fixture } = await createIssuanceBench({ attestations: { readyCount: 2 } })
    const first = (await attestationFor(context, issuerId)).thumbprint
    await wallet.renewAttestations()
    const ready = (await context.stores.wallet.read())?.attestations.filter((one) => one.shownTo === undefined)
    issuer.bends.answer = refusing(issuerPaths.par, 401, error)
    await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
    assert.equal(sentTo(fixture, issuerId + issuerPaths.par).length, isNew ? 2 : 1, error)
    Reflect.deleteProperty(issuer.bends, 'answer')
    const client = new URL((await wallet.beginIssuance(issuerId)).authorizationUrl).searchParams.get('client_id')
    assert.equal(client !== first, isNew, error)
    assert.equal(
      ready?.some(({ thumbprint }) => thumbprint === client),
      false,
      'one of the stock has the same trust chain',
    )
  }
})

test('WI-32 WI-07 who refuses the client is shown a new attestation in the same flow, once, with everything else fresh (D-308)', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const pushes = () => sentTo(fixture, issuerId + issuerPaths.par)
  issuer.bends.answer = (path) =>
    pushes().length === 0 ? refusing(issuerPaths.par, 401, 'invalid_client')(path) : undefined
  const client = new URL((await wallet.beginIssuance(issuerId)).authorizationUrl).searchParams.get('client_id')
  const forms = await Promise.all(pushes().map(async (one) => new URLSearchParams(await one.clone().text())))
  const claims = forms.map((form) => decodeJwt(form.get('request') ?? '').payload)
  assert.equal(forms.length, 2)
  assert.equal(forms[1]?.get('client_id'), client)
  for (const name of ['client_id', 'state', 'code_challenge', 'jti'])
    assert.notEqual(claims[0]?.[name], claims[1]?.[name], name)
})

test('WI-32 an attestation that is new is refused once and for all: nobody is asked for ever', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench({ attestations: { readyCount: 0 } })
  fixture.clock.advance(3600)
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  const asked = () => sentTo(fixture, `${walletProviderId}/token`).length
  const before = asked()
  await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
  assert.equal(sentTo(fixture, issuerId + issuerPaths.par).length, 1)
  assert.equal(asked(), before + 1)
})

test('WI-33 a wallet whose instance was revoked hears of it from the party that refuses its attestation', async () => {
  const { wallet, issuer, fixture } = await createIssuanceBench()
  const [instance] = await fixture.stores.walletInstances.search({ limit: 1 })
  const { hardwareKeyTag } = instance ?? assert.fail('no instance')
  await fixture.stores.walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: fixture.clock.now() })
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  await refusedBy('WI-33', 'instance_lost', wallet.beginIssuance(issuerId))
})

test('WI-32 a flow that was begun with an attestation before it was refused goes on, and then its key is deleted', async () => {
  const { wallet, context, fixture, issuer, phone } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const held = (await context.stores.wallet.read())?.attestations[0]
  const back = await issuer.browser(authorizationUrl)
  issuer.bends.answer = refusing(issuerPaths.par, 401, 'invalid_client')
  await refusedBy('WI-42', 'request_refused', wallet.beginIssuance(issuerId))
  Reflect.deleteProperty(issuer.bends, 'answer')
  assert.equal((await wallet.status()).state, 'installed', 'no attestation at hand that may be shown')
  await wallet.completeIssuance(back)
  fixture.clock.advance(1801)
  await wallet.renewAttestations()
  assert.equal(phone.state.keys.has(held?.keyTag ?? ''), false)
})

test('WI-32 an attestation that the token endpoint refuses is not used again', async () => {
  const { wallet, context, issuer } = await createIssuanceBench()
  const { authorizationUrl } = await wallet.beginIssuance(issuerId)
  const back = await issuer.browser(authorizationUrl)
  issuer.bends.answer = refusing(issuerPaths.token, 400, 'invalid_client')
  await refusedBy('WI-42', 'token_refused', wallet.completeIssuance(back))
  const client = new URL(authorizationUrl).searchParams.get('client_id')
  assert.notEqual((await attestationFor(context, issuerId)).thumbprint, client)
})

test('WI-32 a Relying Party that refuses the attestation is shown another one the next time', async () => {
  const challenge = { 'www-authenticate': 'DPoP error="invalid_token", algs="ES256"' }
  for (const headers of [undefined, challenge]) {
    const { wallet, relyingParty, sentTo } = await createPresentationBench()
    relyingParty.bends.variant = 'scope'
    const link = relyingParty.engagement()
    relyingParty.bends.answer = refusing(new URL(requestUri).pathname, 401, 'invalid_token', headers)
    await refusedBy('WI-93', 'request_refused', wallet.present(link))
    Reflect.deleteProperty(relyingParty.bends, 'answer')
    await wallet.present(link)
    const shown = sentTo(requestUri).map(({ headers: sent }) => sent.get('authorization'))
    assert.equal(new Set(shown).size, 2)
  }
})

test('WI-32 a Relying Party that refuses the attestation at the request endpoint is shown a new one at once', async () => {
  const { wallet, relyingParty, sentTo: sent } = await createPresentationBench()
  await wallet.renewAttestations()
  relyingParty.bends.variant = 'scope'
  relyingParty.bends.answer = (path) =>
    sent(requestUri).length === 0 ? refusing(new URL(requestUri).pathname, 401, 'invalid_token')(path) : undefined
  assert.equal((await wallet.present(relyingParty.engagement())).kind, 'presented')
  const shown = sent(requestUri).map(({ headers }) => headers.get('authorization'))
  assert.equal(shown.length, 2)
  assert.equal(new Set(shown).size, 2)
})

for (const variant of ['dcql', 'scope'] as const)
  test(`WI-32 a 403 to the response of variant ${variant === 'scope' ? 1 : 2} may be about the attestation: the next flow shows another (D-308)`, async () => {
    for (const [status, isNew] of [
      [403, true],
      [400, false],
      [503, false],
    ] as const) {
      const bench = await createPresentationBench()
      const { wallet, relyingParty, sentTo: sent } = bench
      relyingParty.bends.variant = variant
      const attestationOf = async () => {
        const content = JSON.stringify(await bench.decryptResponse(await bench.lastForm(responseUri)))
        const tokens = content.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g) ?? []
        return tokens.find((token) => decodeJwt(token).header.typ === 'wallet-attestation+jwt')
      }
      relyingParty.bends.answer = refusing(new URL(responseUri).pathname, status, 'invalid_request')
      await assert.rejects(wallet.present(relyingParty.engagement()))
      const refused = await attestationOf()
      assert.equal(sent(responseUri).length, 1, 'nothing is posted twice')
      Reflect.deleteProperty(relyingParty.bends, 'answer')
      await wallet.present(relyingParty.engagement())
      assert.ok(refused)
      assert.equal((await attestationOf()) !== refused, isNew, `${status}`)
    }
  })

test('WI-32 an attestation that was not shown was not refused: variant 2 fetches without one (D-200)', async () => {
  const { wallet, context, relyingParty } = await createPresentationBench()
  const link = relyingParty.engagement()
  await wallet.renewAttestations()
  const before = (await context.stores.wallet.read())?.attestations ?? []
  relyingParty.bends.answer = refusing(new URL(requestUri).pathname, 401, 'invalid_client')
  await refusedBy('WI-93', 'request_refused', wallet.present(link))
  const after = (await context.stores.wallet.read())?.attestations ?? []
  const keysOf = (held: typeof before) => held.map(({ keyTag, refused }) => [keyTag, refused])
  assert.deepEqual(keysOf(after), keysOf(before))
})

for (const order of ['as they came', 'the last first'])
  test(`WI-05 the one that ends first is used first, of those that are kept ${order}`, async () => {
    const { fixture, wallet, context, shown } = await open({ readyCount: 2 })
    fixture.clock.advance(1000)
    await wallet.renewAttestations()
    if (order === 'the last first')
      await context.stores.wallet.change((record) => [
        record && { ...record, attestations: record.attestations.toReversed() },
        undefined,
      ])
    const thumbprint = await shown('https://rp.example')
    const held = (await context.stores.wallet.read())?.attestations.toSorted((a, b) => a.expiresAt - b.expiresAt)
    assert.deepEqual(
      held?.map((one) => one.thumbprint === thumbprint),
      [true, false],
    )
  })

test('WI-05 an attestation is kept for the longest of the flows that a party sees it in', async () => {
  const { fixture, context } = await open()
  const keptFor = async (flowSeconds: number) => {
    await attestationFor(context, 'https://rp.example', flowSeconds)
    const [held] = (await context.stores.wallet.read())?.attestations ?? []
    return (held?.neededUntil ?? 0) - fixture.clock.now()
  }
  assert.deepEqual([await keptFor(100), await keptFor(1000), await keptFor(10)], [100, 1000, 1000])
})

test('WI-05 an attestation that is too old by the policy is shown to nobody any more, whatever life it has', async () => {
  const { fixture, shown, asked } = await open({ maximumAgeSeconds: 900 })
  const first = await shown('https://rp.example')
  fixture.clock.advance(900)
  assert.equal(await shown('https://rp.example'), first)
  fixture.clock.advance(1)
  assert.notEqual(await shown('https://rp.example'), first)
  assert.equal(asked(), 2)
})

test('WI-03 without an attestation and without a provider there is no flow, and the wallet is not operational', async () => {
  const { fixture, wallet, context } = await open()
  fixture.clock.advance(3600)
  fixture.intercept(async ({ url }) =>
    url.endsWith('/token') ? Response.json({ error: 'temporarily_unavailable' }, { status: 503 }) : undefined,
  )
  await refusedBy('WI-27', 'attestation_refused', attestationFor(context, 'https://rp.example'))
  await refusedBy('WI-27', 'attestation_refused', wallet.renewAttestations())
  const status = await wallet.status()
  assert.deepEqual([status.state, status.attestations], ['installed', []])
  fixture.intercept(undefined)
  assert.equal((await wallet.renewAttestations()).state, 'operational')
})

test('WI-03 an attestation whose key the device has lost is not shown', async () => {
  const { context, phone } = await open()
  phone.state.keys.clear()
  await refusedBy('WI-03', 'ephemeral_key_lost', attestationFor(context, 'https://rp.example'))
})

test('WI-33 a provider that has revoked the instance ends the renewal and the registration', async () => {
  const { fixture, wallet } = await open({ readyCount: 2 })
  const [instance] = await fixture.stores.walletInstances.search({ limit: 1 })
  assert.ok(instance)
  const { hardwareKeyTag } = instance
  await fixture.stores.walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: fixture.clock.now() })
  await refusedBy('WI-33', 'instance_lost', wallet.renewAttestations())
  assert.deepEqual((await wallet.status()).registered, false)
})

const config = {
  walletProvider: walletProviderId,
  authorizationEndpoint: 'https://wallet.example/authorization',
  redirectUri: 'https://wallet.example/issued',
}

test('WI-28 a wallet’s endpoint that no provider would attest is refused in the configuration', () => {
  for (const authorizationEndpoint of ['javascript:alert(1)', 'https://wallet.example/a#b'])
    assert.equal(walletConfig.safeParse({ ...config, authorizationEndpoint }).success, false)
})

test('a stock without limit and an age beyond a day are refused in the configuration', () => {
  for (const attestations of [{ readyCount: 21 }, { maximumAgeSeconds: 86_401 }, { perParty: 'all' }, { colour: 1 }])
    assert.equal(walletConfig.safeParse({ ...config, attestations }).success, false)
  assert.equal(walletConfig.parse(config).attestations.readyCount, 1)
})
