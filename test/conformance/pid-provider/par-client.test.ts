/**
 * The client of a pushed request: the Wallet Attestation, its proof of possession, its status, and the DPoP key to
 * which a push is bound.
 */
import { test } from 'node:test'
import { encodeBase64url } from '../../../src/base/index.ts'
import { generateSigner, jwkThumbprint, type Signer } from '../../../src/jose/index.ts'
import { createDpopProof } from '../../../src/oauth/index.ts'
import {
  compressStatusList,
  createStatusList,
  createStatusListToken,
  readableLimit,
  setStatus,
} from '../../../src/status-list/index.ts'
import { configurationOf, sign, statementAbout, testEntity } from '../../support/federation.ts'
import { forgeJwt, type JwtChange, jwtFaultsFor, jwtRefusals } from '../../support/forge-jwt.ts'
import { type Bend, ofObject, parRefusals } from '../../support/par-refusals.ts'
import {
  attestationPop,
  attestationRules,
  beginIssuance,
  dpopProofRules,
  type Issuance,
  type Push,
  push,
  pushed,
  tokenAssertion,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId, publishWalletList, testWallet } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { invalidRequest, invalidClient } = parRefusals(fixture)
const clientAttestation = 'urn:ietf:params:oauth:client-assertion-type:jwt-client-attestation'
const attestationWith =
  (change: JwtChange) =>
  async ({ wallet }: Issuance): Promise<Push> => ({
    attestation: await forgeJwt(wallet.attestation, fixture.attestationSigner, change),
  })

invalidClient(
  jwtRefusals(
    attestationRules,
    'an attestation',
    (forge): Bend =>
      async ({ wallet }) => ({
        attestation: await forge(wallet.attestation, fixture.attestationSigner),
      }),
  ),
)
const bare = { kty: 'EC', crv: 'P-256', x: encodeBase64url(new Uint8Array(32)), y: encodeBase64url(new Uint8Array(32)) }
const ofAttestation = (payload: Record<string, unknown>) => attestationWith({ payload })
invalidClient({
  'PP-04 kid_unknown': {
    'an attestation of a key that the provider does not publish': attestationWith({ header: { kid: 'other' } }),
  },
  'PP-43 claim_missing': { 'an attestation without iss': ofAttestation({ iss: undefined }) },
  'PP-43 claim_malformed': { 'an attestation with an empty iss': ofAttestation({ iss: '' }) },
  'PP-43 cnf_jwk_missing': { 'an attestation whose cnf has a kid only': ofAttestation({ cnf: { kid: 'x' } }) },
  'PP-43 aal_unsupported': {
    'an attestation of a level that its provider’s metadata do not list': ofAttestation({
      aal: 'https://trust-list.eu/aal/low',
    }),
  },
  'PP-43 kid_missing': { 'an attestation without kid': attestationWith({ header: { kid: undefined } }) },
  'PP-43 trust_chain_malformed': { 'a trust_chain that is a text': attestationWith({ header: { trust_chain: 'x' } }) },
  'PP-43 sub_mismatch': { 'an attestation of another sub': ofAttestation({ sub: 'x' }) },
  'PP-43 lifetime_too_long': {
    'an attestation with a lifetime of two days': ofAttestation({ exp: fixture.clock.now() + 172_800 }),
  },
  'PP-43 presentation_definition_uri_claimed': {
    'presentation_definition_uri_supported true': ofAttestation({ presentation_definition_uri_supported: true }),
  },
  'PP-43 status_reference_unusable': {
    'a status without index': ofAttestation({ status: { status_list: { uri: 'https://x' } } }),
    'a status list whose URI has more than 512 bytes': ofAttestation({
      status: { status_list: { idx: 0, uri: `https://x/${'è'.repeat(252)}` } },
    }),
  },
  'GEN-15 jwk_private': {
    'an attested key with its private part': ofAttestation({ cnf: { jwk: { ...bare, d: bare.x } } }),
  },
  'GEN-16 jwk_malformed': {
    'an attested key with a short coordinate': ofAttestation({ cnf: { jwk: { ...bare, x: 'AA' } } }),
  },
  'PP-42 no_trust_chain': {
    'an attestation whose iss is not the subject of its chain': ofAttestation({ iss: 'https://other.example' }),
  },
  'PP-42 entity_type_missing': {
    'a member of another type': async (issuance) => {
      const other = await testEntity('https://rp.example', {
        hints: [fixture.anchor.entityId],
        metadata: { wallet_relying_party: { client_id: 'https://rp.example' } },
      })
      const now = fixture.clock.now()
      const chain = [configurationOf(other, now), statementAbout(other, fixture.anchor, now)]
      const header = { trust_chain: await Promise.all(chain.map(sign)) }
      return attestationWith({ header, payload: { iss: other.entityId } })(issuance)
    },
  },
  'PP-46 client_id_mismatch': { 'the client_id of another wallet': { form: { client_id: 'x'.repeat(43) } } },
})
invalidRequest({
  'PP-46 form_client_id_mismatch': {
    'the client_id of another wallet in the object': ofObject({ client_id: 'x'.repeat(43) }),
  },
})

test('PP-45 accepts one attestation in several requests', async () => {
  const wallet = await testWallet(fixture)
  for (const _ of [1, 2]) await pushed(await beginIssuance(fixture, wallet))
})

test('PP-09 accepts both assertion types, and a proof of possession once', async () => {
  const typed = (issuance: Issuance, pop: string): Push => ({
    attestation: `${issuance.wallet.attestation}~${pop}`,
    form: { client_assertion_type: clientAttestation },
    object: { payload: { client_assertion_type: undefined } },
  })
  const alone = {
    form: { client_assertion_type: clientAttestation },
    object: { payload: { client_assertion_type: clientAttestation } },
  }
  await pushed(await beginIssuance(fixture), alone)
  const issuance = await beginIssuance(fixture)
  const pop = await attestationPop(issuance)
  await pushed(issuance, typed(issuance, pop))
  const refusedBy = async (bend: Push, code: string, id = 'PP-09') =>
    assertRefusal(await push(issuance, bend), fixture.sink, { id, code, status: 401, error: 'invalid_client' })
  await refusedBy(typed(issuance, pop), 'pop_used')
  await refusedBy({ attestation: `${issuance.wallet.attestation}~${pop}` }, 'pop_unexpected')
  await refusedBy(typed(issuance, ''), 'client_assertion_malformed')
  await refusedBy(typed(issuance, await attestationPop(issuance, 'https://other.example')), 'aud_mismatch')
  const bent = async (payload: Record<string, unknown>) =>
    typed(issuance, await forgeJwt(pop, issuance.wallet.attested, { payload }))
  await refusedBy(await bent({ iss: 'x' }), 'iss_mismatch')
  await refusedBy(await bent({ iat: undefined, exp: undefined }), 'iat_missing')
  await refusedBy(await bent({ iat: undefined, exp: fixture.clock.now() + 3601 }), 'lifetime_too_long')
  await refusedBy(await bent({ exp: undefined, iat: fixture.clock.now() - 1000 }), 'pop_stale')
  await refusedBy(await bent({ jti: undefined }), 'jti_missing')
  await refusedBy(await bent({ jti: 'ü' }), 'jti_malformed')
  for (const [id, , forge, code] of jwtFaultsFor({ signature_invalid: 'PP-09' }))
    await refusedBy(typed(issuance, await forge(pop, issuance.wallet.attested)), code, id)
})

test('PP-09 D-1142 a client assertion is not a proof of possession, even without typ', async () => {
  const issuance = await beginIssuance(fixture)
  const { attestation, attested } = issuance.wallet
  const untyped = await forgeJwt(await tokenAssertion(issuance), attested, { header: { typ: undefined } })
  const sent = await push(issuance, {
    attestation: `${attestation}~${untyped}`,
    form: { client_assertion_type: clientAttestation },
    object: { payload: { client_assertion_type: undefined } },
  })
  const expected = { id: 'PP-09', code: 'pop_claim_foreign', status: 401, error: 'invalid_client' }
  await assertRefusal(sent, fixture.sink, expected)
})

test('PP-09 D-357 the aud of a pushed proof of possession can be the provider or one of its endpoints', async () => {
  const issuance = await beginIssuance(fixture)
  const { wallet } = issuance
  for (const path of ['', '/token', '/as/par']) {
    const pop = await attestationPop(issuance, `${pidProviderId}${path}`)
    await pushed(issuance, {
      attestation: `${wallet.attestation}~${pop}`,
      form: { client_assertion_type: clientAttestation },
      object: { payload: { client_assertion_type: undefined } },
    })
  }
})

const proofAt = (signer: Signer, url = `${pidProviderId}/as/par`): Promise<string> =>
  createDpopProof(fixture, signer, { method: 'POST', url, now: fixture.clock.now() })

test('PP-51 a dpop_jkt that is not a thumbprint is refused', async () => {
  const issuance = await beginIssuance(fixture)
  const refusal = 'PP-51 dpop_jkt_malformed 400 invalid_request'
  await assertRefusal(await push(issuance, { form: { dpop_jkt: 'x' } }), fixture.sink, refusal)
})

test('PP-51 PP-83 the proof in a DPoP header must be valid, match dpop_jkt, and be unused', async () => {
  const issuance = await beginIssuance(fixture)
  const { dpop } = issuance.wallet
  const other = jwkThumbprint(fixture, issuance.wallet.holder.publicJwk)
  const proof = await proofAt(dpop)
  const refusedBy = async (bend: Push, id: string, code: string) =>
    assertRefusal(await push(issuance, bend), fixture.sink, { id, code, status: 400, error: 'invalid_dpop_proof' })
  await refusedBy({ headers: { dpop: proof }, form: { dpop_jkt: other } }, 'PP-51', 'jkt_mismatch')
  await pushed(issuance, { headers: { dpop: proof }, form: { dpop_jkt: dpop.kid } })
  await refusedBy({ headers: { dpop: proof } }, 'PP-83', 'dpop_proof_used')
  await refusedBy({ headers: { dpop: `${proof}, ${proof}` } }, 'PP-78', 'dpop_duplicated')
  await refusedBy({ headers: { dpop: await proofAt(dpop, `${pidProviderId}/token`) } }, 'PP-81', 'htu_mismatch')
  for (const [id, , forge, code] of jwtFaultsFor(dpopProofRules))
    await refusedBy({ headers: { dpop: await forge(await proofAt(dpop), dpop) } }, id, code)
  const withKey = (jwk: object) => forgeJwt(proof, dpop, { header: { jwk } })
  await refusedBy({ headers: { dpop: await withKey({ ...bare, d: bare.x }) } }, 'PP-80', 'jwk_private')
  await refusedBy({ headers: { dpop: await withKey({ ...bare, y: 'AA' }) } }, 'GEN-16', 'jwk_malformed')
})

test('PP-44 refuses an attestation that is revoked, or whose status cannot be read', async () => {
  const uri = 'https://status.wallet-provider.example/1'
  const list = createStatusList(1, 1000)
  publishWalletList(fixture, uri, list, 60)
  const status = { status_list: { idx: 7, uri } }
  const wallet = await testWallet(fixture, { status })
  await pushed(await beginIssuance(fixture, wallet))
  setStatus(list, 7, 1)
  fixture.clock.advance(61)
  const refusedBy = async (idx: number, id: string, code: string, expected: object) =>
    assertRefusal(
      await push(await beginIssuance(fixture, await testWallet(fixture, { status: { status_list: { idx, uri } } }))),
      fixture.sink,
      { id, code, ...expected } as never,
    )
  const unauthenticated = { status: 401, error: 'invalid_client' }
  await refusedBy(7, 'PP-44', 'attestation_revoked', unauthenticated)
  await refusedBy(100_000, 'PP-44', 'index_out_of_range', unauthenticated)
  fixture.clock.advance(61)
  for (const [answer, code] of [
    [new Response(null, { status: 404 }), 'status_unexpected'],
    [Response.redirect('https://elsewhere.example/1', 302), 'status_unexpected'],
    [new Response('<p>', { headers: { 'content-type': 'text/html' } }), 'media_type_unexpected'],
  ] as const) {
    fixture.network.connect('https://status.wallet-provider.example', async () => answer)
    await refusedBy(8, 'PP-44', code, unauthenticated)
  }
  fixture.network.connect('https://status.wallet-provider.example', async () => new Response(null, { status: 503 }))
  await refusedBy(8, 'GEN-27', 'unreachable', { status: 503, error: 'temporarily_unavailable' })
  fixture.network.disconnect('https://status.wallet-provider.example')
  await refusedBy(8, 'GEN-27', 'unreachable', { status: 503, error: 'temporarily_unavailable' })
})

const lists: readonly (readonly [title: string, change: JwtChange, code: string, id?: string])[] = [
  ['of another URI', { payload: { sub: 'https://status.wallet-provider.example/other' } }, 'status_uri_mismatch'],
  ['signed by another key', { signer: await generateSigner(fixture) }, 'signature_invalid', 'GEN-01'],
  ['under an unknown key', { header: { kid: 'x' } }, 'status_key_unknown'],
  ['without a list', { payload: { status_list: undefined } }, 'status_token_malformed'],
  ['that does not inflate', { payload: { status_list: { bits: 1, lst: 'AA' } } }, 'list_malformed'],
  [
    'that inflates beyond the limit',
    {
      payload: {
        status_list: {
          bits: 1,
          lst: await compressStatusList({ bits: 1, bytes: new Uint8Array(readableLimit + 1) }),
        },
      },
    },
    'list_too_large',
  ],
]
for (const [title, change, code, id = 'PP-44'] of lists)
  test(`${id} refuses an attestation whose status is in a status list ${title}`, async () => {
    const at = await pidProviderFixture()
    const uri = 'https://status.wallet-provider.example/1'
    const content = { uri, list: createStatusList(1, 1000), now: at.clock.now(), lifetimeSeconds: 3600, ttlSeconds: 60 }
    const token = await createStatusListToken(at.attestationSigner, content)
    at.publishWalletStatus(() => forgeJwt(token, at.attestationSigner, change))
    const wallet = await testWallet(at, { status: { status_list: { idx: 7, uri } } })
    const answer = await push(await beginIssuance(at, wallet))
    await assertRefusal(answer, at.sink, { id, code, status: 401, error: 'invalid_client' })
  })
