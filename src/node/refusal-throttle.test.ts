import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide, type DecisionRecord } from '../base/index.ts'
import { createApp, respondJson } from '../http/index.ts'
import { createJsonLog, createLogSink } from '../telemetry/index.ts'
import { isNotAccepted } from './decision-log.ts'
import { createRefusalThrottle } from './refusal-throttle.ts'

/** Creates an app that refuses all requests while `reason` is set, and a function that returns the lines of its log. */
function logged() {
  const lines: string[] = []
  const clock = fixedClock(600)
  const log = createJsonLog('role', { write: (line) => void lines.push(line) })
  const state: { reason?: 'rate' | 'overload' } = {}
  const decisions = createRefusalThrottle(createLogSink(log), (fields) => log.warn('refused', fields))
  const app = createApp({
    name: 'role',
    publicUrl: 'https://role.example',
    routes: ['/a', '/b'].map((path) => ({ method: 'GET', path, kind: 'machine', handle: () => respondJson({}) })),
    decide: createDecide({ clock, random: seededRandom('log'), decisions }),
    admission: () => (state.reason === undefined ? undefined : { reason: state.reason, retryAfterSeconds: 1 }),
    onFault: (fault) => assert.fail(String(fault)),
  })
  const ask = async (path: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await app(new Request(`https://role.example${path}`))
  }
  const seen = () =>
    lines.map((line) => {
      const { event, decision, surface, code, count } = JSON.parse(line)
      return [event, decision?.surface ?? surface, (decision as DecisionRecord)?.checks.at(-1)?.code ?? code, count]
    })
  return { clock, state, ask, seen, close: () => decisions.close() }
}

test('GEN-08 refusals by the limits are logged once for each surface, code and minute, then as a count', async () => {
  const { clock, state, ask, seen } = logged()
  state.reason = 'rate'
  await ask('/a', 1000)
  await ask('/b', 2)
  state.reason = 'overload'
  await ask('/a')
  const first = [
    ['refused', 'role/a envelope', 'rate_exceeded', undefined],
    ['refused', 'role/b envelope', 'rate_exceeded', undefined],
    ['refused', 'role/a envelope', 'overloaded', undefined],
  ]
  assert.deepEqual(seen(), first)
  clock.advance(59)
  delete state.reason
  await ask('/a')
  assert.deepEqual(seen(), first)
  clock.advance(1)
  await ask('/a')
  const counted = [
    ['refused', 'role/a envelope', 'rate_exceeded', 999],
    ['refused', 'role/b envelope', 'rate_exceeded', 1],
  ]
  assert.deepEqual(seen(), [...first, ...counted])
  state.reason = 'rate'
  await ask('/a', 2)
  assert.deepEqual(seen(), [...first, ...counted, ['refused', 'role/a envelope', 'rate_exceeded', undefined]])
})

test('GEN-08 a clock that was set back does not prolong the minute', async () => {
  const { clock, state, ask, seen } = logged()
  state.reason = 'rate'
  await ask('/a', 3)
  clock.advance(-3600)
  await ask('/a')
  assert.deepEqual(
    seen().map(([, , , count]) => count),
    [undefined, 2, undefined],
  )
})

test('GEN-08 the counts are reported when the service stops', async () => {
  const { state, ask, seen, close } = logged()
  state.reason = 'rate'
  await ask('/a', 3)
  close()
  assert.deepEqual(seen().at(-1), ['refused', 'role/a envelope', 'rate_exceeded', 2])
  close()
  assert.equal(seen().length, 2)
})

test('GEN-08 every other refusal is logged', async () => {
  const { ask, seen } = logged()
  await ask('/nowhere', 3)
  assert.equal(seen().length, 3)
})

test('GEN-08 a sink with its own limit gets that number of refusals of a surface and code in a minute', async () => {
  const recorded: string[] = []
  const clock = fixedClock(600)
  const record = ({ surface, outcome }: DecisionRecord) => void recorded.push(`${surface} ${outcome}`)
  const decisions = createRefusalThrottle({ record }, () => undefined, { limits: isNotAccepted, perMinute: 3 })
  const decide = createDecide({ clock, random: seededRandom('limit'), decisions })
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  const ask = (surface: string, passes: boolean, times: number) => {
    for (let time = 0; time < times; time += 1)
      try {
        decide.now(surface, (decision) => decision.that('GEN-01', answer, passes))
      } catch {}
  }
  ask('token', false, 50)
  ask('nonce', false, 1)
  ask('token', true, 5)
  clock.advance(60)
  ask('token', false, 1)
  assert.deepEqual(
    Object.entries(Object.groupBy(recorded, (one) => one)).map(([one, all]) => [one, all?.length]),
    [
      ['token refused', 4],
      ['nonce refused', 1],
      ['token accepted', 5],
    ],
  )
})

test('GEN-08 beyond the total limit, a sink gets the first refusal of each surface and code in a minute (D-970)', async () => {
  const recorded: string[] = []
  const suppressed: string[] = []
  const clock = fixedClock(600)
  const decisions = createRefusalThrottle(
    { record: ({ surface }) => void recorded.push(surface) },
    ({ surface, count }) => void suppressed.push(`${surface} ${count}`),
    { limits: isNotAccepted, perMinute: 3, totalPerMinute: 4 },
  )
  const decide = createDecide({ clock, random: seededRandom('total'), decisions })
  const answer = { status: 400, error: 'invalid_request', text: 'No.' }
  const refuse = (surface: string) =>
    assert.throws(() => decide.now(surface, (decision) => decision.that('GEN-01', answer, false)))
  for (const surface of ['a', 'b', 'c']) for (let time = 0; time < 5; time += 1) refuse(surface)
  assert.deepEqual(recorded, ['a', 'a', 'a', 'b', 'c'])
  clock.advance(60)
  refuse('a')
  assert.deepEqual(suppressed, ['a 2', 'b 4', 'c 4'])
  assert.equal(recorded.at(-1), 'a')
  decisions.close()
  assert.equal(suppressed.length, 3)
})
