import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
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
const instanceUrl = `https://wp.example/instance/${clientId}`
const policy = {
  clientId,
  aliases: [instanceUrl],
  key: signer.publicJwk,
  audiences: [audience, 'https://pid.example/token'],
  now,
  skew: 10,
  algorithms: defaultAlgorithms,
}
const assertion = await createClientAssertion(ctx, signer, { clientId, audience, now })
const verifyChanged = async (change: JwtChange) =>
  verifyClientAssertion(ctx, await forgeJwt(assertion, signer, change), policy)

test('WI-44 the assertion has the claims of RFC 7523 and is verified', async () => {
  const { header, payload } = decodeJwt(assertion)
  assert.deepEqual(header, { alg: 'ES256', typ: 'JWT', kid: clientId })
  const { jti, ...rest } = payload
  assert.deepEqual(rest, { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + 60 })
  const verified = expectSuccess(await verifyClientAssertion(ctx, assertion, policy))
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
  ['PP-73', 'the URL form of another client as iss', { payload: { iss: `${instanceUrl}x` } }, 'iss_mismatch'],
  ['PP-73', 'the URL form of another client as sub', { payload: { sub: `${instanceUrl}x` } }, 'sub_mismatch'],
  ['PP-18', 'no exp', { payload: { exp: undefined } }, 'exp_missing'],
  ['PP-18', 'neither iat nor exp', { payload: { iat: undefined, exp: undefined } }, 'exp_missing'],
  ['PP-73', 'an exp that has passed', { payload: { iat: now - 60, exp: now - 10 } }, 'expired'],
  ['PP-74', 'an exp more than an hour ahead', { payload: { exp: now + 3601 } }, 'lifetime_too_long'],
  ['PP-74', 'an exp an hour after a future iat', { payload: { iat: now + 5, exp: now + 3605 } }, 'lifetime_too_long'],
  ['PP-74', 'an exp a day ahead, without iat', { payload: { iat: undefined, exp: now + 86_400 } }, 'lifetime_too_long'],
  ['PP-73', 'an empty jti', { payload: { jti: '' } }, 'jti_malformed'],
  ['GEN-14', 'the typ of an access token', { header: { typ: 'at+jwt' } }, 'typ_mismatch'],
]
for (const [id, what, change, code] of faults)
  refuses(id, `an assertion with ${what}`, () => verifyChanged(change), code)

const accepted: readonly (readonly [what: string, change: JwtChange])[] = [
  ['no typ', { header: { typ: undefined } }],
  ['the token endpoint as audience', { payload: { aud: 'https://pid.example/token' } }],
  ['a list of our names as audience', { payload: { aud: [audience, 'https://pid.example/token'] } }],
  ['an exp an hour ahead', { payload: { exp: now + 3600 } }],
  ['an iat of yesterday', { payload: { iat: now - 86_400 } }],
  ['nbf', { payload: { nbf: now } }],
]
for (const [what, change] of accepted)
  test(`PP-74 accepts an assertion with ${what}`, async () => void expectSuccess(await verifyChanged(change)))

test('PP-130 accepts an assertion without iat, jti or both, and claims its jti or the hash of its signed part', async () => {
  for (const payload of [{ iat: undefined }, { jti: undefined }, { iat: undefined, jti: undefined }]) {
    const compact = await forgeJwt(assertion, signer, { payload })
    const claim = clientAssertionClaim(expectSuccess(await verifyClientAssertion(ctx, compact, policy)))
    const digest = ctx.crypto.digestText('sha-256', compact.slice(0, compact.lastIndexOf('.')))
    const known = 'jti' in payload ? digest : decodeJwt(assertion).payload.jti
    assert.deepEqual([claim.value, claim.expiresAt], [`${clientId} ${known}`, now + 70])
  }
})

test('PP-130 two signatures over the same assertion without jti have one single use', async () => {
  const signedAgain = async (payload: object) => {
    const compact = await forgeJwt(assertion, signer, { payload: { jti: undefined, ...payload } })
    return [compact, clientAssertionClaim(expectSuccess(await verifyClientAssertion(ctx, compact, policy))).value]
  }
  const [first, second, other] = [await signedAgain({}), await signedAgain({}), await signedAgain({ iat: now - 1 })]
  assert.notEqual(first[0], second[0], 'two ECDSA signatures differ')
  assert.equal(first[1], second[1])
  assert.notEqual(first[1], other[1])
})

test('PP-131 accepts the URL form of the client as iss, as sub and as both', async () => {
  for (const payload of [{ iss: instanceUrl, sub: instanceUrl }, { iss: instanceUrl }, { sub: instanceUrl }]) {
    const claim = clientAssertionClaim(expectSuccess(await verifyChanged({ payload })))
    assert.match(claim.value, new RegExp(`^${clientId} `))
  }
})
