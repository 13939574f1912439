import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecentRecords } from './recent-records.ts'

test('a record is read again only after it is forgotten or evicted', async () => {
  const recent = createRecentRecords<string>({ foreignWrites: () => 1 }, 2)
  const reads: string[] = []
  const find = (id: string) =>
    recent.find(id, () => {
      reads.push(id)
      return id === 'none' ? undefined : `record ${id}`
    })
  assert.deepEqual(['a', 'a', 'none', 'none', 'b', 'a', 'c', 'a', 'b'].map(find).at(-1), 'record b')
  assert.deepEqual(reads, ['a', 'none', 'none', 'b', 'c', 'b'])
  recent.forget('b')
  recent.forget('unknown')
  find('b')
  recent.forgetAll()
  find('a')
  assert.deepEqual(reads.slice(6), ['b', 'a'])
})

test('a record that must not be kept in memory is read each time', () => {
  const recent = createRecentRecords<string>({ foreignWrites: () => 1 }, 2, (record) => record !== 'secret')
  let reads = 0
  const find = (record: string) =>
    recent.find(record, () => {
      reads += 1
      return record
    })
  for (const record of ['secret', 'secret', 'open', 'open']) assert.equal(find(record), record)
  assert.equal(reads, 3)
})
