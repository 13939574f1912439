import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { jkt, resourceRequest, tokenRequest } from '../../test/vectors/rfc9449.ts'
import { createMemoryClaims, Failure, failed, type NonceKeys } from '../base/index.ts'
import { bareJwk, defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createDpopNonce } from './dpop-nonce.ts'
import {
  accessTokenHash,
  createDpopProof,
  type DpopPolicy,
  dpopClaim,
  parseDpopHeader,
  verifyDpopProof,
} from './dpop-proof.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('dpop') }
const now = fixedClock().now()
const url = 'https://pid.example/credential'
const token = 'Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU'
const nonceKeys: NonceKeys = [{ id: 1, secret: new Uint8Array(32).fill(7) }]
const signer = await generateSigner(ctx)
const other = await generateSigner(ctx)
const larger = await generateSigner(ctx, 'ES384')
const policy: DpopPolicy = {
  method: 'POST',
  url,
  now,
  skew: 10,
  lifetime: 60,
  algorithms: defaultAlgorithms,
  accessToken: token,
  jkt: jwkThumbprint(ctx, signer.publicJwk),
}
const jwk = bareJwk(signer.publicJwk)
const proofFor = (input: Partial<Parameters<typeof createDpopProof>[2]> = {}) =>
  createDpopProof(ctx, signer, { method: 'POST', url, now, accessToken: token, ...input })

test('WI-45, WI-46 a proof has exactly the members of the specification and is verified', async () => {
  const proof = await proofFor({ url: `${url}?a=b#c` })
  const { header, payload } = decodeJwt(proof)
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'jwk', 'typ'])
  assert.deepEqual(Object.keys(header.jwk as object).sort(), ['crv', 'kty', 'x', 'y'])
  assert.equal(header.typ, 'dpop+jwt')
  assert.match(String(payload.jti), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual([payload.htm, payload.htu, payload.iat], ['POST', url, now])
  const verified = await verifyDpopProof(ctx, proof, policy)
  assert.ok(!failed(verified))
  assert.equal(verified.jkt, policy.jkt)
  assert.equal(verified.jti, payload.jti)
  assert.equal(verified.expiresAt, now + 70)
})

for (const [name, published] of Object.entries({ tokenRequest, resourceRequest }))
  test(`RFC 9449: the proof of its ${name} is accepted only for that request`, async () => {
    const { proof, iat, jti, ...request } = published
    const asked = { ...request, jkt, now: iat, skew: 0, lifetime: 60, algorithms: ['ES256'] } as const
    const verified = await verifyDpopProof(ctx, proof, asked)
    assert.ok(!failed(verified), failed(verified) ? verified.code : '')
    assert.deepEqual([verified.jkt, verified.jti], [jkt, jti])
    const refused = async (change: Partial<DpopPolicy>) => {
      const answer = await verifyDpopProof(ctx, proof, { ...asked, ...change })
      return failed(answer) ? answer.code : 'accepted'
    }
    assert.equal(await refused({ method: 'PUT' }), 'htm_mismatch')
    assert.equal(await refused({ url: `${asked.url}2` }), 'htu_mismatch')
    assert.equal(await refused({ now: iat + 61 }), 'proof_stale')
    assert.equal(await refused({ accessToken: 'another' }), name === 'tokenRequest' ? 'ath_missing' : 'ath_mismatch')
  })

test('WI-08 no two proofs share a jti', async () => {
  const proofs = await Promise.all(Array.from({ length: 20 }, () => proofFor()))
  assert.equal(new Set(proofs.map((proof) => decodeJwt(proof).payload.jti)).size, 20)
})

test('RFC 9449 §7.1: the hash of the example token is computed', () => {
  assert.equal(accessTokenHash(ctx, token), 'fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo')
})

const faults: readonly (readonly [id: string, title: string, change: JwtChange, code: string])[] = [
  ['PP-79', 'no typ', { header: { typ: undefined } }, 'typ_mismatch'],
  ['PP-79', 'typ JWT', { header: { typ: 'JWT' } }, 'typ_mismatch'],
  ['PP-80', 'no jwk', { header: { jwk: undefined } }, 'jwk_missing'],
  ['PP-80', 'a private member', { header: { jwk: { ...jwk, d: 'AA' } } }, 'jwk_private'],
  ['GEN-15', 'a symmetric key', { header: { jwk: { kty: 'oct', k: 'AA' } } }, 'jwk_private'],
  ['GEN-16', 'an unknown curve', { header: { jwk: { ...jwk, crv: 'P-1' } } }, 'jwk_unsupported'],
  ['GEN-16', 'a short coordinate', { header: { jwk: { ...jwk, x: 'AA' } } }, 'jwk_malformed'],
  ['PP-19', 'no jti', { payload: { jti: undefined } }, 'jti_missing'],
  ['PP-84', 'an empty jti', { payload: { jti: '' } }, 'jti_malformed'],
  ['PP-84', 'a jti of 257 characters', { payload: { jti: 'a'.repeat(257) } }, 'jti_malformed'],
  ['PP-84', 'a jti with a control character', { payload: { jti: 'a\nb' } }, 'jti_malformed'],
  ['PP-84', 'a jti that is not a text', { payload: { jti: 7 } }, 'jti_malformed'],
  ['PP-19', 'no htm', { payload: { htm: undefined } }, 'htm_missing'],
  ['PP-81', 'another method', { payload: { htm: 'GET' } }, 'htm_mismatch'],
  ['PP-81', 'the method in lower case', { payload: { htm: 'post' } }, 'htm_mismatch'],
  ['PP-19', 'no htu', { payload: { htu: undefined } }, 'htu_missing'],
  ['PP-81', 'another endpoint', { payload: { htu: 'https://pid.example/token' } }, 'htu_mismatch'],
  ['PP-81', 'another host', { payload: { htu: 'https://pid.example.org/credential' } }, 'htu_mismatch'],
  ['PP-81', 'a longer path', { payload: { htu: `${url}/x` } }, 'htu_mismatch'],
  ['PP-81', 'an htu that is not a URL', { payload: { htu: '/credential' } }, 'htu_mismatch'],
  ['PP-19', 'no iat', { payload: { iat: undefined } }, 'iat_missing'],
  ['PP-82', 'an iat at the end of the window', { payload: { iat: now - 70 } }, 'proof_stale'],
  ['PP-82', 'an iat from the future', { payload: { iat: now + 11 } }, 'not_yet_valid'],
  ['PP-91', 'no ath', { payload: { ath: undefined } }, 'ath_missing'],
  ['PP-91', 'the ath of another token', { payload: { ath: accessTokenHash(ctx, 'x') } }, 'ath_mismatch'],
  ['GEN-11', 'a key that does not fit the algorithm', { header: { alg: 'ES384' } }, 'key_mismatch'],
]

for (const [id, title, change, code] of faults)
  test(`${id} refuses a proof with ${title}`, async () => {
    const result = await verifyDpopProof(ctx, await forgeJwt(await proofFor(), signer, change), policy)
    assert.ok(result instanceof Failure, 'was accepted')
    assert.equal(result.code, code)
  })

test('PP-90 refuses a valid proof of a key that the token is not bound to, on either curve', async () => {
  for (const stranger of [other, larger]) {
    const proof = await createDpopProof(ctx, stranger, { method: 'POST', url, now, accessToken: token })
    const result = await verifyDpopProof(ctx, proof, policy)
    assert.ok(result instanceof Failure)
    assert.equal(result.code, 'jkt_mismatch')
  }
})

test('PP-80 a proof with a foreign key that did not sign it is an invalid proof, whatever the token is bound to', async () => {
  const forged = await forgeJwt(await proofFor(), signer, { header: { jwk: other.publicJwk } })
  const result = await verifyDpopProof(ctx, forged, policy)
  assert.ok(result instanceof Failure)
  assert.equal(result.code, 'signature_invalid')
})

const accepted: readonly (readonly [id: string, title: string, change: JwtChange])[] = [
  ['PP-84', 'a jti of random base64url', { payload: { jti: 'q3q1dPyXy0E' } }],
  ['PP-84', 'a jti of 256 characters', { payload: { jti: 'a'.repeat(256) } }],
  ['PP-81', 'an htu in another spelling', { payload: { htu: 'HTTPS://PID.example:443/./%63redential?x#y' } }],
  ['PP-82', 'the oldest iat of the window', { payload: { iat: now - 69 } }],
  ['PP-82', 'an iat ahead by the skew', { payload: { iat: now + 10 } }],
  ['GEN-13', 'a typ with prefix and capitals', { header: { typ: 'application/DPoP+JWT' } }],
  [
    'GEN-21',
    'further members',
    { header: { jwk: { ...jwk, kid: 'x', use: 'sig' } }, payload: { exp: now + 60, extra: {} } },
  ],
]

for (const [id, title, change] of accepted)
  test(`${id} accepts ${title}`, async () => {
    const result = await verifyDpopProof(ctx, await forgeJwt(await proofFor(), signer, change), policy)
    assert.ok(!failed(result), failed(result) ? result.code : '')
  })

test('PP-77 a required nonce is refused if it is missing, foreign or expired', async () => {
  const nonce = { keys: nonceKeys, lifetime: 300 }
  const codeOf = async (value?: string) => {
    const proof = await proofFor(value === undefined ? {} : { nonce: value })
    const result = await verifyDpopProof(ctx, proof, { ...policy, nonce })
    return failed(result) ? result.code : 'accepted'
  }
  assert.equal(await codeOf(), 'dpop_nonce_missing')
  assert.equal(await codeOf('0'.repeat(76)), 'nonce_foreign')
  assert.equal(await codeOf(createDpopNonce(ctx, nonceKeys, now - 300)), 'nonce_expired')
  assert.equal(await codeOf(createDpopNonce(ctx, nonceKeys, now - 299)), 'accepted')
})

test('PP-78 a missing DPoP header and a doubled one are refused', () => {
  const codeOf = (header?: string) => {
    const result = parseDpopHeader(header)
    return failed(result) ? result.code : result
  }
  assert.equal(codeOf(), 'dpop_missing')
  assert.equal(codeOf(''), 'dpop_missing')
  assert.equal(codeOf('a.b.c, a.b.c'), 'dpop_duplicated')
  assert.equal(codeOf('a.b.c'), 'a.b.c')
})

test('PP-83 the claim of a proof is scoped to its key and kept as long as the proof would be accepted', async () => {
  const claims = createMemoryClaims()
  const verified = async (by: typeof signer, jti: string) => {
    const proof = await createDpopProof(ctx, by, { method: 'POST', url, now })
    const forged = await forgeJwt(proof, by, { payload: { jti } })
    const { accessToken: _, jkt: __, ...free } = policy
    const result = await verifyDpopProof(ctx, forged, free)
    assert.ok(!failed(result))
    return dpopClaim(result)
  }
  const claim = async (by: typeof signer, jti: string) => claims.claim([await verified(by, jti)], () => 'won')
  assert.equal(await claim(signer, 'one'), 'won')
  assert.deepEqual(await claim(signer, 'one'), { lost: 'dpop_jti' })
  assert.equal(await claim(other, 'one'), 'won')
  claims.prune(now + 70)
  assert.deepEqual(await claim(signer, 'one'), { lost: 'dpop_jti' })
})
