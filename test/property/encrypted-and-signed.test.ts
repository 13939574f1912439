/**
 * Damaged JWE and COSE_Sign1: nothing throws, no JWE opens, and a COSE_Sign1 that still verifies returns the signed
 * content. The tests of their verifiers damage JWS, SD-JWT and mdoc.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../src/base/index.ts'
import { createCoseSign1, encodeCbor, parseCoseSign1, verifyCoseSign1 } from '../../src/cose/index.ts'
import { encryptJwe, generateDecrypter, generateSigner, jweEncryptions } from '../../src/jose/index.ts'
import { createNodeCrypto } from '../../src/node/node-crypto.ts'
import { createWebCrypto } from '../../src/web/index.ts'
import {
  createDice,
  type Dice,
  damageParts,
  damageText,
  flipLastLetter,
  flipLetter,
} from '../support/mutations/tools.ts'
import { seededRandom } from '../support/seeded-random.ts'

const adapters = [
  ['node', createNodeCrypto()],
  ['web', createWebCrypto()],
] as const

function damageCompact(dice: Dice, compact: string): string {
  const parts = compact.split('.')
  const at = dice.below(parts.length)
  const part = parts[at] ?? ''
  const header = Buffer.from(parts[0] ?? '', 'base64url').toString()
  return dice.pick([
    () => damageText(dice, compact),
    () => damageParts(dice, parts).join('.'),
    () => parts.with(at, flipLetter(dice, part)).join('.'),
    () => parts.with(at, flipLastLetter(dice, part)).join('.'),
    () => parts.with(0, Buffer.from(damageText(dice, header)).toString('base64url')).join('.'),
  ])()
}

function damageBytes(dice: Dice, bytes: Uint8Array): Uint8Array {
  const at = dice.below(bytes.length)
  const byte = dice.below(256)
  return dice.pick([
    () => bytes.with(at, byte),
    () => bytes.with(at, byte).with(dice.below(bytes.length), dice.below(256)),
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
      const dice = createDice(`jwe ${alg}`)
      const decrypter = await generateDecrypter(ctx, alg)
      for (const enc of jweEncryptions) {
        const compact = await encryptJwe(ctx, { alg, enc, recipient: decrypter.publicJwk }, '{"a":1}')
        assert.ok(typeof compact === 'string')
        assert.ok(!((await decrypter.decrypt(compact)) instanceof Failure))
        for (let time = 0; time < times; time++) {
          const damaged = damageCompact(dice, compact)
          if (damaged !== compact) assert.ok((await decrypter.decrypt(damaged)) instanceof Failure, damaged)
        }
      }
    })

  test(`${name}: a damaged COSE_Sign1 that verifies has the signed content`, async () => {
    const dice = createDice('cose')
    const signer = await generateSigner(ctx)
    const unprotectedHeaders = new Map([[4, Uint8Array.of(49)]])
    const payload = new TextEncoder().encode('content')
    const signed = encodeCbor(await createCoseSign1(signer, { payload, unprotectedHeaders }))
    const verify = async (bytes: Uint8Array) => {
      const parsed = parseCoseSign1(bytes, { algorithms: ['ES256'] }, 'sign1')
      return parsed instanceof Failure ? parsed : verifyCoseSign1(ctx, parsed, signer.publicJwk, 'sign1')
    }
    assert.ok(!((await verify(signed)) instanceof Failure))
    let refused = 0
    for (let time = 0; time < 2000; time++) {
      const damaged = damageBytes(dice, signed)
      const result = await verify(damaged)
      if (result instanceof Failure) refused++
      else assert.deepEqual([result.alg, Buffer.from(result.payload).toString()], ['ES256', 'content'])
    }
    assert.ok(refused > 1900, `${refused}`)
  })
}
