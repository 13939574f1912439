import assert from 'node:assert/strict'
import type { Worker } from 'node:cluster'
import { test } from 'node:test'
import type { ReadinessReport } from './readiness.ts'
import { createWorkerReports } from './worker-reports.ts'

const ready = (...notes: string[]): ReadinessReport => ({ ready: true, reasons: [], notes })
const unready = (...reasons: string[]): ReadinessReport => ({ ready: false, reasons, notes: [] })

/** Returns the summary of `count` workers, of which the first ones have sent these reports. */
function summaryOf(count: number, reports: readonly ReadinessReport[]): ReadinessReport {
  const collected = createWorkerReports()
  for (const [id, report] of reports.entries()) collected.record({ id } as Worker, { fiducia: 'readiness', report })
  return collected.summary(count)
}

test('GEN-69 workers that are all ready make the service ready, and each note is listed once', () => {
  assert.deepEqual(summaryOf(2, [ready(), ready()]), ready())
  assert.deepEqual(summaryOf(3, [ready('clock'), ready('mark', 'clock'), ready()]), ready('clock', 'mark'))
})

test('GEN-69 a worker that is not ready is reported in a note with its reasons', () => {
  assert.deepEqual(
    summaryOf(3, [unready('no commit'), ready('clock'), unready('no commit', 'no key')]),
    ready('not ready: 2 of 3 workers (no commit, no key)', 'clock'),
  )
  assert.deepEqual(summaryOf(2, [ready(), unready('no commit')]), ready('not ready: 1 of 2 workers (no commit)'))
})

test('GEN-69 workers that do not answer are reported in a note', () => {
  assert.deepEqual(summaryOf(3, [ready('clock')]), ready('of 3 workers 1 answer', 'clock'))
  assert.deepEqual(
    summaryOf(3, [ready(), unready('no commit')]),
    ready('of 3 workers 2 answer', 'not ready: 1 of 3 workers (no commit)'),
  )
})

test('GEN-69 without a ready worker the service is not ready, for the reasons of all workers', () => {
  assert.deepEqual(summaryOf(2, []), unready('no worker serves'))
  assert.deepEqual(summaryOf(2, [unready('no commit'), unready('no key', 'no commit')]), unready('no commit', 'no key'))
})
