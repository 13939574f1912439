/** The key proof of a credential request, its c_nonce, and its key. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareJwk } from '../../../src/jose/index.ts'
import { createKeyProof } from '../../../src/oid4vci/index.ts'
import { credentialRefusals, offCurve, privateOffCurve } from '../../support/credential-refusals.ts'
import { decodeJwt, jwtRefusals } from '../../support/forge-jwt.ts'
import { didJwk, didKey } from '../../support/key-dids.ts'
import {
  beginIssuance,
  type CredentialBend,
  type Issuance,
  obtainPid,
  obtainTokens,
  requestCredential,
  type Tokens,
} from '../../support/pid-issuance.ts'
import { pidProviderFixture, pidProviderId } from '../../support/pid-provider-fixture.ts'
import { assertRefusal } from '../../support/wire-refusal.ts'

const fixture = await pidProviderFixture()
const { clock, sink } = fixture
const { shared, sharedTokens, invalidProof } = await credentialRefusals(fixture)

const ofProof = (payload: Record<string, unknown>): CredentialBend => ({ proof: { payload } })

const byKid = (kid: string): CredentialBend => ({ proof: { header: { jwk: undefined, kid } } })

const proofOwn = { typ_mismatch: 'PP-26', signature_invalid: 'PP-26', jws_malformed: 'PP-94' }
invalidProof(
  jwtRefusals(proofOwn, 'a key proof', (forge) => async ({ wallet }: Issuance, { c_nonce }: Tokens) => {
    const input = { clientId: wallet.clientId, audience: pidProviderId, cNonce: c_nonce, now: clock.now() }
    return { compactProof: await forge(await createKeyProof(fixture, wallet.holder, input), wallet.holder) }
  }),
)
invalidProof({
  'PP-26 iss_missing': { 'a key proof without iss': ofProof({ iss: undefined }) },
  'PP-26 iss_mismatch': { 'a key proof of another iss': ofProof({ iss: 'x' }) },
  'PP-26 aud_mismatch': { 'a key proof of another aud': ofProof({ aud: 'https://other.example' }) },
  'PP-26 iat_missing': { 'a key proof without iat': ofProof({ iat: undefined }) },
  'PP-26 proof_stale': { 'a stale key proof': ofProof({ iat: clock.now() - 1000 }) },
  'PP-26 nonce_missing': { 'a key proof without nonce': ofProof({ nonce: undefined }) },
  'PP-95 key_missing': { 'a key proof without a key': { proof: { header: { jwk: undefined, kid: undefined } } } },
  'PP-95 x5c_unexpected': { 'a certificate beside the key': { proof: { header: { x5c: ['AA=='] } } } },
  'PP-95 kid_unresolved': { 'a DID without a key': byKid('did:web:wallet.example') },
  'PP-95 kid_mismatch': { "a kid that is not the key's thumbprint": { proof: { header: { kid: 'x' } } } },
  'PP-126 did_malformed': { 'a malformed DID': byKid('did:key:z0') },
  'PP-126 did_too_long': { 'a DID of more than a kilobyte': byKid(`did:jwk:${'A'.repeat(1017)}`) },
  'GEN-15 jwk_private': { 'a DID with a private key': byKid(didJwk(privateOffCurve)) },
  'GEN-16 key_unusable': { 'a DID of a point off the curve': byKid(didJwk(offCurve)) },
})

test('PP-97 a c_nonce of another token and an expired c_nonce are refused', async () => {
  const other = await obtainTokens(await beginIssuance(fixture))
  const foreign = { id: 'PP-97', code: 'nonce_foreign', status: 400, error: 'invalid_proof' }
  await assertRefusal(await requestCredential(shared, sharedTokens, { cNonce: other.c_nonce }), sink, foreign)
  clock.advance(300)
  const expired = { id: 'PP-97', code: 'nonce_expired', status: 400, error: 'invalid_proof' }
  const response = await requestCredential(shared, sharedTokens)
  const fresh = (await assertRefusal(response, sink, expired)) as Record<string, unknown>
  assert.equal(fresh.c_nonce_expires_in, 300)
  clock.advance(-300)
})

test('PP-126 the key of a kid that is a DID is bound to the PID, which contains the key by value', async () => {
  const issuance = await beginIssuance(fixture)
  let tokens = await obtainTokens(issuance)
  const jwk = bareJwk(issuance.wallet.holder.publicJwk)
  const key = didKey(jwk)
  for (const kid of [key, `${key}#${key.slice('did:key:'.length)}`, didJwk(jwk), `${didJwk(jwk)}#0`]) {
    const { credential, c_nonce } = await obtainPid(issuance, tokens, byKid(kid))
    const { payload } = decodeJwt(credential.split('~')[0] ?? '')
    assert.deepEqual([payload.cnf, payload.sub], [{ jwk }, issuance.wallet.holder.kid])
    tokens = { ...tokens, c_nonce }
  }
  const live = { clientId: issuance.wallet.clientId, status: 'valid' } as const
  assert.equal((await fixture.stores.issuedCredentials.search(live)).length, 1, 'all names are one key')
})

test('PP-27 a c_nonce is used once', async () => {
  const issuance = await beginIssuance(fixture)
  const tokens = await obtainTokens(issuance)
  await obtainPid(issuance, tokens)
  const expected = { id: 'PP-27', code: 'c_nonce_used', status: 400, error: 'invalid_proof' }
  await assertRefusal(await requestCredential(issuance, tokens), sink, expected)
})

test('PP-26 PP-95 PP-96 iss can be the client_id of the token, and the key can be named by kid, by value or by both', async () => {
  const issuance = await beginIssuance(fixture)
  const { attested, dpop, holder } = issuance.wallet
  let tokens = await obtainTokens(issuance)
  const clientId = decodeJwt(tokens.access_token).payload.client_id
  for (const [proof, thumbprint] of [
    [{ payload: { iss: clientId } }, holder.kid],
    [{ header: { kid: undefined } }, holder.kid],
    [{ header: { jwk: undefined, kid: attested.kid }, signer: attested }, attested.kid],
    [{ header: { jwk: undefined, kid: dpop.kid }, signer: dpop }, dpop.kid],
  ] as const) {
    const { credential, c_nonce } = await obtainPid(issuance, tokens, { proof })
    assert.equal(decodeJwt(credential.split('~')[0] ?? '').payload.sub, thumbprint)
    tokens = { ...tokens, c_nonce }
  }
})
