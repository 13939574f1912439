import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { Unavailable } from '../../base/index.ts'
import { watchCommits } from './commit-watch.ts'
import { asUnavailable } from './failures.ts'

const noAnswer = new Error('Query read timeout')
const diskFull = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), { code: '53100' })

/** A watch whose probe fails with `fault` until it is undefined, and whose clock is `now`. */
function setUp() {
  const state = { fault: undefined as Error | undefined, now: 0, probes: 0 }
  const probe = async (): Promise<void> => {
    state.probes += 1
    if (state.fault !== undefined) throw asUnavailable(state.fault)
  }
  return { state, watch: watchCommits(probe, () => state.now) }
}

test('GEN-27 postgres: without a failed write nothing is written, and a bug or a lost connection is no failed commit', async () => {
  const { state, watch } = setUp()
  await watch.requireCommits()
  watch.recordFailure(Object.assign(new pg.DatabaseError('syntax error', 0, 'error'), { code: '42601' }))
  watch.recordFailure(new Error('Connection terminated unexpectedly'))
  await watch.requireCommits()
  assert.equal(state.probes, 0)
})

test('GEN-27 postgres: after a write without an answer, one probe at a time is made, at most every ten seconds', async () => {
  const { state, watch } = setUp()
  state.fault = noAnswer
  watch.recordFailure(noAnswer)
  const outcomes = await Promise.allSettled([watch.requireCommits(), watch.requireCommits()])
  for (const outcome of outcomes) assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Unavailable)
  state.now = 9_999
  await assert.rejects(watch.requireCommits(), Unavailable)
  assert.equal(state.probes, 1)
  state.now = 10_000
  await assert.rejects(watch.requireCommits(), Unavailable)
  assert.equal(state.probes, 2)
  state.fault = undefined
  state.now = 20_000
  await watch.requireCommits()
  await watch.requireCommits()
  assert.equal(state.probes, 3)
})

test('GEN-27 postgres: after a write that the server refused, each request makes a probe', async () => {
  const { state, watch } = setUp()
  state.fault = diskFull
  watch.recordFailure(diskFull)
  await assert.rejects(watch.requireCommits(), Unavailable)
  await assert.rejects(watch.requireCommits(), Unavailable)
  state.fault = undefined
  await watch.requireCommits()
  assert.equal(state.probes, 3)
})
