import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalsOf } from '../../test/support/cases.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { didJwk, didKey } from '../../test/support/key-dids.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createNonce, failed, type NonceKeys } from '../base/index.ts'
import { bareJwk, defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { checkCNonce, cNonceClaim, createCNonce } from './c-nonce.ts'
import { createKeyProof, type KeyProofPolicy, verifyKeyProof } from './key-proof.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('key-proof') }
const now = fixedClock().now()
const signer = await generateSigner(ctx)
const attested = await generateSigner(ctx)
const dpop = await generateSigner(ctx)
const stranger = await generateSigner(ctx)
const wide = await generateSigner(ctx, 'ES384')
const keys: NonceKeys = [{ id: 3, secret: new Uint8Array(32).fill(3) }]
const clientIds = ['thumb', 'https://wp.example/instance/thumb']
const issuer = 'https://pid.example'
const cNonce = createCNonce(ctx, keys, now, 'token-jti')
const policy: KeyProofPolicy = {
  clientIds,
  namesClient: true,
  issuer,
  candidates: [attested.publicJwk, dpop.publicJwk],
  lifetime: 300,
  cNonce: { keys, lifetime: 120, tokenJti: 'token-jti' },
  now,
  skew: 10,
  algorithms: defaultAlgorithms,
}
const jwk = bareJwk(signer.publicJwk)
const thumbprint = jwkThumbprint(ctx, jwk)
const proof = await createKeyProof(ctx, signer, { clientId: 'thumb', audience: issuer, cNonce, now })
const changed = async (change: JwtChange) => verifyKeyProof(ctx, await forgeJwt(proof, signer, change), policy)

test('WI-52 the proof has the header and claims of the specification and is verified', async () => {
  const { header, payload } = decodeJwt(proof)
  assert.deepEqual(header, { alg: 'ES256', typ: 'openid4vci-proof+jwt', kid: thumbprint, jwk })
  assert.deepEqual(payload, { iss: 'thumb', aud: issuer, iat: now, nonce: cNonce })
  const verified = expectSuccess(await verifyKeyProof(ctx, proof, policy))
  assert.deepEqual(verified, { jwk, thumbprint, cNonce, cNonceExpiresAt: now + 120 })
  assert.deepEqual(cNonceClaim(verified), { name: 'c_nonce', value: cNonce, expiresAt: now + 120 })
})

const faults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = refusalsOf<JwtChange>(
  {
    'PP-26 typ_mismatch': {
      'another typ': { header: { typ: 'JWT' } },
      'no typ': { header: { typ: undefined } },
    },
    'PP-26 signature_invalid': {
      'the signature of another key': { signer: stranger },
      'the did:key of another key': { header: { jwk: undefined, kid: didKey(stranger.publicJwk) } },
    },
    'PP-95 key_missing': {
      'neither jwk nor kid': { header: { jwk: undefined, kid: undefined } },
      'a certificate alone': { header: { jwk: undefined, kid: undefined, x5c: ['AA=='] } },
    },
    'PP-95 x5c_unexpected': {
      'a certificate beside the jwk': { header: { kid: undefined, x5c: ['AA=='] } },
      'a certificate beside a kid': { header: { jwk: undefined, x5c: ['AA=='] } },
      'a certificate beside a DID': { header: { jwk: undefined, kid: didKey(jwk), x5c: ['AA=='] } },
    },
    'PP-95 kid_mismatch': {
      'a kid that is not that of its jwk': { header: { kid: attested.kid } },
      'a DID beside a jwk': { header: { kid: didKey(jwk) } },
    },
    'PP-95 kid_unresolved': {
      'an unknown kid alone': { header: { jwk: undefined } },
      'a DID that contains no key': { header: { jwk: undefined, kid: 'did:web:wallet.example' } },
    },
    'PP-95 signature_invalid': {
      'a known kid alone and the signature of another key': { header: { jwk: undefined, kid: attested.kid } },
    },
    'PP-126 did_malformed': { 'a DID that cannot be read': { header: { jwk: undefined, kid: 'did:key:z0' } } },
    'PP-126 did_too_long': { 'a long DID': { header: { jwk: undefined, kid: `did:jwk:${'A'.repeat(1024)}` } } },
    'GEN-15 jwk_private': {
      'a private did:jwk': { header: { jwk: undefined, kid: didJwk({ ...jwk, d: 'AA' }) } },
      'a private jwk': { header: { jwk: { ...jwk, d: 'AA' } } },
    },
    'GEN-11 key_mismatch': {
      'a did:jwk for encryption': { header: { jwk: undefined, kid: didJwk({ ...jwk, use: 'enc' }) } },
      'a did:key of another algorithm': { header: { jwk: undefined, kid: didKey(wide.publicJwk) } },
      'a jwk for encryption': { header: { jwk: { ...jwk, use: 'enc' } } },
    },
    'GEN-16 jwk_unsupported': { 'a jwk of an unknown type': { header: { jwk: { kty: 'AKP' } } } },
    'GEN-16 jwk_malformed': { 'a jwk that is a text': { header: { jwk: 'x' } } },
    'PP-26 iss_missing': { 'no iss': { payload: { iss: undefined } } },
    'PP-26 iss_mismatch': {
      'another iss': { payload: { iss: 'x' } },
      'an iss that is null': { payload: { iss: null } },
    },
    'PP-26 aud_mismatch': {
      'no aud': { payload: { aud: undefined } },
      'another aud': { payload: { aud: 'https://x.example' } },
    },
    'PP-26 iat_missing': { 'no iat': { payload: { iat: undefined } } },
    'PP-26 proof_stale': { 'an old iat': { payload: { iat: now - 310 } } },
    'PP-26 nonce_missing': {
      'no nonce': { payload: { nonce: undefined } },
      'a nonce that is not a text': { payload: { nonce: 7 } },
    },
    'PP-97 nonce_foreign': {
      'a foreign nonce': { payload: { nonce: 'a'.repeat(32) } },
      'an altered nonce': { payload: { nonce: flip(cNonce) } },
      'the nonce of another token': { payload: { nonce: createCNonce(ctx, keys, now, 'other') } },
      'a nonce for another purpose': { payload: { nonce: createNonce(ctx, keys, 'challenge', now) } },
    },
    'PP-97 nonce_expired': {
      'an expired nonce': { payload: { nonce: createCNonce(ctx, keys, now - 120, 'token-jti') } },
      'an expired unbound nonce': { payload: { nonce: createCNonce(ctx, keys, now - 120) } },
    },
  },
)
for (const [id, what, change, code] of faults) refuses(id, `a proof with ${what}`, () => changed(change), code)

test('PP-26 D-379 a proof that can omit its client must not name another client', async () => {
  const verdict = async (iss: unknown) => {
    const forged = await forgeJwt(proof, signer, { payload: { iss } })
    const verified = await verifyKeyProof(ctx, forged, { ...policy, namesClient: false })
    return failed(verified) ? verified.code : 'accepted'
  }
  const verdicts = await Promise.all([undefined, 'thumb', 'x', '', null, ['thumb']].map(verdict))
  assert.deepEqual(verdicts, ['accepted', 'accepted', ...Array(4).fill('iss_mismatch')])
})

test('PP-95 a kid alone names the attested key or the DPoP key', async () => {
  for (const known of [attested, dpop]) {
    const header = { jwk: undefined, kid: jwkThumbprint(ctx, known.publicJwk) }
    const verified = expectSuccess(await changed({ header, signer: known }))
    assert.deepEqual(verified.jwk, bareJwk(known.publicJwk))
  }
})

test('PP-126 a kid alone that is a DID contains the key, on any allowed curve', async () => {
  for (const holder of [signer, wide]) {
    const holderJwk = bareJwk(holder.publicJwk)
    for (const kid of [didKey(holderJwk), didJwk(holderJwk), `${didJwk({ ...holderJwk, kid: 'x', use: 'sig' })}#0`]) {
      const forged = await forgeJwt(proof, holder, { header: { alg: holder.alg, jwk: undefined, kid } })
      assert.deepEqual(Object.keys(decodeJwt(forged).header).toSorted(), ['alg', 'kid', 'typ'])
      const verified = expectSuccess(await verifyKeyProof(ctx, forged, policy))
      assert.deepEqual([verified.jwk, verified.thumbprint], [holderJwk, jwkThumbprint(ctx, holderJwk)])
    }
  }
  const bitcoin = await generateSigner(ctx, 'ES256K')
  const header = { alg: 'ES256K', jwk: undefined, kid: didKey(bitcoin.publicJwk) }
  const refused = await verifyKeyProof(ctx, await forgeJwt(proof, bitcoin, { header }), policy)
  assert.equal(failed(refused) && refused.code, 'alg_unsupported')
})

test('PP-95, PP-96 accepts a jwk alone, of any key', async () => {
  assert.equal(expectSuccess(await changed({ header: { kid: undefined } })).thumbprint, thumbprint)
})

test('PP-26 accepts the URL form of the client id', async () => {
  expectSuccess(await changed({ payload: { iss: clientIds[1] } }))
})

test('PP-98 a c_nonce has at least 32 letters and digits, and no two are equal', () => {
  const nonces = Array.from({ length: 50 }, () => createCNonce(ctx, keys, now, 'x'))
  for (const nonce of nonces) assert.match(nonce, /^[A-Za-z0-9]{32,}$/)
  assert.equal(new Set(nonces).size, 50)
})

test('PP-101 a c_nonce of the nonce endpoint is valid with any token', async () => {
  expectSuccess(await changed({ payload: { nonce: createCNonce(ctx, keys, now) } }))
  const checked = checkCNonce(ctx, createCNonce(ctx, keys, now), { keys, lifetime: 60, tokenJti: 'x' }, now + 59)
  assert.deepEqual(expectSuccess(checked), { expiresAt: now + 60 })
})

function flip(nonce: string): string {
  return nonce.slice(0, -1) + (nonce.endsWith('0') ? '1' : '0')
}
