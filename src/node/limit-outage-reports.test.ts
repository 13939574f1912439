import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { Unavailable } from '../base/index.ts'
import { createJsonLog } from '../telemetry/index.ts'
import { limitOutageReports } from './limit-outage-reports.ts'

function logged() {
  const lines: string[] = []
  const clock = fixedClock(600)
  const log = createJsonLog('role', { write: (line) => void lines.push(line) })
  const seen = () => lines.splice(0).map((line) => JSON.parse(line))
  return { clock, tell: limitOutageReports({ clock }, log.fault), seen }
}

const cause = Object.assign(new Error('of a file that is not ours to name'), { code: 'ERR_SQLITE_ERROR' })
const full = () => new Unavailable('the store does not commit (database or disk is full)', 5, { cause })

test('GEN-27 an outage is logged with its reason and cause, once a minute for each surface and reason', () => {
  const { clock, tell, seen } = logged()
  for (let time = 0; time < 100; time += 1) tell(full(), 'role/a')
  tell(full(), 'role/b')
  const lines = seen()
  assert.deepEqual(
    lines.map(({ event, surface, why, cause: told }) => ({ event, surface, why, told })),
    ['role/a', 'role/b'].map((surface) => ({
      event: 'unavailable',
      surface,
      why: 'the store does not commit (database or disk is full)',
      told: { fault: 'Error', code: 'ERR_SQLITE_ERROR' },
    })),
  )
  assert.doesNotMatch(JSON.stringify(lines), /not ours to name/)
  tell(new Unavailable('the status lists are full', 3600), 'role/a')
  tell(full(), 'role/a')
  assert.deepEqual([seen().length, tell(full(), 'role/b'), seen().length], [1, undefined, 0])
  clock.advance(60)
  tell(full(), 'role/b')
  assert.equal(seen().length, 1)
})

test('an internal error is reported each time, without its message', () => {
  const { tell, seen } = logged()
  for (let time = 0; time < 3; time += 1) tell(new Error('secret'), 'role/a')
  const lines = seen()
  assert.deepEqual(
    lines.map(({ event }) => event),
    ['fault', 'fault', 'fault'],
  )
  assert.doesNotMatch(JSON.stringify(lines), /secret/)
})
