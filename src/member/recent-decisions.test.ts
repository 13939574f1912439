import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/support/seeded-random.ts'
import type { DecisionRecord } from '../base/index.ts'
import { createRecentDecisions, type RecentDecisions } from './recent-decisions.ts'

const decision = (trace: string): DecisionRecord => ({
  ...{ trace, surface: 'role/step', at: 1000, outcome: 'accepted', checks: [], evidence: {} },
})
const record = (recent: RecentDecisions, ...traces: readonly string[]): void => {
  for (const trace of traces) recent.record(decision(trace))
}
const read = (recent: RecentDecisions, after?: string) => {
  const { decisions, cursor } = recent.after(after)
  return { traces: decisions.map(({ trace }) => trace), cursor }
}

test('each decision is returned once, in order', () => {
  const recent = createRecentDecisions(seededRandom('recent'))
  record(recent, 'a', 'b')
  const first = read(recent)
  assert.deepEqual(first.traces, ['a', 'b'])
  record(recent, 'c')
  const second = read(recent, first.cursor)
  assert.deepEqual(second.traces, ['c'])
  assert.deepEqual(read(recent, second.cursor).traces, [])
})

test('the oldest decisions are forgotten', () => {
  const recent = createRecentDecisions(seededRandom('recent'), 2)
  const { cursor } = read(recent)
  record(recent, 'a', 'b', 'c')
  assert.deepEqual(read(recent, cursor).traces, ['b', 'c'])
  assert.deepEqual(read(recent).traces, ['b', 'c'])
})

test('a page has at most 500 decisions, and the next one continues', () => {
  const recent = createRecentDecisions(seededRandom('recent'))
  record(recent, ...Array.from({ length: 600 }, (_, index) => String(index)))
  const first = read(recent)
  assert.deepEqual([first.traces.length, first.traces.at(-1)], [500, '499'])
  assert.deepEqual(read(recent, first.cursor).traces.at(0), '500')
})

test('one cursor continues the decisions of several processes', () => {
  const random = seededRandom('recent')
  const [one, other] = [createRecentDecisions(random), createRecentDecisions(random)]
  record(one, 'a')
  record(other, 'x')
  let { cursor } = read(one)
  const atOther = read(other, cursor)
  assert.deepEqual(atOther.traces, ['x'])
  record(one, 'b')
  const again = read(one, atOther.cursor)
  assert.deepEqual(again.traces, ['b'])
  ;({ cursor } = again)
  assert.deepEqual(read(other, cursor).traces, [])
})

test('the number of processes in a cursor is limited', () => {
  const random = seededRandom('recent')
  let cursor: string | undefined
  for (let count = 0; count < 200; count += 1) cursor = createRecentDecisions(random).after(cursor).cursor
  assert.equal(cursor?.split('~').length, 64)
})

for (const cursor of ['', 'x', '~', 'a.b', `a.${'9'.repeat(20)}`, 'a.1~', `${'a.1~'.repeat(1000)}a.1`])
  test(`a malformed cursor starts with the oldest decision: ${cursor.slice(0, 12)}`, () => {
    const recent = createRecentDecisions(seededRandom('recent'))
    record(recent, 'a')
    assert.deepEqual(read(recent, cursor).traces, ['a'])
  })
