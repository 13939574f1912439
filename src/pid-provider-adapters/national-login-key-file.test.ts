import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { decodeUtf8, failed } from '../base/index.ts'
import { encryptJwe } from '../jose/index.ts'
import { createNodeCrypto, PrivateFileError, writePrivateFile } from '../node/index.ts'
import { loadNationalLoginKey, loadUserinfoDecrypter } from './national-login-key-file.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('login') }
const directory = freshDirectory()
const rsaOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' })
const write = (name: string, content: object): string => {
  const path = join(directory, name)
  writePrivateFile(path, content, { mode: 'create' })
  return path
}

describe('the signing key for logins over OpenID Connect', () => {
  test('PP-113 is created as an RSA key that only its owner can read, and is the same at the next start', async () => {
    const path = join(directory, 'login.json')
    const { key, publicJwk } = await loadNationalLoginKey(ctx, path)
    assert.deepEqual([key.alg, publicJwk.kty, publicJwk.alg, publicJwk.use], ['RS256', 'RSA', 'RS256', 'sig'])
    assert.equal(statSync(path).mode & 0o077, 0)
    const again = await loadNationalLoginKey(ctx, path)
    assert.deepEqual(again.publicJwk, publicJwk)
    assert.ok(!Object.hasOwn(publicJwk, 'd'))
  })

  test('can be a key on P-256, as in older versions', async () => {
    const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
    const { key, publicJwk } = await loadNationalLoginKey(ctx, write('p256.json', jwk))
    assert.deepEqual([key.alg, publicJwk.kty, publicJwk.alg], ['ES256', 'EC', 'ES256'])
  })

  for (const [what, content] of [
    ['a short RSA key', rsaOf(1024)],
    ['an invalid RSA key', { ...rsaOf(2048), n: 'AQAB' }],
    ['an invalid key on P-256', { kty: 'EC', crv: 'P-256', d: 'AQAB', x: 'AQAB', y: 'AQAB' }],
    ['a public key', { kty: 'RSA', n: 'x', e: 'AQAB' }],
    ['a key of another curve', generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' })],
  ] as const)
    test(`refuses ${what}`, async () => {
      const path = write(`${what.replaceAll(' ', '-')}.json`, content)
      await assert.rejects(loadNationalLoginKey(ctx, path), PrivateFileError)
      await assert.rejects(loadUserinfoDecrypter(ctx, path), PrivateFileError)
    })
})

describe('the encryption key for userinfo', () => {
  test('PP-38 is created as an RSA key, and decrypts after the next start', async () => {
    const path = join(directory, 'login-encryption.json')
    const { publicJwk: recipient } = (await loadUserinfoDecrypter(ctx, path)) ?? {}
    assert.ok(recipient)
    assert.deepEqual([recipient.kty, recipient.use, recipient.alg], ['RSA', 'enc', 'RSA-OAEP-256'])
    assert.equal(statSync(path).mode & 0o077, 0)
    const jwe = await encryptJwe(ctx, { alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512', recipient }, 'a.b.c')
    assert.ok(!failed(jwe))
    const opened = await (await loadUserinfoDecrypter(ctx, path))?.decrypt(jwe)
    assert.ok(opened && !failed(opened))
    assert.equal(decodeUtf8(opened.plaintext), 'a.b.c')
  })

  test('is undefined in a read-only directory without a file, and nothing is written', async () => {
    const path = join(directory, 'none.json')
    assert.equal(await loadUserinfoDecrypter(ctx, path, { readOnly: true }), undefined)
    assert.throws(() => readFileSync(path))
  })
})
