import assert from 'node:assert/strict'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import type { DecisionRecord } from '../base/index.ts'
import { createDecisionFile } from './decision-file.ts'
import { lockFile } from './file-lock.ts'

const directory = freshDirectory()
const record = (trace: string, outcome: DecisionRecord['outcome'] = 'refused', surface = 'r/s'): DecisionRecord => ({
  trace,
  surface,
  at: 1,
  outcome,
  checks: [],
  evidence: {},
})
const lines = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as DecisionRecord).trace)
    : []

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

test('decisions are written to the file, and stay there when it is opened again', async () => {
  const path = join(directory, 'a', 'log.jsonl')
  for (const trace of ['one', 'two']) {
    const file = createDecisionFile(path)
    file.record(record(trace))
    file.record(record(`${trace}-envelope`, 'accepted', 'r/s envelope'))
    file.record(record(`${trace}-list`, 'accepted', 'r/statuslists'))
    file.close()
  }
  assert.deepEqual(lines(path), ['one', 'two'])
  assert.equal(statSync(path).mode & 0o077, 0)
  const file = createDecisionFile(path)
  file.record(record('three'))
  await turn()
  assert.deepEqual(lines(path), ['one', 'two', 'three'])
  file.close()
})

test('accepted decisions are sampled, and other decisions and administrators’ changes are always written', () => {
  const path = join(directory, 'sampled.jsonl')
  const file = createDecisionFile(path, { sampling: 0.5 })
  for (const trace of ['1', '2', '3', '4']) file.record(record(trace, 'accepted'))
  file.record(record('refused'))
  file.record(record('failed', 'failed'))
  file.record({ ...record('changed', 'accepted'), evidence: { actor: 'ada', change: 'revoked' } })
  file.close()
  assert.deepEqual(lines(path), ['2', '4', 'refused', 'failed', 'changed'])
})

test('a full file is rotated, and the oldest file is deleted', async () => {
  const path = join(directory, 'full.jsonl')
  const file = createDecisionFile(path, { maximumBytes: 200, kept: 2 })
  for (let index = 0; index < 8; index += 1) {
    file.record(record(`t${index}`))
    await turn()
  }
  file.close()
  assert.deepEqual([lines(path), lines(`${path}.1`), lines(`${path}.2`)].flat().toSorted(), [
    't2',
    't3',
    't4',
    't5',
    't6',
    't7',
  ])
  assert.equal(existsSync(`${path}.3`), false)
})

test('after the number of kept files was lowered, a rotation deletes all files beyond it', async () => {
  const path = join(directory, 'lowered.jsonl')
  const rotate = async (kept: number, times: number): Promise<void> => {
    const file = createDecisionFile(path, { maximumBytes: 1, kept })
    for (let index = 0; index < times; index += 1) {
      file.record(record(`t${index}`))
      await turn()
    }
    file.close()
  }
  await rotate(5, 6)
  assert.ok(existsSync(`${path}.5`))
  await rotate(2, 1)
  assert.deepEqual(
    [1, 2, 3, 4, 5].filter((index) => existsSync(`${path}.${index}`)),
    [1, 2],
  )
  assert.deepEqual(lines(`${path}.1`), ['t5'])
})

test('a file that cannot be rotated is written to further, and no other file is changed', async () => {
  const path = join(directory, 'stuck.jsonl')
  mkdirSync(`${path}.4`)
  const file = createDecisionFile(path, { maximumBytes: 200 })
  for (const trace of ['one', 'two', 'three']) {
    file.record(record(trace))
    await turn()
  }
  const other = openSync(join(directory, 'other'), 'a')
  file.record(record('four'))
  await turn()
  file.close()
  file.record(record('after the end'))
  await turn()
  assert.doesNotThrow(() => writeSync(other, 'data'))
  closeSync(other)
  assert.equal(readFileSync(join(directory, 'other'), 'utf8'), 'data')
  assert.deepEqual(lines(path), ['one', 'two', 'three', 'four'])
})

test('a decision recorded after the file is closed is not written, and closing it again does not throw', async () => {
  const path = join(directory, 'ended.jsonl')
  const file = createDecisionFile(path)
  file.close()
  file.record(record('late'))
  await turn()
  assert.doesNotThrow(() => file.close())
  assert.equal(readFileSync(path, 'utf8'), '')
})

test('of two processes that write one file, neither writes to a file that the other has rotated', async () => {
  const path = join(directory, 'shared.jsonl')
  const options = { maximumBytes: 200, kept: 2 }
  const busy = createDecisionFile(path, options)
  const quiet = createDecisionFile(path, options)
  quiet.record(record('first'))
  await turn()
  for (let index = 0; index < 10; index += 1) {
    busy.record(record(`t${index}`))
    await turn()
  }
  quiet.record(record('last'))
  await turn()
  assert.equal(lines(path).at(-1), 'last')
  for (let index = 0; index < 3; index += 1) {
    quiet.record(record(`q${index}`))
    busy.record(record(`b${index}`))
    await turn()
  }
  const kept = [`${path}.2`, `${path}.1`, path].flatMap(lines)
  assert.deepEqual(kept, ['q0', 'b0', 'q1', 'b1', 'q2', 'b2'], 'neither rotates a file that the other has just begun')
  busy.close()
  quiet.close()
})

test('a rotation that a crash interrupted does not prevent the next rotation', () => {
  const path = join(directory, 'crashed.jsonl')
  writeFileSync(`${path}.turning`, '')
  const file = createDecisionFile(path, { maximumBytes: 1 })
  file.record(record('one'))
  file.close()
  const again = createDecisionFile(path, { maximumBytes: 1 })
  again.record(record('two'))
  again.close()
  assert.deepEqual([lines(`${path}.1`), lines(path)], [['one'], ['two']])
})

test('a process that starts while another one turns the file over waits for its own turn', () => {
  const path = join(directory, 'turning.jsonl')
  writeFileSync(path, `${JSON.stringify(record('one'))}\n`)
  const turning = lockFile(`${path}.turning`)
  for (const trace of ['two', 'three']) {
    const file = createDecisionFile(path, { maximumBytes: 1 })
    file.record(record(trace))
    file.close()
    turning?.release()
  }
  assert.deepEqual([lines(`${path}.1`), lines(path)], [['one', 'two'], ['three']])
})
