/**
 * D-503: each error of the installed `jose` has a meaning, and an unusable key of ours is not reported as a forged
 * message.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errors } from 'jose'
import { errorClassesOf } from '../../../test/support/library-errors.ts'
import { rsaPair } from '../../../test/support/rsa-keys.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { failed, type PublicJwk } from '../../base/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createLocalDecrypter } from '../decrypter.ts'
import { encryptJwe } from './encrypt.ts'
import { joseCodes, joseFault } from './jose-faults.ts'

const ctx = { crypto: createNodeCrypto(), random: seededRandom('jose-faults') }

test('D-503 the table names the code of each error that the installed version exports', () => {
  const codes = errorClassesOf(errors).map((name) => (errors[name as keyof typeof errors] as { code: string }).code)
  assert.deepEqual(codes.sort(), Object.keys(joseCodes).sort())
})

test('D-503 an error is classified by its code, and an error from elsewhere is a bug', () => {
  assert.equal(joseFault(new errors.JWEDecryptionFailed()), 'violation')
  assert.equal(joseFault(new errors.JWKSTimeout()), 'bug')
  assert.equal(joseFault(new TypeError('x')), 'bug')
  assert.equal(joseFault(undefined), 'bug')
})

describe('D-503 a key of ours that cannot decrypt', () => {
  const { publicKey, privateKey } = rsaPair(1)
  const publicJwk = publicKey.export({ format: 'jwk' }) as PublicJwk
  const encrypted = async () => {
    const recipient = { alg: 'RSA-OAEP-256', enc: 'A256CBC-HS512', recipient: publicJwk } as const
    const compact = await encryptJwe(ctx, recipient, 'hello')
    assert.ok(!failed(compact))
    return compact
  }

  test('is reported as a fault of ours, and not as a message that cannot be opened', async () => {
    const wrong = createLocalDecrypter(ctx, 'RSA-OAEP-256', { publicJwk, native: publicKey })
    await assert.rejects(async () => wrong.decrypt(await encrypted()), TypeError)
    const right = createLocalDecrypter(ctx, 'RSA-OAEP-256', { publicJwk, native: privateKey })
    assert.ok(!failed(await right.decrypt(await encrypted())))
  })

  test('is refused by createLocalDecrypter if the key has no usable private part', async () => {
    assert.throws(() => createLocalDecrypter(ctx, 'RSA-OAEP-256', { publicJwk }), TypeError)
    const { publicJwk: point } = await ctx.crypto.generateAgreementKey('P-256')
    const opaque = { kind: 'agreement', publicJwk: point } as const
    assert.throws(() => createLocalDecrypter(ctx, 'ECDH-ES', opaque), TypeError)
    assert.equal(createLocalDecrypter(ctx, 'ECDH-ES', opaque, ['A128GCM', 'A256GCM']).alg, 'ECDH-ES')
  })

  test('is not confused with a message whose encrypted key is broken', async () => {
    const decrypter = createLocalDecrypter(ctx, 'RSA-OAEP-256', { publicJwk, native: privateKey })
    const [header, , ...rest] = (await encrypted()).split('.')
    for (const length of [1, 16, 255, 256, 257, 600]) {
      const key = Buffer.alloc(length, 0xff).toString('base64url')
      const opened = await decrypter.decrypt([header, key, ...rest].join('.'))
      assert.ok(failed(opened) && opened.code === 'jwe_undecryptable', `${length}`)
    }
  })

  test('is not confused with an ephemeral key whose further members are malformed', async () => {
    const decrypter = createLocalDecrypter(ctx, 'ECDH-ES', await ctx.crypto.generateAgreementKey('P-256'))
    const recipient = { alg: 'ECDH-ES', enc: 'A128CBC-HS256', recipient: decrypter.publicJwk } as const
    const compact = await encryptJwe(ctx, recipient, 'hello')
    assert.ok(!failed(compact))
    const [header = '', ...rest] = compact.split('.')
    const { epk, ...others } = JSON.parse(Buffer.from(header, 'base64url').toString())
    for (const more of [{ ext: 'x' }, { key_ops: 7 }, { key_ops: ['sign', 'sign'] }, { use: 7 }]) {
      const forged = Buffer.from(JSON.stringify({ ...others, epk: { ...epk, ...more } })).toString('base64url')
      const opened = await decrypter.decrypt([forged, ...rest].join('.'))
      assert.ok(failed(opened), JSON.stringify(more))
    }
  })
})
