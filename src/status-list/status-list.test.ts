import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { places, publishedLists, smallLists } from '../../test/vectors/token-status-list.ts'
import { Failure } from '../base/index.ts'
import {
  compressStatusList,
  countPlaces,
  createStatusList,
  exceptionsOf,
  inflateStatusList,
  readableLimit,
  setStatus,
  statusAt,
} from './status-list.ts'

for (const { bits, bytes, lst, statuses } of smallLists)
  test(`the published example of ${bits} bits inflates to its statuses, and the statuses are written as its bytes`, async () => {
    const list = await inflateStatusList(bits, lst)
    assert.ok(!(list instanceof Failure))
    assert.deepEqual([...list.bytes], bytes)
    assert.deepEqual(
      statuses.map((_, index) => statusAt(list, index)),
      statuses,
    )
    const made = createStatusList(bits, statuses.length)
    for (const [index, status] of statuses.entries()) setStatus(made, index, status)
    assert.deepEqual([...made.bytes], bytes)
  })

for (const { bits, lst, statuses } of publishedLists)
  test(`the published list of ${bits} bits inflates to its statuses, and to no other status`, async () => {
    const list = await inflateStatusList(bits, lst)
    assert.ok(!(list instanceof Failure))
    assert.equal(list.bytes.length, (places * bits) / 8)
    const expected = createStatusList(bits, places)
    for (const [index, status] of Object.entries(statuses)) setStatus(expected, Number(index), status)
    assert.deepEqual(list.bytes, expected.bytes)
    for (const [index, status] of Object.entries(statuses)) assert.equal(statusAt(list, Number(index)), status)
  })

for (const bits of [1, 2, 4, 8] as const)
  test(`statuses of ${bits} bits are the same after compression, and do not change their neighbours`, async () => {
    const list = createStatusList(bits, 40)
    setStatus(list, 17, (1 << bits) - 1)
    setStatus(list, 18, 1)
    setStatus(list, 17, 1)
    const read = await inflateStatusList(bits, await compressStatusList(list))
    assert.ok(!(read instanceof Failure))
    assert.deepEqual(
      [16, 17, 18, 19].map((index) => statusAt(read, index)),
      [0, 1, 1, 0],
    )
    for (const index of [4000, 0.5, -1]) assert.throws(() => setStatus(list, index, 1), RangeError)
    for (const status of [1 << bits, -1, 0.5, Number.NaN])
      assert.throws(() => setStatus(list, 0, status), RangeError, `${status}`)
  })

test('RP-71 an index that is not a place of the list has no status', () => {
  const list = createStatusList(2, 8)
  for (const index of [0.5, -1, -0.25, 8, Number.NaN, 2 ** 53])
    assert.equal(codeOf(statusAt(list, index)), 'index_out_of_range', `${index}`)
})

test('RP-71 a list that inflates beyond the limit is refused', async () => {
  const bomb = await compressStatusList({ bits: 1, bytes: new Uint8Array(readableLimit + 1) })
  assert.equal(codeOf(await inflateStatusList(1, bomb)), 'list_too_large')
})

test('RP-71 a list of ten million tokens is read (D-1129)', async () => {
  const list = createStatusList(1, 10_000_000)
  setStatus(list, 9_999_999, 1)
  const read = await inflateStatusList(1, await compressStatusList(list))
  assert.ok(!(read instanceof Failure))
  assert.deepEqual([statusAt(read, 9_999_998), statusAt(read, 9_999_999)], [0, 1])
})

test('the exceptions of the first places of a list end with the byte of the last place', () => {
  const list = createStatusList(2, 100)
  for (const index of [3, 41, 42, 44]) setStatus(list, index, 1)
  const first = (places: number) => [...exceptionsOf(list, places)].map(({ index }) => index)
  assert.deepEqual([first(0), first(4), first(42), first(2 ** 53)], [[], [3], [3, 41, 42], [3, 41, 42, 44]])
})

for (const bits of [1, 2, 4, 8] as const)
  test(`the exceptions of a list of ${bits} bits are its places that are not 0`, () => {
    const list = createStatusList(bits, 24)
    assert.deepEqual([...exceptionsOf(list)], [])
    const highest = (1 << bits) - 1
    for (const index of [0, 7, 9, 23]) setStatus(list, index, index === 9 ? 1 : highest)
    assert.deepEqual(
      [...exceptionsOf(list)],
      [
        { index: 0, status: highest },
        { index: 7, status: highest },
        { index: 9, status: 1 },
        { index: 23, status: highest },
      ],
    )
    assert.equal(countPlaces(list), 24)
  })
