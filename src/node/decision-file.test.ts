import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import type { DecisionRecord } from '../base/index.ts'
import { createDecisionFile } from './decision-file.ts'

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

test('decisions stand in the file, and stay there when it is opened again', async () => {
  const path = join(directory, 'a', 'log.jsonl')
  for (const trace of ['one', 'two']) {
    const file = createDecisionFile(path)
    file.record(record(trace))
    file.record(record(`${trace}-envelope`, 'accepted', 'r/s envelope'))
    file.close()
  }
  assert.deepEqual(lines(path), ['one', 'two'])
  assert.equal(statSync(path).mode & 0o077, 0)
  const file = createDecisionFile(path)
  file.record(record('three'))
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  assert.deepEqual(lines(path), ['one', 'two', 'three'])
  file.close()
})

test('accepted decisions are written by their share, others and the changes of administrators always', () => {
  const path = join(directory, 'sampled.jsonl')
  const file = createDecisionFile(path, { sampling: 0.5 })
  for (const trace of ['1', '2', '3', '4']) file.record(record(trace, 'accepted'))
  file.record(record('refused'))
  file.record(record('failed', 'failed'))
  file.record({ ...record('changed', 'accepted'), evidence: { actor: 'ada', change: 'revoked' } })
  file.close()
  assert.deepEqual(lines(path), ['2', '4', 'refused', 'failed', 'changed'])
})

test('a full file is turned over, and the oldest goes', async () => {
  const path = join(directory, 'full.jsonl')
  const file = createDecisionFile(path, { maximumBytes: 200, kept: 2 })
  for (let index = 0; index < 8; index += 1) {
    file.record(record(`t${index}`))
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
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
