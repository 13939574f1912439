import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { commonJwtFaults, decodeJwt, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { refuses, vouched } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { defaultAlgorithms, generateSigner, jwkThumbprint, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { clientAssertionClaim, createClientAssertion, verifyClientAssertion } from './client-assertion.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('client-assertion') }
const now = fixedClock().now()
const signer = await generateSigner(ctx)
const other = await generateSigner(ctx)
const clientId = jwkThumbprint(ctx, signer.publicJwk)
const audience = 'https://pid.example'
const policy = {
  clientId,
  key: signer.publicJwk,
  audiences: [audience, 'https://pid.example/token'],
  now,
  skew: 10,
  algorithms: defaultAlgorithms,
}
const assertion = await createClientAssertion(ctx, signer, { clientId, audience, now })
const verifyChanged = async (change: JwtChange) =>
  verifyClientAssertion(ctx, await forgeJwt(assertion, signer, change), policy)

test('WI-44 the assertion has the claims of RFC 7523, and verifies', async () => {
  const { header, payload } = decodeJwt(assertion)
  assert.deepEqual(header, { alg: 'ES256', typ: 'JWT', kid: clientId })
  const { jti, ...rest } = payload
  assert.deepEqual(rest, { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + 60 })
  const verified = vouched(await verifyClientAssertion(ctx, assertion, policy))
  assert.deepEqual(clientAssertionClaim(verified), {
    name: 'client_assertion_jti',
    value: `${clientId} ${jti}`,
    expiresAt: now + 70,
  })
})

const faults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = [
  ['PP-73', 'another key', { signer: other }, 'signature_invalid'],
  ['PP-73', 'no iss', { payload: { iss: undefined } }, 'iss_mismatch'],
  ['PP-73', 'another iss', { payload: { iss: 'x' } }, 'iss_mismatch'],
  ['PP-73', 'no sub', { payload: { sub: undefined } }, 'sub_mismatch'],
  ['PP-73', 'another sub', { payload: { sub: 'x' } }, 'sub_mismatch'],
  ['PP-73', 'no aud', { payload: { aud: undefined } }, 'aud_mismatch'],
  ['PP-73', 'another aud', { payload: { aud: 'https://other.example' } }, 'aud_mismatch'],
  ['PP-73', 'a foreign audience beside ours', { payload: { aud: [audience, 'https://x.example'] } }, 'aud_mismatch'],
  ['PP-73', 'an empty list of audiences', { payload: { aud: [] } }, 'aud_mismatch'],
  ['PP-18', 'no iat', { payload: { iat: undefined } }, 'iat_missing'],
  ['PP-73', 'no exp', { payload: { exp: undefined } }, 'exp_missing'],
  ['PP-73', 'an expired one', { payload: { iat: now - 60, exp: now - 10 } }, 'expired'],
  ['PP-74', 'a life of 301 seconds', { payload: { exp: now + 301 } }, 'lifetime_too_long'],
  ['PP-73', 'no jti', { payload: { jti: undefined } }, 'jti_missing'],
  ['PP-73', 'an empty jti', { payload: { jti: '' } }, 'jti_malformed'],
  ['GEN-14', 'an access token in its place', { header: { typ: 'at+jwt' } }, 'typ_mismatch'],
]
for (const [id, what, change, code] of faults)
  refuses(id, `an assertion with ${what}`, () => verifyChanged(change), code)
for (const [id, what, forge, code] of commonJwtFaults)
  refuses(
    id,
    `an assertion with ${what}`,
    async () => verifyClientAssertion(ctx, await forge(assertion, signer), policy),
    code,
  )

const accepted: readonly (readonly [what: string, change: JwtChange])[] = [
  ['no typ', { header: { typ: undefined } }],
  ['the token endpoint as audience', { payload: { aud: 'https://pid.example/token' } }],
  ['a list of our names as audience', { payload: { aud: [audience, 'https://pid.example/token'] } }],
  ['a life of 300 seconds', { payload: { exp: now + 300 } }],
  ['nbf', { payload: { nbf: now } }],
]
for (const [what, change] of accepted)
  test(`PP-74 accepts an assertion with ${what}`, async () => void vouched(await verifyChanged(change)))
