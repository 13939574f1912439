import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { compactVerify, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'
import { codeOf } from '../../test/support/refuses.ts'
import { rsaSigner } from '../../test/support/rsa-keys.ts'
import { appendixA3, appendixA4 } from '../../test/vectors/rfc7515.ts'
import { section41, section43 } from '../../test/vectors/rfc7520.ts'
import { appendixA } from '../../test/vectors/rfc8037.ts'
import { decodeBase64url, encodeBase64url, Failure, failed, type JsonObject, type PublicJwk } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { type JwsAlgorithm, jwsAlgorithms } from './algorithms.ts'
import { checkJwtTimes, parseJws, signJwt, typMatches, verifyJws } from './jws.ts'
import { withKeyCache } from './key-cache.ts'
import { generateSigner } from './local-signer.ts'

const ctx = { crypto: withKeyCache(createNodeCrypto()) }
const algorithms = Object.keys(jwsAlgorithms) as JwsAlgorithm[]
const policy = { typ: ['JWT'], algorithms: ['ES256', 'ES384', 'ES512'] } as const
const signer = await generateSigner(ctx)
const valid = await signJwt(signer, { typ: 'JWT', kid: signer.kid }, { iss: 'a' })
const check = async (
  compact: string,
  jwk: PublicJwk = signer.publicJwk,
  by: Parameters<typeof parseJws>[1] = policy,
) => {
  const jws = parseJws(compact, by, 'jwt')
  return codeOf(jws instanceof Failure ? jws : await verifyJws(ctx, jws, jwk, 'jwt'))
}

test('RFC 7515 A.3: ES256 is verified', async () => {
  const jws = parseJws(appendixA3.compact, { ...policy, typ: [undefined] }, 'jwt')
  assert.ok(!(jws instanceof Failure))
  assert.deepEqual(jws.payload, appendixA3.payload)
  assert.equal(codeOf(await verifyJws(ctx, jws, appendixA3.jwk, 'jwt')), 'accepted')
})

for (const [name, alg, { compact, jwk }] of [
  ['RFC 7515 A.4: ES512', 'ES512', appendixA4],
  ['RFC 8037 A.4: Ed25519', 'EdDSA', appendixA],
  ['RFC 7520 §4.1: RS256', 'RS256', section41],
  ['RFC 7520 §4.3: ES512', 'ES512', section43],
] as const) {
  test(`${name} is verified, and is not a JWT because its payload is not JSON`, async () => {
    const by = { typ: [undefined], algorithms: [alg] }
    assert.equal(codeOf(parseJws(compact, by, 'jwt')), 'json_malformed')
    const signature = decodeBase64url(compact.slice(compact.lastIndexOf('.') + 1)) as Uint8Array
    const jws = { header: { alg }, payload: {}, compact, signature }
    assert.equal(codeOf(await verifyJws(ctx, jws, jwk, 'jwt')), 'accepted')
    const changed = { ...jws, signature: signature.with(0, (signature[0] ?? 0) ^ 1) }
    assert.equal(codeOf(await verifyJws(ctx, changed, jwk, 'jwt')), 'signature_invalid')
  })
}

for (const alg of algorithms.filter((name) => name !== 'ES256K')) {
  test(`${alg}: jose verifies our signature, and we verify that of jose`, async () => {
    const ours = await generateSigner(ctx, alg)
    const compact = await signJwt(ours, { typ: 'JWT' }, { iss: 'a', n: 1 })
    const { protectedHeader } = await compactVerify(compact, await importJWK(ours.publicJwk as JWK, alg))
    assert.deepEqual(protectedHeader, { alg, typ: 'JWT' })

    const { publicKey, privateKey } = await generateKeyPair(alg)
    const theirs = await new SignJWT({ iss: 'b' }).setProtectedHeader({ alg, typ: 'JWT' }).sign(privateKey)
    const jwk = (await exportJWK(publicKey)) as PublicJwk
    assert.equal(await check(theirs, jwk, { typ: ['JWT'], algorithms: [alg] }), 'accepted')
  })
}

test('a local signer publishes its key with kid, use and alg, and nothing private', () => {
  assert.deepEqual(Object.keys(signer.publicJwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
  assert.deepEqual([signer.publicJwk.kid, signer.publicJwk.use, signer.publicJwk.alg], [signer.kid, 'sig', 'ES256'])
})

const [head = '', body = '', tail = ''] = valid.split('.')
const part = (value: object | string): string =>
  encodeBase64url(typeof value === 'string' ? value : JSON.stringify(value))
const withHeader = (header: object | string): string => `${part(header)}.${body}.${tail}`
const asMac = (key: Uint8Array | string): string => {
  const input = `${part({ alg: 'HS256', typ: 'JWT' })}.${body}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}
const x = decodeBase64url(signer.publicJwk.x ?? '') as Uint8Array
const es384 = await generateSigner(ctx, 'ES384')
const rsa = await rsaSigner()

const faults: readonly [string, string, string][] = [
  ['GEN-01 alg none', `${part({ alg: 'none', typ: 'JWT' })}.${body}.`, 'alg_none'],
  ['GEN-01 alg None', `${part({ alg: 'nOnE', typ: 'JWT' })}.${body}.`, 'alg_none'],
  ['GEN-01 alg none with a signature', withHeader({ alg: 'none', typ: 'JWT' }), 'alg_none'],
  ['GEN-01 no signature', `${head}.${body}.`, 'jws_unsigned'],
  ['GEN-02 a MAC by the public key as JWK', asMac(JSON.stringify(signer.publicJwk)), 'alg_mac'],
  ['GEN-02 a MAC by the public key as bytes', asMac(x), 'alg_mac'],
  ['GEN-02 a MAC algorithm in lower case', withHeader({ alg: 'hs512', typ: 'JWT' }), 'alg_mac'],
  ['GEN-03 an alg that the policy does not list', await signJwt(rsa, { typ: 'JWT' }, {}), 'alg_unsupported'],
  ['GEN-03 an unknown alg', withHeader({ alg: 'ES255', typ: 'JWT' }), 'alg_unsupported'],
  ['GEN-03 an alg named like a member of Object', withHeader({ alg: 'toString', typ: 'JWT' }), 'alg_unsupported'],
  ['GEN-03 an alg that is not a text', withHeader({ alg: ['ES256'], typ: 'JWT' }), 'alg_unsupported'],
  ['GEN-03 no alg', withHeader({ typ: 'JWT' }), 'alg_unsupported'],
  ['GEN-05 crit', withHeader({ alg: 'ES256', typ: 'JWT', crit: ['b64'], b64: false }), 'crit_unsupported'],
  ['GEN-05 an empty crit', withHeader({ alg: 'ES256', typ: 'JWT', crit: [] }), 'crit_unsupported'],
  ['GEN-05 a crit that is null', withHeader({ alg: 'ES256', typ: 'JWT', crit: null }), 'crit_unsupported'],
  ['GEN-14 another typ', withHeader({ alg: 'ES256', typ: 'at+jwt' }), 'typ_mismatch'],
  ['GEN-14 no typ', withHeader({ alg: 'ES256' }), 'typ_mismatch'],
  ['GEN-14 a typ that is not a text', withHeader({ alg: 'ES256', typ: ['JWT'] }), 'typ_mismatch'],
  ['GEN-28 a header member twice', withHeader('{"alg":"none","alg":"ES256","typ":"JWT"}'), 'json_duplicate_member'],
  ['GEN-28 a claim twice', `${head}.${part('{"iss":"a","iss":"b"}')}.${tail}`, 'json_duplicate_member'],
  [
    'GEN-34 a claim with a number that a double would change',
    `${head}.${part('{"iat":9007199254740993}')}.${tail}`,
    'json_malformed',
  ],
  ['GEN-23 a header that is not an object', withHeader('[]'), 'json_malformed'],
  ['GEN-23 a payload that is not an object', `${head}.${part('"x"')}.${tail}`, 'json_malformed'],
  ['GEN-23 a payload that is null', `${head}.${part('null')}.${tail}`, 'json_malformed'],
  ['GEN-23 a header that is not base64url', `${head}=.${body}.${tail}`, 'jws_malformed'],
  ['GEN-23 a payload that is not UTF-8', `${head}._w.${tail}`, 'jws_malformed'],
  ['GEN-23 a signature that is not base64url', `${head}.${body}.${tail}=`, 'jws_malformed'],
  ['GEN-23 a line break', `${head}\n.${body}.${tail}`, 'jws_malformed'],
  ['GEN-23 a text over the size limit', `${valid}${'A'.repeat(131_072)}`, 'json_too_large'],
  ['GEN-01 another payload', `${head}.${part({ iss: 'b' })}.${tail}`, 'signature_invalid'],
  ['GEN-01 another header', withHeader({ alg: 'ES256', typ: 'JWT' }), 'signature_invalid'],
  ['GEN-01 a signature of zeros', `${head}.${body}.${'A'.repeat(86)}`, 'signature_invalid'],
  ['GEN-01 a signature too short', `${head}.${body}.${tail.slice(0, 40)}`, 'signature_invalid'],
  ['GEN-11 a key of another curve', await signJwt(es384, { typ: 'JWT' }, {}), 'key_mismatch'],
]
for (const [what, compact, code] of faults) {
  test(`JWS refuses ${what}`, async () => assert.equal(await check(compact), code))
}

test('GEN-23 the place of the failure names white space in any part of a JWS', () => {
  for (const text of [`${head}\n.${body}.${tail}`, `${head}.${body} .${tail}`, `${valid}\n`]) {
    const jws = parseJws(text, { typ: ['JWT'], algorithms: ['ES256'] }, 'token')
    assert.equal(failed(jws) && jws.at, 'token.white_space', JSON.stringify(text))
  }
})

test('JWS: the valid JWS is accepted with its key and refused with any other key', async () => {
  assert.equal(await check(valid), 'accepted')
  assert.equal(await check(valid, (await generateSigner(ctx)).publicJwk), 'signature_invalid')
  assert.equal(await check(valid, { ...signer.publicJwk, key_ops: ['encrypt'] }), 'key_mismatch')
  assert.equal(await check(valid, rsa.publicJwk), 'key_mismatch')
})

test('JWS: a key with members of a wrong type is refused, and nothing is thrown', async () => {
  const changed = (key: PublicJwk, members: object): PublicJwk => ({ ...key, ...members })
  for (const operations of [null, 5, {}, 'verify'])
    assert.equal(await check(valid, changed(signer.publicJwk, { key_ops: operations })), 'key_mismatch')
  const signed = await signJwt(rsa, { typ: 'JWT' }, {})
  const by = { typ: ['JWT'], algorithms: ['RS256'] } as const
  assert.equal(await check(signed, rsa.publicJwk, by), 'accepted')
  for (const member of [undefined, null, 5, []]) {
    assert.equal(await check(valid, changed(signer.publicJwk, { x: member })), 'key_unusable')
    assert.equal(await check(signed, changed(rsa.publicJwk, { n: member }), by), 'signature_invalid')
    assert.equal(await check(signed, changed(rsa.publicJwk, { e: member }), by), 'key_unusable')
  }
})

test('typ: the comparison ignores letter case and a leading application/, and nothing else', async () => {
  for (const typ of ['jwt', 'application/JWT', 'Application/jwt']) {
    assert.equal(typMatches(typ, 'JWT'), true)
    assert.equal(typMatches('JWT', typ), true)
  }
  for (const typ of ['', 'jwt ', 'application/', 'x/jwt', 'application/application/jwt'])
    assert.equal(typMatches(typ, 'JWT'), false)
  const untyped = await signJwt(signer, {}, {})
  assert.equal(await check(untyped, signer.publicJwk, { ...policy, typ: [undefined] }), 'accepted')
  assert.equal(await check(valid, signer.publicJwk, { ...policy, typ: [undefined] }), 'typ_mismatch')
})

const now = 1000
const times: readonly [JsonObject, string][] = [
  [{}, 'accepted'],
  [{ iat: 1000, nbf: 1000, exp: 1001 }, 'accepted'],
  [{ exp: 971 }, 'accepted'],
  [{ exp: 970 }, 'expired'],
  [{ iat: 1030 }, 'accepted'],
  [{ iat: 1031 }, 'not_yet_valid'],
  [{ nbf: 1030 }, 'accepted'],
  [{ nbf: 1031 }, 'not_yet_valid'],
  [{ iat: 99_999_999_999 }, 'not_yet_valid'],
  [{ iat: 1_768_478_400_000 }, 'time_invalid'],
  [{ nbf: 1_768_478_400_000 }, 'time_invalid'],
  [{ exp: '2000' }, 'time_invalid'],
  [{ exp: null }, 'time_invalid'],
  [{ iat: -1 }, 'time_invalid'],
  [{ nbf: [] }, 'time_invalid'],
  [{ exp: Number.POSITIVE_INFINITY }, 'time_invalid'],
  [{ exp: 1000.5 }, 'accepted'],
]
for (const [payload, code] of times) {
  test(`GEN-04, GEN-10 times ${JSON.stringify(payload)}: ${code}`, () => {
    assert.equal(codeOf(checkJwtTimes(payload, { now, skew: 30 }, 'payload')), code)
  })
}

test('GEN-01 refuses an RSA signature whose leading zero was cut off', async () => {
  const policy = { typ: ['JWT'], algorithms: ['RS256' as const] }
  for (let jti = 0; jti < 10_000; jti += 1) {
    const compact = await signJwt(rsa, { typ: 'JWT' }, { jti })
    const jws = parseJws(compact, policy, 'jws')
    assert.ok(!failed(jws))
    if (jws.signature[0] !== 0) continue
    assert.equal(failed(await verifyJws(ctx, jws, rsa.publicJwk, 'jws')), false)
    const cut = await verifyJws(ctx, { ...jws, signature: jws.signature.subarray(1) }, rsa.publicJwk, 'jws')
    assert.equal(failed(cut) && cut.code, 'signature_invalid')
    return
  }
  assert.fail('no signature began with a zero')
})
