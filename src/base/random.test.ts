import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type Random, randomAlphanumerics, randomToken, randomUuid } from './random.ts'

const random = seededRandom('random')
const constant = (byte: number): Random => ({ bytes: (length) => new Uint8Array(length).fill(byte) })

test('a token carries 256 bits', () => {
  assert.match(randomToken(random), /^[A-Za-z0-9_-]{43}$/)
  assert.equal(randomToken(constant(255)), `${'_'.repeat(42)}8`)
})

test('alphanumerics have the given length and the right alphabet, and bytes that would bias them are discarded', () => {
  for (const length of [0, 1, 32, 500])
    assert.match(randomAlphanumerics(random, length), new RegExp(`^[A-Za-z0-9]{${length}}$`))
  let drawn = 0
  const biased: Random = { bytes: (length) => new Uint8Array(length).fill(drawn++ === 0 ? 248 : 247) }
  assert.equal(randomAlphanumerics(biased, 3), '999')
  assert.equal(drawn, 2)
})

test('alphanumerics: all characters occur about equally often', () => {
  const counts = new Map<string, number>()
  for (const letter of randomAlphanumerics(random, 62_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 62)
  for (const [letter, count] of counts) assert.ok(count > 850 && count < 1150, `${letter}: ${count}`)
})

test('a UUID has version 4 and the variant of RFC 9562', () => {
  assert.equal(randomUuid(constant(255)), 'ffffffff-ffff-4fff-bfff-ffffffffffff')
  assert.equal(randomUuid(constant(0)), '00000000-0000-4000-8000-000000000000')
  assert.match(randomUuid(random), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
