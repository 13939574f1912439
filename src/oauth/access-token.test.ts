import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countingCrypto } from '../../test/support/crypto-counter.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../../test/support/forge-jwt.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { failed, randomToken, randomUuid } from '../base/index.ts'
import { allAlgorithms, defaultAlgorithms, generateSigner, withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { checkReceivedAccessToken, createAccessToken, verifyAccessToken } from './access-token.ts'
import { createKnownTokens } from './known-tokens.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()), random: seededRandom('access-token') }
const now = fixedClock().now()
const signer = await generateSigner(ctx)
const other = await generateSigner(ctx)
const issuer = 'https://pid.example'
const clientId = 'https://wp.example/instance/thumb'
const input = {
  issuer,
  subject: 'pairwise',
  clientId,
  now,
  lifetime: 300,
  jti: randomUuid(ctx.random),
  cNonce: randomToken(ctx.random),
  jkt: 'jkt-thumbprint',
}
const token = await createAccessToken(signer, input)
const policy = { issuer, keys: [other.publicJwk, signer.publicJwk], now, skew: 10, algorithms: defaultAlgorithms }
const changed = async (change: JwtChange) => verifyAccessToken(ctx, await forgeJwt(token, signer, change), policy)

test('PP-21, PP-22, PP-85, PP-87, PP-88 the token has every claim and is verified', async () => {
  const { header, payload } = decodeJwt(token)
  assert.deepEqual(header, { alg: 'ES256', typ: 'at+jwt', kid: signer.kid })
  assert.deepEqual(payload, {
    iss: issuer,
    sub: 'pairwise',
    client_id: clientId,
    aud: clientId,
    iat: now,
    exp: now + 300,
    jti: input.jti,
    nonce: input.cNonce,
    jkt: 'jkt-thumbprint',
    cnf: { jkt: 'jkt-thumbprint' },
  })
  const verified = expectSuccess(await verifyAccessToken(ctx, token, policy))
  assert.deepEqual([verified.jkt, verified.jti, verified.sub], ['jkt-thumbprint', input.jti, 'pairwise'])
})

const faults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = [
  ['PP-89', 'the signature of a key that is not ours', { signer: other }, 'signature_invalid'],
  ['PP-89', 'no kid', { header: { kid: undefined } }, 'kid_unknown'],
  ['PP-89', 'an unknown kid', { header: { kid: 'x' } }, 'kid_unknown'],
  ['PP-89', 'another issuer', { payload: { iss: 'https://x.example' } }, 'iss_mismatch'],
  ['PP-89', 'another kind of JWT', { header: { typ: 'vc+sd-jwt' } }, 'typ_mismatch'],
  ['PP-89', 'no typ', { header: { typ: undefined } }, 'typ_mismatch'],
  ['PP-88', 'an exp that has passed', { payload: { iat: now - 310, exp: now - 10 } }, 'expired'],
  ['PP-89', 'no exp', { payload: { exp: undefined } }, 'access_token_malformed'],
  ['PP-89', 'no iat', { payload: { iat: undefined } }, 'access_token_malformed'],
  ['PP-89', 'no sub', { payload: { sub: undefined } }, 'access_token_malformed'],
  ['PP-89', 'a jti that is not a UUID', { payload: { jti: 'x' } }, 'access_token_malformed'],
  ['PP-89', 'a jti with a character before it', { payload: { jti: `x${input.jti}` } }, 'access_token_malformed'],
  ['PP-89', 'a jti with a character after it', { payload: { jti: `${input.jti}x` } }, 'access_token_malformed'],
  ['PP-89', 'a jti in a list', { payload: { jti: [input.jti] } }, 'access_token_malformed'],
  ['PP-87', 'a nonce that is a list', { payload: { nonce: Array(32).fill('x') } }, 'access_token_malformed'],
  ['PP-21', 'an empty client_id', { payload: { client_id: '' } }, 'access_token_malformed'],
  ['PP-21', 'several audiences', { payload: { aud: [clientId] } }, 'access_token_malformed'],
  ['PP-21', 'a jti of another version', { payload: { jti: input.jti.replace('-4', '-7') } }, 'access_token_malformed'],
  ['PP-22', 'no cnf', { payload: { cnf: undefined } }, 'access_token_malformed'],
  ['PP-22', 'a cnf without jkt', { payload: { cnf: {} } }, 'access_token_malformed'],
  ['PP-87', 'a short nonce', { payload: { nonce: 'x' } }, 'access_token_malformed'],
  ['PP-90', 'no jkt', { payload: { jkt: undefined } }, 'access_token_malformed'],
  ['PP-21', 'an aud that is not the client', { payload: { aud: issuer } }, 'aud_mismatch'],
  ['PP-22', 'two different bindings', { payload: { cnf: { jkt: 'x' } } }, 'binding_contradictory'],
]
for (const [id, what, change, code] of faults) refuses(id, `a token with ${what}`, () => changed(change), code)

refuses(
  'PP-89',
  'a token without kid, even if a key has none',
  async () => {
    const { kid: _, ...withoutKid } = signer.publicJwk
    const compact = await forgeJwt(token, signer, { header: { kid: undefined } })
    return verifyAccessToken(ctx, compact, { ...policy, keys: [withoutKid] })
  },
  'kid_unknown',
)

test('PP-88 a token is accepted until its last second and the skew', async () => {
  expectSuccess(await verifyAccessToken(ctx, token, { ...policy, now: now + 309 }))
})
refuses(
  'PP-88',
  'a token a second later',
  () => verifyAccessToken(ctx, token, { ...policy, now: now + 310 }),
  'expired',
)

test('PP-89 the signature of a verified token is not verified again, but that of another token is', async () => {
  const counter = countingCrypto(createNodeCrypto())
  const known = createKnownTokens(ctx)
  const verify = (compact: string, change = {}) =>
    verifyAccessToken({ crypto: counter.crypto }, compact, { ...policy, known, ...change })
  const another = await createAccessToken(signer, { ...input, subject: 'another' })
  for (const [compact, verifications] of [
    [token, 1],
    [token, 0],
    [another, 1],
  ] as const) {
    expectSuccess(await verify(compact))
    assert.equal(counter.take().verify, verifications)
  }
  const damaged = `${token.slice(0, token.lastIndexOf('.'))}${another.slice(another.lastIndexOf('.'))}`
  const codeOf = async (compact: string, change?: object) => {
    const result = await verify(compact, change)
    return failed(result) ? result.code : 'accepted'
  }
  assert.equal(await codeOf(damaged), 'signature_invalid')
  assert.equal(await codeOf(damaged), 'signature_invalid', 'a refused token is not remembered')
  assert.equal(await codeOf(token, { now: now + 310 }), 'expired')
  assert.equal(await codeOf(token, { keys: [other.publicJwk] }), 'kid_unknown')
})

const expected = {
  issuer,
  clientIds: ['thumb', clientId],
  jkt: 'jkt-thumbprint',
  now,
  skew: 10,
}
const received = async (change: JwtChange) => checkReceivedAccessToken(await forgeJwt(token, signer, change), expected)

test('WI-09, WI-49 the wallet accepts the token with either form of its client_id and of the binding', async () => {
  expectSuccess(checkReceivedAccessToken(token, expected))
  expectSuccess(await received({ payload: { client_id: 'thumb', aud: 'thumb' } }))
  expectSuccess(await received({ payload: { aud: [clientId] } }))
  expectSuccess(await received({ payload: { jkt: undefined } }))
  expectSuccess(await received({ payload: { cnf: undefined }, header: { typ: undefined } }))
})

test('WI-49 the wallet accepts a token with any asymmetric algorithm, because it does not verify the signature (D-47)', async () => {
  for (const alg of allAlgorithms) expectSuccess(await received({ header: { alg } }))
})

test('WI-99 the wallet accepts a jti of 1 to 256 printable characters, and a nonce that is a UUID (D-36)', async () => {
  for (const jti of ['x', 'a b~', 'x'.repeat(256)]) expectSuccess(await received({ payload: { jti } }))
  expectSuccess(await received({ payload: { nonce: '2c128e4d-fc91-4cd3-86b8-18bdea0988cb' } }))
})

const walletFaults: readonly (readonly [id: string, what: string, change: JwtChange, code: string])[] = [
  ['WI-09', 'another issuer', { payload: { iss: 'https://x.example' } }, 'iss_mismatch'],
  ['WI-09', 'no issuer', { payload: { iss: undefined } }, 'iss_mismatch'],
  ['WI-09', 'another audience', { payload: { aud: 'https://wp.example/instance/x' } }, 'aud_mismatch'],
  ['WI-09', 'no audience', { payload: { aud: undefined } }, 'aud_mismatch'],
  ['WI-09', 'the other form of its client_id as audience', { payload: { aud: 'thumb' } }, 'aud_mismatch'],
  ['WI-09', 'another audience beside its own', { payload: { aud: [clientId, 'thumb'] } }, 'aud_mismatch'],
  ['WI-09', 'the client_id of another client', { payload: { client_id: 'x', aud: 'x' } }, 'client_id_mismatch'],
  ['WI-09', 'the client_id of another client and its own aud', { payload: { client_id: 'x' } }, 'client_id_mismatch'],
  ['WI-09', 'no client_id', { payload: { client_id: undefined } }, 'client_id_mismatch'],
  ['WI-99', 'no sub', { payload: { sub: undefined } }, 'sub_missing'],
  ['WI-99', 'an empty sub', { payload: { sub: '' } }, 'sub_missing'],
  ['WI-99', 'a sub that is not a text', { payload: { sub: 7 } }, 'sub_missing'],
  ['WI-99', 'no iat', { payload: { iat: undefined } }, 'iat_missing'],
  ['WI-99', 'no jti', { payload: { jti: undefined } }, 'jti_malformed'],
  ['WI-99', 'a jti of 257 characters', { payload: { jti: 'x'.repeat(257) } }, 'jti_malformed'],
  ['WI-99', 'a jti with a line break', { payload: { jti: 'x\n' } }, 'jti_malformed'],
  ['WI-99', 'no nonce', { payload: { nonce: undefined } }, 'nonce_short'],
  ['WI-99', 'a nonce of 31 letters and digits among dashes', { payload: { nonce: '-n'.repeat(31) } }, 'nonce_short'],
  ['WI-99', 'a nonce of 31 characters', { payload: { nonce: 'n'.repeat(31) } }, 'nonce_short'],
  ['WI-99', 'a nonce that is a list', { payload: { nonce: Array(32).fill('n') } }, 'nonce_short'],
  ['WI-49', 'another key', { payload: { jkt: 'x', cnf: { jkt: 'x' } } }, 'jkt_mismatch'],
  ['WI-49', 'two keys', { payload: { cnf: { jkt: 'x' } } }, 'jkt_mismatch'],
  ['WI-49', 'no key', { payload: { jkt: undefined, cnf: undefined } }, 'jkt_mismatch'],
  ['WI-49', 'a cnf that is null', { payload: { jkt: 'x', cnf: null } }, 'jkt_mismatch'],
  ['WI-49', 'an exp that has passed', { payload: { exp: now - 10 } }, 'expired'],
  ['WI-49', 'no exp', { payload: { exp: undefined } }, 'exp_missing'],
]
for (const [id, what, change, code] of walletFaults)
  refuses(id, `in the wallet, a token with ${what}`, () => received(change), code)
for (const [alg, code] of [
  ['none', 'alg_none'],
  ['HS256', 'alg_mac'],
  ['HS512', 'alg_mac'],
  ['X512', 'alg_unsupported'],
] as const)
  refuses('WI-49', `in the wallet, a token with the algorithm ${alg}`, () => received({ header: { alg } }), code)
refuses('WI-49', 'an opaque token', () => checkReceivedAccessToken('opaque', expected), 'jws_malformed')
refuses(
  'WI-49',
  'an unsigned token',
  () => checkReceivedAccessToken(token.replace(/[^.]*$/, ''), expected),
  'jws_unsigned',
)
