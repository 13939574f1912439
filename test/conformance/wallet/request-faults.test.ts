/**
 * Faulty Request Objects of a Relying Party that `hostile-relying-party.test.ts` does not have. Every row starts from a
 * request that the wallet answers and changes one thing in it; the wallet must post nothing and not ask the user.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { CompactEncrypt } from 'jose'
import type { JsonObject } from '../../../src/base/index.ts'
import { entityConfigurationUrl, type Metadata } from '../../../src/federation/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { ruleCasesOf } from '../../support/cases.ts'
import { createImpersonation, crypto } from '../../support/federation.ts'
import { decodeJwt, forgeJwt } from '../../support/forge-jwt.ts'
import { createPresentationBench, nextBench } from '../../support/presentation-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import {
  answer,
  assertNothingPosted,
  type Bend,
  now,
  payload,
  posted,
  request,
  respondTo,
  scoped,
} from '../../support/relying-party-bends.ts'
import { relyingPartyId, requestUri, responseUri } from '../../support/scripted-relying-party.ts'

const stranger: Signer = await generateSigner({ crypto })
const parties = await createPresentationBench()

const sealed = (jwt: string): Promise<string> =>
  new CompactEncrypt(new TextEncoder().encode(jwt))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM', cty: 'JWT' })
    .encrypt(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)

const objects = ruleCasesOf<[bend: Bend]>({
  'WI-93 jws_malformed': [
    ['a JWE although the wallet sent no key (D-369)', (bends) => Object.assign(bends, { text: sealed })],
  ],
  'WI-93 typ_mismatch': [
    ['another typ', request({ header: { typ: 'wallet-attestation+jwt' } })],
    ['the typ of variant 1', request({ header: { typ: 'JWT' } })],
  ],
  'WI-12 signature_invalid': [['a bad signature', request({ signer: stranger })]],
  'WI-12 kid_missing': [
    [
      'no kid although several keys fit',
      (bends) => {
        bends.request = { header: { kid: undefined } }
        bends.metadata = (members) => {
          const { keys } = members.jwks as { keys: JsonObject[] }
          return { ...members, jwks: { keys: [...keys, stranger.publicJwk as unknown as JsonObject] } }
        }
      },
    ],
  ],
  'WI-73 iss_mismatch': [['another issuer', payload({ iss: 'https://other.example' })]],
  'WI-74 exp_missing': [['no exp', payload({ exp: undefined })]],
  'WI-74 iat_missing': [['no iat', payload({ iat: undefined })]],
  'WI-74 response_mode_missing': [['no response_mode', payload({ response_mode: undefined })]],
  'WI-74 response_type_missing': [['no response_type', payload({ response_type: undefined })]],
  'GEN-04 not_yet_valid': [['a request from the future', payload({ iat: now + 600, exp: now + 900 })]],
  'WI-66 request_uri_method_invalid': [['another method than get or post', payload({ request_uri_method: 'put' })]],
  'WI-68 wallet_nonce_missing': [['no wallet_nonce after a POST', posted(() => undefined)]],
  'WI-68 wallet_nonce_mismatch': [['another wallet_nonce', posted(() => 'another')]],
  'GEN-19 response_uri_malformed': [
    ['an attested response_uri of plain http', respondTo('http://rp.example/response')],
    ['an attested response_uri with user info', respondTo('https://user:secret@rp.example/response')],
    ['an attested response_uri of the scheme javascript', respondTo('javascript:alert(1)')],
  ],
  'WI-78 request_present': [['request inside the object', payload({ request: 'eyJ' })]],
  'WI-78 presentation_definition_conflict': [['a definition beside scope', scoped({ presentation_definition: {} })]],
  'WI-78 query_missing': [['neither scope nor definition', scoped({ scope: undefined })]],
  'WI-13 client_metadata_uri_forbidden': [
    ['client_metadata_uri in variant 1', scoped({ client_metadata_uri: 'https://rp.example/m' })],
  ],
  'WI-84 encryption_key_missing': [
    [
      'metadata whose only key signs the requests',
      (bends) => {
        bends.metadata = (members) => {
          const [{ use, alg, ...bare }] = (members.jwks as { keys: [JsonObject] }).keys
          return { ...members, jwks: { keys: [bare] } }
        }
      },
    ],
  ],
})

for (const row of objects)
  test(`${row[0][0]} refuses ${row[1]}, and posts nothing`, () => assertNothingPosted(nextBench(parties), row))

test('WI-93 D-340 an unreadable answer is not reported as an unreachable service', async () => {
  const bench = nextBench(parties)
  answer('/request', () => new Response(Uint8Array.of(0xff)))(bench.relyingParty.bends)
  const refusal = await bench.refuses('WI-93', 'answer_unreadable')
  assert.deepEqual([refusal.answer.status, refusal.answer.error], [502, 'request_unreadable'])
})

test('WI-72 refuses a request that an intermediate makes in the name of the Relying Party (FED-54)', async () => {
  const bench = await createPresentationBench()
  const { fixture, relyingParty } = bench
  const published = await fixture.network.fetch(new Request(entityConfigurationUrl(relyingPartyId)))
  const metadata = decodeJwt(await published.text()).payload.metadata as Metadata
  relyingParty.bends.text = async (jwt) => {
    fixture.clock.advance(1) // the chain is newer than the wallet's cached one
    const spoken = await createImpersonation(
      { entityId: relyingPartyId, metadata },
      fixture.clock.now(),
      (intermediate) => {
        fixture.admit({ ...intermediate, types: ['federation_entity'] })
        return fixture.anchorStatement(intermediate.entityId)
      },
    )
    return forgeJwt(jwt, spoken.signer, { header: { kid: spoken.signer.kid, trust_chain: spoken.trustChain } })
  }
  await refusedBy('WI-72', 'no_trust_chain', bench.wallet.present(relyingParty.engagement()))
})

test('WI-72 refuses a Relying Party that has left the federation', async () => {
  const bench = await createPresentationBench()
  bench.fixture.expel(relyingPartyId)
  await bench.refuses('WI-72', 'no_trust_chain')
})

test('WI-13 ignores client_metadata in variant 2 and uses the metadata of the trust chain', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.request = {
    payload: { client_metadata: { client_name: 'Evil', jwks: { keys: [stranger.publicJwk] } } },
  }
  assert.equal((await bench.present()).kind, 'presented')
  assert.equal(bench.asked[0]?.relyingParty.name, 'Banca di Prova')
  await bench.decryptResponse(await bench.lastForm(responseUri))
})

test('WI-72 builds the trust chain if the header has none; WI-93 WI-96 accepts no typ, and JWT in variant 1', async () => {
  for (const [typ, variant] of [
    [undefined, 'dcql'],
    [undefined, 'scope'],
    ['JWT', 'scope'],
  ] as const) {
    const bench = nextBench(parties)
    Object.assign(bench.relyingParty.bends, { request: { header: { trust_chain: undefined, typ } }, variant })
    assert.equal((await bench.present()).kind, 'presented')
  }
})

for (const mediaType of ['text/plain', 'application/octet-stream', 'text/html; charset=utf-8'])
  test(`WI-101 accepts the Request Object of variant 1 as ${mediaType}, but not that of variant 2`, async () => {
    const bench = nextBench(parties)
    Object.assign(bench.relyingParty.bends, { mediaType, variant: 'scope' })
    assert.equal((await bench.present()).kind, 'presented')
    bench.relyingParty.bends.variant = 'dcql'
    const opened = bench.present()
    await refusedBy('WI-93', 'media_type_unexpected', opened)
  })

test('WI-73 accepts a Request Object without aud, and one whose aud is its URL', async () => {
  for (const named of ['none', 'request_uri']) {
    const bench = nextBench(parties)
    const link = bench.relyingParty.engagement()
    const aud = new URL(link).searchParams.get(named) ?? undefined
    bench.relyingParty.bends.request = { payload: { aud } }
    assert.equal((await bench.wallet.present(link)).kind, 'presented')
  }
})

test('WI-75 accepts a UUID as nonce; WI-66 reads the method without regard to letter case', async () => {
  const bench = nextBench(parties)
  bench.relyingParty.bends.request = { payload: { nonce: '2c128e4d-fc91-4cd3-86b8-18bdea0988cb' } }
  const url = new URL(bench.relyingParty.engagement())
  url.searchParams.set('request_uri_method', 'POST')
  assert.equal((await bench.wallet.present(url.href)).kind, 'presented')
  assert.equal(bench.sentTo(requestUri)[0]?.method, 'POST')
})
