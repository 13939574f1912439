/**
 * Damaged JWE and COSE_Sign1: nothing throws, no JWE opens, and a COSE_Sign1 that still verifies returns the signed
 * content. The tests of their verifiers damage JWS, SD-JWT and mdoc.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../src/base/index.ts'
import { createCoseSign1, encodeCbor, verifyCoseSign1 } from '../../src/cose/index.ts'
import { encryptJwe, generateDecrypter, generateSigner, jweEncryptions } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import { parseCoseSign1 } from '../support/cose.ts'
import { damageParts, damageText, flipLastLetter, flipLetter } from '../support/mutations/tools.ts'
import { type Chance, seededChance } from '../support/seeded-chance.ts'
import { seededRandom } from '../support/seeded-random.ts'

const adapters = [
  ['node', createNodeCrypto()],
  ['web', createWebCrypto()],
] as const

function damageCompact(chance: Chance, compact: string): string {
  const parts = compact.split('.')
  const at = chance.below(parts.length)
  const part = parts[at] ?? ''
  const header = Buffer.from(parts[0] ?? '', 'base64url').toString()
  return chance.pick([
    () => damageText(chance, compact),
    () => damageParts(chance, parts).join('.'),
    () => parts.with(at, flipLetter(chance, part)).join('.'),
    () => parts.with(at, flipLastLetter(chance, part)).join('.'),
    () => parts.with(0, Buffer.from(damageText(chance, header)).toString('base64url')).join('.'),
  ])()
}

function damageBytes(chance: Chance, bytes: Uint8Array): Uint8Array {
  const at = chance.below(bytes.length)
  const byte = chance.below(256)
  return chance.pick([
    () => bytes.with(at, byte),
    () => bytes.with(at, byte).with(chance.below(bytes.length), chance.below(256)),
    () => bytes.slice(0, at),
    () => Uint8Array.of(...bytes.slice(0, at), byte, ...bytes.slice(at)),
  ])()
}

for (const [name, crypto] of adapters) {
  const ctx = { crypto, random: seededRandom(name) }

  for (const [alg, times] of [
    ['ECDH-ES', 200],
    ['RSA-OAEP-256', 60],
  ] as const)
    test(`${name}: no damaged JWE with ${alg} opens`, async () => {
      const chance = seededChance(`jwe ${alg}`)
      const decrypter = await generateDecrypter(ctx, alg)
      for (const enc of jweEncryptions) {
        const compact = await encryptJwe(ctx, { alg, enc, recipient: decrypter.publicJwk }, '{"a":1}')
        assert.ok(typeof compact === 'string')
        assert.ok(!((await decrypter.decrypt(compact)) instanceof Failure))
        for (let time = 0; time < times; time++) {
          const damaged = damageCompact(chance, compact)
          if (damaged !== compact) assert.ok((await decrypter.decrypt(damaged)) instanceof Failure, damaged)
        }
      }
    })

  test(`${name}: a damaged COSE_Sign1 that verifies has the signed content`, async () => {
    const chance = seededChance('cose')
    const signer = await generateSigner(ctx)
    const unprotectedHeaders = new Map([[4, Uint8Array.of(49)]])
    const payload = new TextEncoder().encode('content')
    const signed = encodeCbor(await createCoseSign1(signer, { payload, unprotectedHeaders }))
    const verify = async (bytes: Uint8Array) => {
      const parsed = parseCoseSign1(bytes, { algorithms: ['ES256'] })
      return parsed instanceof Failure ? parsed : verifyCoseSign1(ctx, parsed, signer.publicJwk, 'sign1')
    }
    assert.ok(!((await verify(signed)) instanceof Failure))
    let refused = 0
    for (let time = 0; time < 2000; time++) {
      const damaged = damageBytes(chance, signed)
      const result = await verify(damaged)
      if (result instanceof Failure) refused++
      else assert.deepEqual([result.alg, Buffer.from(result.payload).toString()], ['ES256', 'content'])
    }
    assert.ok(refused > 1900, `${refused}`)
  })
}
