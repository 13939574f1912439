import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide, type DecisionRecord, Unavailable } from '../base/index.ts'
import { createJsonLog, createLogSink } from '../telemetry/index.ts'
import { combineSinks, createDecisionLog } from './decision-log.ts'

const decision = (
  trace: string,
  outcome: DecisionRecord['outcome'] = 'refused',
  surface = 'role/token',
): DecisionRecord => ({
  trace,
  surface,
  at: 1,
  outcome,
  checks: [
    { requirement: 'WP-15', passed: true },
    { requirement: 'WP-17', passed: outcome !== 'refused', code: 'iss_mismatch', at: 'payload.iss' },
  ],
  evidence: {},
})

function logInto() {
  const lines: string[] = []
  const log = createJsonLog('role', { write: (line) => void lines.push(line) })
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line)) }
}

test('the log keeps the last decisions and finds them by trace', () => {
  const log = createDecisionLog(3)
  for (const trace of ['a', 'b', 'c', 'd']) log.record(decision(trace))
  assert.equal(log.find('a'), undefined)
  assert.equal(log.find('b')?.trace, 'b')
  assert.equal(log.last()?.trace, 'd')
  assert.deepEqual(
    log.latest(2).map(({ trace }) => trace),
    ['d', 'c'],
  )
  assert.deepEqual(log.latest(0), [])
})

test('every rule is counted, and an accepted envelope is counted but not kept', () => {
  const log = createDecisionLog()
  log.record(decision('a'))
  log.record(decision('b', 'accepted', 'role/token envelope'))
  log.record(decision('c', 'refused', 'role/token envelope'))
  assert.deepEqual(
    log.latest(9).map(({ trace }) => trace),
    ['c', 'a'],
  )
  assert.deepEqual(log.counts(), [
    { requirement: 'WP-15', passed: 3, refused: 0 },
    { requirement: 'WP-17', passed: 1, refused: 2 },
  ])
})

test('an accepted request for a status list is counted but not kept, as it would hide the last decision', () => {
  const log = createDecisionLog()
  log.record(decision('a'))
  log.record(decision('b', 'accepted', 'wallet-provider/statuslists'))
  assert.deepEqual([log.last()?.trace, log.find('b'), log.counts()[0]?.passed], ['a', undefined, 2])
  log.record(decision('c', 'refused', 'wallet-provider/statuslists'))
  log.record(decision('d', 'failed', 'pid-provider/statuslists'))
  log.record(decision('e', 'accepted', 'wallet-provider/token'))
  assert.deepEqual(
    log.latest(9).map(({ trace }) => trace),
    ['e', 'd', 'c', 'a'],
  )
})

test('a sink that throws does not affect the other sinks', () => {
  const log = createDecisionLog()
  const broken = {
    record: () => {
      throw new Error('full')
    },
  }
  combineSinks(broken, log).record(decision('a'))
  assert.equal(log.last()?.trace, 'a')
})

test('WP-76 PP-112 refusals, failures and administrators’ changes have a line, and other decisions have none', () => {
  const { log, parsed } = logInto()
  const sink = createLogSink(log)
  for (const outcome of ['accepted', 'refused', 'failed'] as const) sink.record(decision(outcome, outcome))
  const changed = { actor: 'ada', change: 'revoked', thumbprint: 'abc' }
  for (const evidence of [changed, { actor: 'ada' }]) sink.record({ ...decision('a', 'accepted'), evidence })
  assert.deepEqual(
    parsed().map((line) => [line.event, line.decision.evidence]),
    [
      ['refused', {}],
      ['failed', {}],
      ['accepted', changed],
    ],
  )
})

test('a refusal is a warning that begins with its reason, its code, its place and the remedy', () => {
  const { log, lines, parsed } = logInto()
  const sink = createLogSink(log, ({ outcome }) => (outcome === 'refused' ? 'set the clock' : undefined))
  const checks = [{ requirement: 'WP-17', passed: false, code: 'not_yet_valid', at: 'payload.iat' }]
  sink.record({ ...decision('a', 'refused'), checks })
  sink.record({ ...decision('b', 'failed'), evidence: { out_of_reach: 'the store', out_of_reach_seconds: '7' } })
  log.decision(decision('c', 'accepted'))
  assert.deepEqual(
    parsed().map(({ level, code, at, requirement, remedy, out_of_reach }) => [
      level,
      code,
      at,
      requirement,
      remedy,
      out_of_reach,
    ]),
    [
      [40, 'not_yet_valid', 'payload.iat', 'WP-17', 'set the clock', undefined],
      [40, undefined, undefined, undefined, undefined, 'the store'],
      [30, undefined, undefined, undefined, undefined, undefined],
    ],
  )
  assert.match(
    lines[0] ?? '',
    /"role":"[\w-]+","reason":"[^"]+","code":"not_yet_valid","at":"payload\.iat","remedy":"set the clock","requirement":"WP-17",/,
  )
})

test('GEN-27 the fault that made a decision fail is logged with the trace of that decision', async () => {
  const { log, parsed } = logInto()
  const decisions = createLogSink(log)
  const decide = createDecide({ clock: fixedClock(), random: seededRandom('trace'), decisions })
  const full = new Unavailable('the store does not commit (database or disk is full)')
  await decide('role/token', () => Promise.reject(full)).catch((thrown: unknown) => log.fault(thrown, 'role/token'))
  const [failed, unavailable] = parsed()
  assert.deepEqual([failed.decision.outcome, unavailable.why], ['failed', full.message])
  assert.equal(unavailable.trace, failed.decision.trace)
})

test('GEN-24 no value of a field or an error gets into the log', () => {
  const { log, lines, parsed } = logInto()
  const fault = Object.assign(new TypeError('SECRET eyJhbGciOi\n    at SECRET'), { code: 'ECONNREFUSED' })
  log.fault(fault, 'role/token')
  log.fault('SECRET', 'role/token')
  log.info('listening', { surface: '{"given_name":"SECRET"}', port: 1, code: 'x'.repeat(200) })
  assert.doesNotMatch(lines.slice(1).join(''), /SECRET|xxx/)
  const [line] = parsed()
  assert.deepEqual(
    [line.fault, line.code, line.surface, line.role],
    ['TypeError', 'ECONNREFUSED', 'role/token', 'role'],
  )
  assert.doesNotMatch(lines[0] ?? '', /eyJ|SECRET/)
})
