import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompactEncrypt } from 'jose'
import { Failure } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createWebCrypto } from '../web/web-crypto.ts'
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
const encrypt = (header: { alg: string; enc: string }, key = encryptionKey, bytes = new TextEncoder().encode(jws)) =>
  new CompactEncrypt(bytes).setProtectedHeader(header).encrypt(key)

test('opens a nested token that it created, and one that jose created', async () => {
  assert.deepEqual(await verdict(await createNestedJwe(jws, encryptionKey)), { a: 1 })
  assert.deepEqual(await verdict(await encrypt({ alg: 'A256KW', enc: 'A256GCM' })), { a: 1 })
  const typed = await signJwt(signer, { typ: 'JWT' }, { a: 1 })
  assert.deepEqual(await verdict(await createNestedJwe(typed, encryptionKey)), { a: 1 })
})

test('both adapters unwrap the vector of RFC 3394 §4.6, and refuse damaged ones', async () => {
  const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
  const key = hex('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f')
  const wrapped = hex('28c9f404c4b810f4cbccb35cfb87f8263f5786e2d80ed326cbc7f0e71a99f43bfb988b9b7a02dd21')
  for (const crypto of [createNodeCrypto(), createWebCrypto()]) {
    const unwrapped = await crypto.unwrapKey(key, wrapped)
    assert.deepEqual(
      unwrapped && Buffer.from(unwrapped).toString('hex'),
      '00112233445566778899aabbccddeeff000102030405060708090a0b0c0d0e0f',
    )
    assert.equal(await crypto.unwrapKey(key, wrapped.with(3, 0)), undefined)
    assert.equal(await crypto.unwrapKey(key.with(3, 0), wrapped), undefined)
    assert.equal(await crypto.unwrapKey(key, wrapped.subarray(8)), undefined)
  }
})

const honest = await createNestedJwe(jws, encryptionKey)
const withPart = (index: number, part: string) => honest.split('.').with(index, part).join('.')
const withHeader = (members: object) =>
  [Buffer.from(JSON.stringify(members)).toString('base64url'), ...honest.split('.').slice(1)].join('.')
/** Moves the boundary between ciphertext and tag without changing their bytes. */
function splitLater(octets: number): string {
  const [ciphertext = '', tag = ''] = honest.split('.').slice(3)
  const all = Buffer.concat([Buffer.from(ciphertext, 'base64url'), Buffer.from(tag, 'base64url')])
  const cut = all.length - 16 + octets
  return [
    ...honest.split('.').slice(0, 3),
    all.subarray(0, cut).toString('base64url'),
    all.subarray(cut).toString('base64url'),
  ].join('.')
}
for (const [id, token, code] of [
  ['a newline at the end', `${honest}\n`, 'jwe_malformed'],
  ['four parts', honest.split('.').slice(1).join('.'), 'jwe_malformed'],
  ['a header that is not JSON', `e30x${honest.slice(honest.indexOf('.'))}`, 'jwe_malformed'],
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
  ['no wrapped key', withPart(1, ''), 'jwe_undecryptable'],
  ['a part that is not base64url', withPart(3, '%'), 'jwe_undecryptable'],
  ['a short initialization vector', withPart(2, 'AAAA'), 'jwe_undecryptable'],
  ['a short tag', withPart(4, 'AAAA'), 'jwe_undecryptable'],
  ['another tag', withPart(4, 'A'.repeat(22)), 'jwe_undecryptable'],
  ['a tag that begins in the ciphertext', splitLater(4), 'jwe_undecryptable'],
  ['more than 65 536 characters', await createNestedJwe('x'.repeat(50_000), encryptionKey), 'jwe_malformed'],
  ['another key', await createNestedJwe(jws, new Uint8Array(32)), 'jwe_undecryptable'],
  ['a text inside that is not a JWS', await createNestedJwe('text', encryptionKey), 'jws_malformed'],
  [
    'bytes inside that are not UTF-8',
    await encrypt({ alg: 'A256KW', enc: 'A256GCM' }, encryptionKey, Uint8Array.of(0xff)),
    'jws_malformed',
  ],
  [
    'an unsigned JWS inside',
    await createNestedJwe(`${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`, encryptionKey),
    'alg_none',
  ],
] as const) {
  test(`WP-62 refuses a nested token with ${id}`, async () => assert.equal(await verdict(token), code))
}

test('WP-62 the place of the failure names white space after a nested token', async () => {
  const opened = await openNestedJwe(ctx, `${honest}\n`, keys, 'token')
  assert.equal(opened instanceof Failure && opened.at, 'token.white_space')
})

test('WP-62 refuses a nested token signed by another key', async () => {
  const { publicJwk } = await generateSigner(ctx)
  assert.equal(await verdict(honest, { verificationKey: publicJwk }), 'signature_invalid')
})
