/** Messages of the wallet to a Relying Party of each later version, and its display of that party. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startAmongStrangers } from '../../support/among-strangers.ts'
import { refusedBy } from '../../support/refused-by.ts'
import type { LaterVersion } from '../../support/strangers/versions.ts'

async function begin(t: TestContext, version: LaterVersion) {
  const parties = await startAmongStrangers(t, version)
  const holder = parties.createWallet()
  await holder.wallet.setUp()
  await parties.deliverTo(holder.wallet, version)
  return { ...parties, holder }
}

const formatsOf14 = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'], 'kb-jwt_alg_values': ['ES256'] },
  mso_mdoc: { issuerauth_alg_values: [-7, -35, -36, -9, -51, -52], deviceauth_alg_values: [-7, -9] },
}
const metadataOf = {
  'it-wallet-1.0': {
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256', 'ES384', 'ES512'] } },
    client_id_schemes_supported: ['https'],
  },
  'it-wallet-1.4': { vp_formats_supported: formatsOf14, client_id_prefixes_supported: ['openid_federation'] },
} as const

for (const version of ['it-wallet-1.0', 'it-wallet-1.4'] as const)
  test(`WI-139 WI-140 WI-141 WI-144 the wallet sends the messages of ${version}, and its outcome names this version`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    const outcome = await holder.wallet.present(relyingParty.ask('dcql', 'post'))
    assert.equal(outcome.profile, version)
    const sent = relyingParty.asked.find(({ url }) => url.pathname === '/request')
    const form = new URLSearchParams(sent?.body)
    assert.deepEqual(JSON.parse(form.get('wallet_metadata') ?? ''), {
      ...metadataOf[version],
      authorization_endpoint: 'https://wallet.example/authorization',
      response_types_supported: ['vp_token'],
      response_modes_supported: ['direct_post.jwt'],
      request_object_signing_alg_values_supported: ['ES256', 'ES384', 'ES512'],
    })
    const response = relyingParty.asked.find(({ url }) => url.pathname === '/response')
    assert.equal(new URLSearchParams(response?.body).has('state'), version === 'it-wallet-1.0')
    assert.equal(sent?.headers.authorization, undefined, 'no attestation is shown')
    const { profile } = holder.asked[0]?.relyingParty ?? {}
    assert.equal(profile, version)
  })

for (const [erasure_endpoint, shown] of [
  ['https://rp.example/erasure', 'https://rp.example/erasure'],
  ['https://rp.example/\u202eerasure', undefined],
  ['javascript:1', undefined],
  [7, undefined],
] as const)
  test(`WI-144 the consent shows the erasure endpoint ${JSON.stringify(erasure_endpoint)} as ${shown}`, async (t) => {
    const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
    relyingParty.bends.metadata = (own) => ({ ...own, erasure_endpoint })
    await holder.wallet.present(relyingParty.ask('dcql'))
    assert.equal(holder.asked[0]?.relyingParty.erasureEndpoint, shown)
  })

for (const [version, chosen] of [
  ['it-wallet-1.0', 'seed'],
  ['it-wallet-1.0', 'it-wallet-1.4'],
  ['it-wallet-1.4', 'seed'],
  ['it-wallet-1.4', 'it-wallet-1.0'],
] as const)
  test(`WI-130 a Relying Party of ${version} gets nothing if the user chose ${chosen}`, async (t) => {
    const { relyingParty, holder } = await begin(t, version)
    const link = relyingParty.ask('dcql')
    const refused = holder.wallet.present(link, 'same-device', chosen)
    await refusedBy('WI-130', 'profile_not_chosen', refused)
    assert.deepEqual(
      relyingParty.asked.filter(({ url }) => ['/request', '/response'].includes(url.pathname)),
      [],
    )
    assert.equal((await holder.wallet.present(link, 'same-device', version)).kind, 'presented')
  })

test('WI-132 a Request Object in a link is answered once, whatever its signature', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  const link = await relyingParty.askByValue()
  assert.equal((await holder.wallet.present(link)).kind, 'presented')
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(link))
  const url = new URL(link)
  const [header, payload] = (url.searchParams.get('request') ?? '').split('.')
  url.searchParams.set('request', `${header}.${payload}.${'A'.repeat(86)}`)
  await refusedBy('WI-92', 'engagement_used', holder.wallet.present(url.href))
})

for (const [host, opened] of [
  ['localhost', 1],
  ['127.0.0.1', 0],
] as const)
  test(`WI-135 a declined request of 1.4 opens ${opened} pages at ${host}, for a certificate of localhost`, async (t) => {
    const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
    const done = `${relyingParty.origin.replace('localhost', host)}/done`
    relyingParty.bends.metadata = (own) => ({ ...own, redirect_uris: [done] })
    relyingParty.bends.errorAnswer = () => ({ redirect_uri: `${done}?response_code=${'c'.repeat(32)}` })
    holder.consent = () => ({ given: false })
    const outcome = await holder.wallet.present(relyingParty.ask('dcql'))
    assert.deepEqual([outcome.kind, holder.opened.length], ['declined', opened])
  })

test('WI-142 WI-143 WI-145 a request of 1.4 without state, across devices, is answered without state', async (t) => {
  const { relyingParty, holder } = await begin(t, 'it-wallet-1.4')
  relyingParty.bends.request = ({ state: _, ...own }) => own
  relyingParty.bends.answer = () => ({})
  const outcome = await holder.wallet.present(relyingParty.ask('dcql'), 'cross-device')
  assert.deepEqual(relyingParty.complaints, [])
  assert.deepEqual([outcome.kind, outcome.redirectUri], ['presented', undefined])
  assert.deepEqual(holder.opened, [])
})
