import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createDigestTable } from './digest-table.ts'

test('a table contains what was added and neither deleted nor expired, over 30,000 random steps', () => {
  const random = seededRandom('digests')
  const table = createDigestTable()
  const model = new Map<string, number>()
  // Few values, so that many are added again or deleted, and four of them have the same first slot.
  // The slots are at the end of the table, so that searches continue at its beginning.
  const digest = (): Uint8Array => {
    const [a = 0, b = 0, c = 0] = random.bytes(3)
    return Uint8Array.of(a & 3, 0, 0, 0, 255, 255, 240 | b, c, ...random.bytes(2))
  }
  const keyOf = (value: Uint8Array): string => value.subarray(0, 8).join()
  for (let step = 0; step < 30_000; step += 1) {
    const value = digest()
    const [action = 0, time = 0] = random.bytes(2)
    assert.equal(table.has(value), model.has(keyOf(value)), `step ${step}`)
    if (step % 5000 === 2499) {
      table.deleteExpired(time)
      for (const [key, expiresAt] of model) if (expiresAt < time) model.delete(key)
    } else if (action < 100) {
      table.delete(value)
      model.delete(keyOf(value))
    } else if (!table.has(value)) {
      table.add(value, time + 1)
      model.set(keyOf(value), time + 1)
    }
  }
  assert.ok(model.size > 2000)
  for (const key of model.keys()) assert.ok(table.has(Uint8Array.from(key.split(','), Number)), key)
})

test('times of expiry before the epoch and after 2106 are accepted', () => {
  const table = createDigestTable()
  const [past, distant] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  table.add(past, -5)
  table.add(distant, Number.MAX_SAFE_INTEGER)
  assert.ok(table.has(past) && table.has(distant))
  table.deleteExpired(2)
  assert.deepEqual([table.has(past), table.has(distant)], [false, true])
  table.deleteExpired(Number.MAX_SAFE_INTEGER)
  assert.ok(table.has(distant))
})
