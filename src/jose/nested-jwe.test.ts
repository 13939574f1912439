import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactEncrypt } from 'jose'
import { Failure } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { signJwt } from './jws.ts'
import { generateSigner } from './local-signer.ts'
import { createNestedJwe, openNestedJwe } from './nested-jwe.ts'

const ctx = { crypto: createNodeCrypto() }
const signer = await generateSigner(ctx)
const encryptionKey = new Uint8Array(32).fill(7)
const keys = { encryptionKey, verificationKey: signer.publicJwk }
const jws = await signJwt(signer, {}, { a: 1 })

async function verdict(token: string, changes: Partial<typeof keys> = {}): Promise<unknown> {
  const result = await openNestedJwe(ctx, token, { ...keys, ...changes }, 'token')
  return result instanceof Failure ? result.code : result.payload
}
const encrypt = (header: { alg: string; enc: string; zip?: string }, key = encryptionKey, text = jws) =>
  new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key)

test('opens what it makes, and what the library makes', async () => {
  assert.deepEqual(await verdict(await createNestedJwe(jws, encryptionKey)), { a: 1 })
  assert.deepEqual(await verdict(await encrypt({ alg: 'A256KW', enc: 'A256GCM' })), { a: 1 })
})

const honest = await createNestedJwe(jws, encryptionKey)
const withHeader = (members: object) =>
  [Buffer.from(JSON.stringify(members)).toString('base64url'), ...honest.split('.').slice(1)].join('.')
for (const [id, token, code] of [
  ['four parts', honest.split('.').slice(1).join('.'), 'jwe_malformed'],
  ['a header that is no JSON', `e30x${honest.slice(honest.indexOf('.'))}`, 'jwe_malformed'],
  ['direct encryption', await encrypt({ alg: 'dir', enc: 'A256GCM' }), 'jwe_alg_unsupported'],
  [
    'another wrapping',
    await encrypt({ alg: 'A128KW', enc: 'A256GCM' }, encryptionKey.subarray(16)),
    'jwe_alg_unsupported',
  ],
  ['another cipher', await encrypt({ alg: 'A256KW', enc: 'A128GCM' }), 'jwe_enc_unsupported'],
  ['compression', withHeader({ alg: 'A256KW', enc: 'A256GCM', zip: 'DEF' }), 'jwe_header_unsupported'],
  ['critical headers', withHeader({ alg: 'A256KW', enc: 'A256GCM', crit: ['x'] }), 'jwe_header_unsupported'],
  ['a changed header', withHeader({ alg: 'A256KW', enc: 'A256GCM', x: 1 }), 'jwe_undecryptable'],
  ['another key', await createNestedJwe(jws, new Uint8Array(32)), 'jwe_undecryptable'],
  ['no JWS inside', await createNestedJwe('text', encryptionKey), 'jws_malformed'],
  [
    'an unsigned JWS inside',
    await createNestedJwe(`${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, encryptionKey),
    'alg_none',
  ],
] as const) {
  test(`WP-62 refuses a nested token with ${id}`, async () => assert.equal(await verdict(token), code))
}

test('WP-62 refuses a nested token signed by another key', async () => {
  const { publicJwk } = await generateSigner(ctx)
  assert.equal(await verdict(honest, { verificationKey: publicJwk }), 'signature_invalid')
})
