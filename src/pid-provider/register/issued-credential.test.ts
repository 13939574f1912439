import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { entryId } from './issued-credential.ts'

test('PP-31 the id of an entry is a UUID of version 7, and ids sort by time', () => {
  const random = seededRandom('entries')
  const ids = [0, 1, 1_700_000_000, 1_700_000_000.5, 1_700_000_001].map((now) => entryId(random, now))
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(Array.from({ length: 100 }, () => entryId(random, 1))).size, 100)
  const bytes = Uint8Array.from([2, 0, 0x1f, 0xff, 3, 4, 5, 6, 7, 8])
  assert.equal(entryId({ bytes: () => bytes }, 0x123456789a / 1000), '00123456-789a-7001-afff-030405060708')
})
