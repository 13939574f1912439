/**
 * Members of the federation that the wallet still refuses: without the trust mark that it requires, with
 * invalid metadata, with keys off the curve, or with an expired chain and no new one.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createPresentationBench, nextBench, type PresentationBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { relyingPartyId, requestUri, responseUri } from '../../support/scripted-relying-party.ts'
import { sentTo } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { anchorId } from '../../support/wallet-provider-bench.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

const parties = await createPresentationBench()
const mark = ['https://anchor.example/marks/known']

type WalletOptions = Parameters<typeof createTestWallet>[1]

/** Returns the wallet of the bench's holder with further options. */
const walletWith = ({ fixture, blobs, phone, random, issuer }: PresentationBench, further: WalletOptions) =>
  Object.assign(createTestWallet(fixture, { blobs, phone, random, ...further }), { browser: issuer.browser }).wallet

/** Returns the wallet, which requires the trust mark of parties of this type. */
const demanding = (bench: PresentationBench, type: string) =>
  walletWith(bench, { requiredTrustMarks: { [type]: mark } })

test('WI-01 stops the set-up at a Wallet Provider without the trust mark that the wallet requires', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet } = createTestWallet(fixture, { requiredTrustMarks: { wallet_provider: mark } })
  const refusal = await refusedBy('WI-01', 'trust_mark_missing', wallet.setUp())
  assert.equal(refusal.at, 'trust_marks')
  assert.ok(fixture.network.exchanges.every(({ request }) => new URL(request.url).pathname !== '/nonce'))
})

for (const missing of [['nonce_endpoint'], ['token_endpoint'], ['nonce_endpoint', 'token_endpoint']])
  test(`WI-100 sets up at a Wallet Provider whose metadata name no ${missing.join(' and no ')}`, async () => {
    const fixture = await createWalletProviderFixture()
    const removed = Object.fromEntries(missing.map((name) => [name, { value: null }]))
    fixture.admit({ ...fixture.member, stated: { metadata_policy: { wallet_provider: removed } } })
    const { wallet } = createTestWallet(fixture)
    assert.equal((await wallet.setUp()).state, 'operational')
    for (const path of ['/nonce', '/token']) assert.notEqual(sentTo(fixture, path).length, 0)
  })

test('GEN-19 does not call a plain http endpoint of a Wallet Provider', async () => {
  const fixture = await createWalletProviderFixture()
  const insecure = { nonce_endpoint: { value: 'http://wallet-provider.example/nonce' } }
  fixture.admit({ ...fixture.member, stated: { metadata_policy: { wallet_provider: insecure } } })
  const refusal = await refusedBy('GEN-19', 'endpoint_malformed', createTestWallet(fixture).wallet.setUp())
  assert.equal(refusal.at, 'metadata.wallet_provider.nonce_endpoint')
  assert.equal(sentTo(fixture, '/nonce').length, 0)
})

test('WI-34 requests no PID from an issuer without the trust mark that the wallet requires', async () => {
  const bench = nextBench(parties)
  const refusal = await refusedBy(
    'WI-34',
    'trust_mark_missing',
    demanding(bench, 'openid_credential_issuer').obtainPid(issuerId),
  )
  assert.equal(refusal.at, 'trust_marks')
  assert.equal(bench.sentTo(`${issuerId}${issuerPaths.par}`).length, 0)
})

test('WI-72 sends nothing to a Relying Party without the trust mark that the wallet requires', async () => {
  const bench = nextBench(parties)
  const wallet = demanding(bench, 'openid_credential_verifier')
  const refusal = await refusedBy('WI-72', 'trust_mark_missing', wallet.present(bench.relyingParty.engagement()))
  assert.equal(refusal.at, 'trust_marks')
  assert.equal(bench.sentTo(requestUri).length, 0)
})

test('WI-72 refuses a Relying Party whose metadata are malformed', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.metadata = (members) => ({ ...members, claims_allowed: 'given_name' })
  const opened = bench.present()
  const refusal = await refusedBy('WI-72', 'rp_metadata_malformed', opened)
  assert.equal(refusal.at, 'metadata.wallet_relying_party.claims_allowed')
  assert.equal(bench.sentTo(requestUri).length, 0)
})

test('WI-72 fetches no request from a Relying Party of 1.4 that has only another entity type', async () => {
  const bench = nextBench(parties)
  const { bends, engagement } = bench.relyingParty
  bends.types = ['wallet_relying_party']
  const url = new URL(engagement())
  url.searchParams.set('client_id', `openid_federation:${relyingPartyId}`)
  const wallet = walletWith(bench, { anchorProfiles: new Map([[anchorId, ['seed', 'it-wallet-1.4']]]) })
  await refusedBy('WI-72', 'rp_metadata_missing', wallet.present(url.href))
  assert.equal(bench.sentTo(requestUri).length, 0)
})

for (const client_id of ['https://other.example', `${relyingPartyId}/`])
  test(`WI-73 sends nothing to a Relying Party whose metadata names the client_id ${client_id}`, async () => {
    const bench = nextBench(parties)
    bench.relyingParty.bends.metadata = (members) => ({ ...members, client_id })
    const opened = bench.present()
    const refusal = await refusedBy('WI-73', 'client_id_mismatch', opened)
    assert.equal(refusal.at, 'metadata.wallet_relying_party.client_id')
    assert.deepEqual(refusal.evidence, { expected: relyingPartyId, found: client_id })
    assert.equal(bench.sentTo(requestUri).length, 0)
  })

test('WI-72 refuses an expired trust chain if the wallet can get no new one', async () => {
  const bench = await createPresentationBench()
  const { fixture, relyingParty, wallet } = bench
  let old = ''
  relyingParty.bends.text = (jwt) => {
    old = jwt
    return jwt
  }
  assert.equal((await wallet.present(relyingParty.engagement())).kind, 'presented')
  const posted = bench.sentTo(responseUri).length
  relyingParty.bends.answer = async (path) => {
    if (path !== '/request') return undefined
    fixture.expel(relyingPartyId)
    fixture.clock.advance(4000)
    const now = fixture.clock.now()
    const again = await forgeJwt(old, relyingParty.signer, { payload: { iat: now, exp: now + 240 } })
    return new Response(again, { headers: { 'content-type': 'application/oauth-authz-req+jwt' } })
  }
  const refusal = await refusedBy('WI-72', 'trust_chain_expired', wallet.present(relyingParty.engagement()))
  assert.equal(refusal.at, 'trust_chain.status_unexpected.statement.status.404')
  assert.equal(bench.sentTo(responseUri).length, posted)
})

test('WI-12 refuses a request key that only an older trust chain in the Request Object contains', async () => {
  const bench = nextBench(parties)
  const { bends } = bench.relyingParty
  let trustChain: JsonObject[string] = []
  bends.text = (jwt) => {
    trustChain = decodeJwt(jwt).header.trust_chain as JsonObject[string]
    return jwt
  }
  assert.equal((await bench.present()).kind, 'presented')
  const later = nextBench(bench)
  later.fixture.clock.advance(10)
  later.relyingParty.bends.metadata = (members) => {
    const { keys } = members.jwks as unknown as { readonly keys: readonly JsonObject[] }
    return { ...members, jwks: { keys: keys.filter(({ kid }) => kid !== later.relyingParty.signer.kid) } }
  }
  later.relyingParty.bends.request = { header: { trust_chain: trustChain } }
  await later.refuses('WI-12', 'key_unknown')
  assert.equal(later.sentTo(responseUri).length, 0)
})

const bounds = [
  ['claims_allowed', ['given_name', 'place_of_birth'], ['given_name'], 'claim_not_allowed'],
  ['credential_types_allowed', ['eu.eudiw.pid.it', 'other'], ['other'], 'credential_type_not_allowed'],
] as const

for (const [member, wide, narrow, code] of bounds) {
  test(`WI-83 a superior's policy narrows ${member} below the metadata of the Relying Party`, async () => {
    const bench = await createPresentationBench()
    const { fixture, relyingParty, wallet } = bench
    relyingParty.bends.metadata = (members) => ({ ...members, [member]: wide })
    assert.equal((await wallet.present(relyingParty.engagement())).kind, 'presented')
    const policy = { [member]: { subset_of: narrow } }
    const metadata_policy = { wallet_relying_party: policy, openid_credential_verifier: policy }
    fixture.admit({ ...relyingParty.entity, types: ['openid_credential_verifier'], stated: { metadata_policy } })
    const later = nextBench(bench)
    later.relyingParty.bends.metadata = (members) => ({ ...members, [member]: wide })
    await later.refuses('WI-83', code)
    assert.equal(later.sentTo(responseUri).length, 0)
  })

  test(`WI-83 an older trust chain in the Request Object does not override the current ${member}`, async () => {
    const bench = nextBench(parties)
    let trustChain: JsonObject[string] = []
    bench.relyingParty.bends.text = (jwt) => {
      trustChain = decodeJwt(jwt).header.trust_chain as JsonObject[string]
      return jwt
    }
    assert.equal((await bench.present()).kind, 'presented')
    const later = nextBench(bench)
    later.fixture.clock.advance(10)
    later.relyingParty.bends.metadata = (members) => ({ ...members, [member]: narrow })
    later.relyingParty.bends.request = { header: { trust_chain: trustChain } }
    await later.refuses('WI-83', code)
    assert.equal(later.sentTo(responseUri).length, 0)
  })
}

test('WI-12 accepts a request key that the Relying Party has published since the link was opened', async () => {
  const bench = nextBench(parties)
  const { bends } = bench.relyingParty
  bends.answer = async (path) => {
    if (path !== '/request') return undefined
    bench.fixture.clock.advance(10)
    bends.metadata = (members) => withKey(members, stranger.publicJwk as unknown as JsonObject)
    return undefined
  }
  bends.text = (jwt) => forgeJwt(jwt, stranger, { header: { kid: stranger.kid, trust_chain: undefined } })
  assert.equal((await bench.present()).kind, 'presented')
  const configurations = () => bench.sentTo(`${relyingPartyId}/.well-known/openid-federation`).length
  const asked = configurations()
  delete bends.answer
  bends.text = (jwt) => forgeJwt(jwt, stranger, { header: { kid: 'made-up', trust_chain: undefined } })
  await bench.refuses('WI-12', 'key_unknown')
  assert.equal(configurations(), asked, 'not fetched again so soon')
})

/** Returns a key with the right length and members, whose point is not on P-256. */
const offTheCurve = (key: object, kid: string) => {
  const x = Buffer.alloc(32, 1).toString('base64url')
  return { ...key, kid, x, y: x } as unknown as JsonObject
}
const withKey = (members: JsonObject, key: JsonObject): JsonObject => {
  const { keys } = members.jwks as { readonly keys: readonly JsonObject[] }
  return { ...members, jwks: { keys: [...keys, key] } }
}
const stranger: Signer = await generateSigner({ crypto })

test('WI-12 refuses a Request Object whose kid names a key off the curve', async () => {
  const bench = nextBench(parties)
  const { bends } = bench.relyingParty
  bends.metadata = (members) => withKey(members, offTheCurve(stranger.publicJwk, 'off'))
  bends.request = { header: { kid: 'off' } }
  const refusal = await bench.refuses('WI-12', 'key_unusable')
  assert.equal(refusal.at, 'request_object')
  assert.equal(bench.asked.length, 0)
})

test('WI-58 discards a PID whose kid names a key off the curve', async () => {
  const bench = nextBench(parties)
  const { bends, signer } = bench.issuer
  bends.metadata = (members) => withKey(members, offTheCurve(stranger.publicJwk, 'off'))
  bends.pidText = async (text) => {
    const [jwt = '', ...rest] = text.split('~')
    return [await forgeJwt(jwt, signer, { header: { ...decodeJwt(jwt).header, kid: 'off' } }), ...rest].join('~')
  }
  const held = await bench.wallet.list()
  await refusedBy('WI-58', 'key_unusable', bench.wallet.obtainPid(issuerId))
  assert.deepEqual(await bench.wallet.list(), held)
})
