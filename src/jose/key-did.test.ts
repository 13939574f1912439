import assert from 'node:assert/strict'
import { ECDH } from 'node:crypto'
import { test } from 'node:test'
import { didJwk, didKey, didKeyOfJwk, didOf, keyBytes } from '../../test/support/key-dids.ts'
import { expectSuccess, refuses } from '../../test/support/refuses.ts'
import type { PublicJwk } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { bareJwk } from './jwk.ts'
import { isKeyDid, longestKeyDid, parseKeyDid } from './key-did.ts'
import { generateSigner } from './local-signer.ts'

const ctx = { crypto: createNodeCrypto() }
const read = (did: string) => parseKeyDid(did, 'kid')
const jwk = bareJwk((await generateSigner(ctx)).publicJwk)

/** Examples from the specifications of did:key and did:jwk. */
const published: readonly (readonly [did: string, jwk: PublicJwk])[] = [
  [
    'did:key:zDnaerDaTF5BXEavCrfRZEk316dpbLsfPDZ3WJ5hRTPFU2169',
    {
      kty: 'EC',
      crv: 'P-256',
      x: 'fyNYMN0976ci7xqiSdag3buk-ZCwgXU4kz9XNkBlNUI',
      y: 'hW2ojTNfH7Jbi8--CJUo3OCbH3y5n91g-IMA9MLMbTU',
    },
  ],
  [
    'did:key:zDnaerx9CtbPJ1q36T5Ln5wYt3MQYeGRG5ehnPAmxcf5mDZpv',
    {
      kty: 'EC',
      crv: 'P-256',
      x: 'igrFmi0whuihKnj9R3Om1SoMph72wUGeFaBbzG2vzns',
      y: 'efsX5b10x8yjyrj4ny3pGfLcY7Xby1KzgqOdqnsrJIM',
    },
  ],
  [
    'did:jwk:eyJjcnYiOiJQLTI1NiIsImt0eSI6IkVDIiwieCI6ImFjYklRaXVNczNpOF91c3pFakoydHBUdFJNNEVVM3l6OTFQSDZDZEgyVjAiLCJ5IjoiX0tjeUxqOXZXTXB0bm1LdG00NkdxRHo4d2Y3NEk1TEtncmwyR3pIM25TRSJ9',
    {
      kty: 'EC',
      crv: 'P-256',
      x: 'acbIQiuMs3i8_uszEjJ2tpTtRM4EU3yz91PH6CdH2V0',
      y: '_KcyLj9vWMptnmKtm46GqDz8wf74I5LKgrl2GzH3nSE',
    },
  ],
]

test('PP-126 the keys of published DIDs are read', () => {
  for (const [did, expected] of published) assert.deepEqual({ ...expectSuccess(read(did)) }, expected)
})

test('PP-126 a DID gives the key that it was made from, with and without its fragment', async () => {
  for (const algorithm of ['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA'] as const)
    for (let n = 0; n < 8; n += 1) {
      const key = bareJwk((await generateSigner(ctx, algorithm)).publicJwk)
      const named = didKey(key)
      const dids = [
        named,
        `${named}#${named.slice('did:key:'.length)}`,
        didKeyOfJwk(key),
        didJwk(key),
        `${didJwk(key)}#0`,
      ]
      for (const did of dids) assert.deepEqual(bareJwk(expectSuccess(read(did))), key, did)
    }
  const rsa = bareJwk((await generateSigner(ctx, 'RS256')).publicJwk)
  assert.deepEqual(bareJwk(expectSuccess(read(didJwk(rsa)))), rsa)
})

test('PP-126 the use, alg and kid of the JWK are kept', () => {
  const bound = { ...jwk, use: 'enc', alg: 'ES256', kid: 'x' }
  assert.deepEqual({ ...expectSuccess(read(didJwk(bound))) }, bound)
})

test('PP-126 isKeyDid is true only for a did:key or did:jwk', () => {
  for (const kid of [undefined, 7, '', 'x', 'did:web:wallet.example', 'did:keys:z1', 'DID:KEY:z1', ' did:key:z1'])
    assert.equal(isKeyDid(kid), false)
  for (const kid of ['did:jwk:', 'did:key:x']) assert.equal(isKeyDid(kid), true)
})

const named = didKey(jwk)
const p256 = [0x80, 0x24]
const bytes = keyBytes(jwk)
/** An x-coordinate without a point on P-256. */
const noPoint = Buffer.from(`${'02'.padEnd(64, '0')}01`, 'hex')
assert.throws(() => ECDH.convertKey(noPoint, 'prime256v1', undefined, undefined, 'uncompressed'))
/** An x-coordinate that exceeds the field. */
const tooLarge = Buffer.from(`02${'ff'.repeat(32)}`, 'hex')
const beyond = (text: string): string => text.padEnd(longestKeyDid + 1, 'A')

for (const [what, did, code] of [
  ['a did:jwk that is empty', 'did:jwk:', 'did_malformed'],
  ['a did:jwk that is not base64url', 'did:jwk:e30=', 'did_malformed'],
  ['a did:jwk that is not JSON', `did:jwk:${Buffer.from('{').toString('base64url')}`, 'did_malformed'],
  [
    'a did:jwk with a member twice',
    `did:jwk:${Buffer.from('{"kty":"EC","kty":"EC"}').toString('base64url')}`,
    'did_malformed',
  ],
  ['a did:jwk that is not an object', didJwk('x'), 'jwk_malformed'],
  ['a private did:jwk', didJwk({ ...jwk, d: 'AA' }), 'jwk_private'],
  ['a symmetric did:jwk', didJwk({ kty: 'oct', k: 'AA' }), 'jwk_private'],
  ['a did:jwk of an unknown curve', didJwk({ ...jwk, crv: 'P-224' }), 'jwk_unsupported'],
  ['a did:jwk with a short coordinate', didJwk({ ...jwk, x: 'AA' }), 'jwk_malformed'],
  ['a did:jwk that is longer than the limit', beyond('did:jwk:'), 'did_too_long'],
  ['another fragment of a did:jwk', `${didJwk(jwk)}#1`, 'did_malformed'],
  ['an empty fragment', `${didJwk(jwk)}#`, 'did_malformed'],
  ['two fragments', `${didJwk(jwk)}#0#0`, 'did_malformed'],
  ['a path', `${didJwk(jwk)}/x`, 'did_malformed'],
  ['a query', `${named}?x=1`, 'did_malformed'],
  ['another fragment of a did:key', `${named}#0`, 'did_malformed'],
  ['a did:key that is empty', 'did:key:', 'did_malformed'],
  ['a did:key without bytes', 'did:key:z', 'jwk_unsupported'],
  ['a did:key in another base', `did:key:u${Buffer.from([...p256, ...bytes]).toString('base64url')}`, 'did_malformed'],
  ['a did:key with a character that is not base58', named.replace(/.$/, '0'), 'did_malformed'],
  ['a did:key that is longer than the limit', beyond('did:key:z'), 'did_too_long'],
  ['a did:key with zeros before its codec', named.replace(':z', ':z1'), 'did_malformed'],
  ['a did:key for key agreement', didOf([0xec, 0x01], bytes.subarray(1)), 'jwk_unsupported'],
  ['a did:key of RSA', didOf([0x85, 0x24], new Uint8Array(270).fill(1)), 'jwk_unsupported'],
  ['a did:key of a secret', didOf([0x86, 0x26], bytes.subarray(1)), 'jwk_unsupported'],
  ['a did:key that ends early', didOf(p256, bytes.subarray(0, 32)), 'jwk_malformed'],
  ['a did:key with an extra byte', didOf(p256, Uint8Array.of(...bytes, 0)), 'jwk_malformed'],
  ['a did:key of a point that is not compressed', didOf(p256, Uint8Array.of(4, ...bytes.subarray(1))), 'jwk_malformed'],
  ['a did:key whose point is not on its curve', didOf(p256, noPoint), 'jwk_malformed'],
  ['a did:key of a coordinate beyond the field', didOf(p256, tooLarge), 'jwk_malformed'],
  ['a did:key of an Ed25519 key that is short', didOf([0xed, 0x01], bytes.subarray(0, 31)), 'jwk_malformed'],
  ['a did:key of a JWK that is private', didKeyOfJwk({ ...jwk, d: 'AA' }), 'jwk_private'],
  ['a did:key of a JWK that is not JSON', didOf([0xd1, 0xd6, 0x03], Buffer.from('{')), 'did_malformed'],
  ['a did:key of a JWK that is not UTF-8', didOf([0xd1, 0xd6, 0x03], Uint8Array.of(0xff)), 'did_malformed'],
] as const)
  refuses('PP-126', what, () => read(did), code)

test('PP-126 a DID of the maximum length is not refused as too long', () => {
  const long = `did:jwk:${'A'.repeat(longestKeyDid - 'did:jwk:'.length)}`
  assert.equal(long.length, 1024)
  const result = read(long)
  assert.ok('code' in result && result.code === 'did_malformed')
})
