import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordingSink } from '../../test/support/decisions.ts'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { createDecide } from './decision.ts'
import { type Failure, fail } from './failure.ts'
import { type Decision, traceOfFault, UnmappedFailure } from './open-decision.ts'
import { type Answer, Refusal } from './refusal.ts'
import { Unavailable } from './unavailable.ts'

const forged: Answer = { status: 403, error: 'invalid_request', text: 'The request does not hold.' }
const malformed: Answer = { status: 400, error: 'bad_request', text: 'The request cannot be read.' }
type Code = 'first' | 'second'
const rules = { first: ['X-1', forged], second: ['X-2', malformed] } as const

function start() {
  const sink = recordingSink()
  const clock = fixedClock(1000)
  const decide = createDecide<Answer>({ clock, random: seededRandom('decision'), decisions: sink })
  const run = (steps: (decision: Decision<Answer>) => Promise<unknown>): Promise<unknown> =>
    decide('role/step', steps).catch((thrown: unknown) => thrown)
  return { sink, clock, run }
}
const verifier = (result: string | Failure<Code>) => () => result

test('an accepted decision records every requirement of the tables once, in order', async () => {
  const { sink, run } = start()
  const value = await run(async (decision) => {
    const checked = await decision.check({ first: rules.first, second: ['X-1', malformed] }, verifier('value'))
    decision.that('X-3', forged, true)
    decision.note('thumbprint', 'abc')
    return [checked, decision.found('X-4', forged, 0)]
  })
  assert.deepEqual(value, ['value', 0])
  const [record, ...others] = sink.decisions
  assert.deepEqual(others, [])
  assert.equal(record?.outcome, 'accepted')
  assert.deepEqual([record?.surface, record?.at], ['role/step', 1000])
  assert.deepEqual(record?.checks, [
    { requirement: 'X-1', passed: true },
    { requirement: 'X-3', passed: true },
    { requirement: 'X-4', passed: true },
  ])
  assert.deepEqual(record?.evidence, { thumbprint: 'abc' })
  assert.match(record?.trace ?? '', /^[A-Za-z0-9_-]{12}$/)
})

test('checkNow does not compile with a function that returns a promise', async () => {
  const { run } = start()
  await run(async (decision) => {
    // @ts-expect-error a promise of a verdict
    decision.checkNow(rules, () => Promise.resolve(fail<Code>('first', 'here')))
    // @ts-expect-error a verdict or a promise of one
    decision.checkNow(rules, verifier('value') as () => { readonly a: 1 } | Promise<{ readonly a: 1 } | Failure<Code>>)
    decision.checkNow(rules, () => ({ a: 1 }) as { readonly a: 1 } | Failure<Code>)
  })
})

test('a fault is rethrown unchanged, and an Error has the trace of its decision', async () => {
  const { sink, run } = start()
  for (const fault of [new Error('fault'), 'a text', null, undefined]) {
    const thrown = await run(async () => {
      throw fault
    })
    assert.equal(thrown, fault)
    const record = sink.decisions.at(-1)
    assert.equal(record?.outcome, 'failed')
    assert.equal(traceOfFault(thrown), fault instanceof Error ? record?.trace : undefined)
  }
})

test('200 decisions have 200 different traces', async () => {
  const { sink, run } = start()
  for (let count = 0; count < 200; count += 1) await run(async () => undefined)
  const traces = new Set(sink.decisions.map(({ trace }) => trace))
  assert.equal(traces.size, 200)
  for (const trace of traces) assert.match(trace, /^[A-Za-z0-9_-]{12}$/)
})

test('an answer is reworded only when its check refuses', async () => {
  const { run } = start()
  const worded = (answer: Answer): Answer => ({ ...answer, text: 'In other words.' })
  const thrown = await run(async (decision) => {
    await decision.check(rules, verifier('value'), () => assert.fail('nothing was refused'))
    await decision.check(rules, verifier(fail('first', 'payload')), worded)
  })
  assert.ok(thrown instanceof Refusal)
  assert.deepEqual([thrown.requirement, thrown.answer], ['X-1', { ...forged, text: 'In other words.' }])
})

test('GEN-23 a place that a client named keeps the characters of an error_description, and at most 200 of them', async () => {
  const { sink, run } = start()
  const name = `a"b\\c\n\u001b[31m\u202eé~`
  for (const [place, shown] of [
    [`metadata.${name}`, 'metadata.a?b?c??[31m??~'],
    ['x'.repeat(1000), 'x'.repeat(200)],
    ["$['ns'][0]", "$['ns'][0]"],
  ] as const) {
    const thrown = await run(async (decision) => decision.check(rules, verifier(fail('first', place))))
    assert.ok(thrown instanceof Refusal)
    assert.deepEqual([thrown.at, sink.lastRefusal()?.checks.at(-1)?.at], [shown, shown])
  }
})

test('a failure code refuses with its requirement, answer and place, and later steps do not run', async () => {
  const { sink, run } = start()
  let reached = false
  const thrown = await run(async (decision) => {
    await decision.check(rules, async () => fail('second', 'payload.x'))
    reached = true
  })
  assert.ok(thrown instanceof Refusal)
  assert.deepEqual(
    [thrown.requirement, thrown.answer, thrown.code, thrown.at],
    ['X-2', malformed, 'second', 'payload.x'],
  )
  assert.equal(reached, false)
  const [record] = sink.decisions
  assert.equal(record?.outcome, 'refused')
  assert.equal(record?.trace, thrown.trace)
  assert.deepEqual(record?.checks, [{ requirement: 'X-2', passed: false, code: 'second', at: 'payload.x' }])
})

test('a missing value, an unsatisfied condition and a lost claim each refuse with their code', async () => {
  for (const [refuse, code] of [
    [(decision) => decision.found('X-5', forged, undefined), 'not_found'],
    [(decision) => decision.found('X-5', forged, undefined, 'unknown_instance'), 'unknown_instance'],
    [(decision) => decision.that('X-5', forged, false), 'not_satisfied'],
    [(decision) => decision.that('X-5', forged, false, 'revoked', 'record.status'), 'revoked'],
    [(decision) => decision.refuse(['X-5', forged], 'challenge_used'), 'challenge_used'],
  ] as readonly [(decision: Decision<Answer>) => unknown, string][]) {
    const { sink, run } = start()
    const thrown = await run(async (decision) => refuse(decision))
    assert.ok(thrown instanceof Refusal)
    assert.equal(thrown.code, code)
    assert.equal(sink.lastRefusal()?.checks.at(-1)?.code, code)
  }
})

test('a refusal that was attempted does not refuse, unless the decision refuses with it', async () => {
  const { sink, run } = start()
  const attempt = (decision: Decision<Answer>) =>
    decision.attempt(async () => {
      decision.that('X-3', forged, true)
      return decision.check(rules, verifier(fail('first', 'payload')))
    })
  const returned = await run(attempt)
  assert.ok(returned instanceof Refusal)
  assert.deepEqual(sink.decisions[0]?.checks, [{ requirement: 'X-3', passed: true }])
  assert.equal(sink.decisions[0]?.outcome, 'accepted')

  const thrown = await run(async (decision) => {
    const refusal = await attempt(decision)
    decision.that('X-4', forged, true)
    return refusal instanceof Refusal ? decision.refuseWith(refusal) : refusal
  })
  assert.ok(thrown instanceof Refusal)
  assert.deepEqual([sink.decisions[1]?.outcome, thrown.trace], ['refused', sink.decisions[1]?.trace])
  const last = { requirement: 'X-1', passed: false, code: 'first', at: 'payload' }
  assert.deepEqual(sink.decisions[1]?.checks.at(-1), last)
})

test('an attempt returns its value, and rejects with every error that is not a refusal of its decision', async () => {
  const { run } = start()
  assert.equal(await run((decision) => decision.attempt(async () => 'value')), 'value')
  for (const fault of [new Error('fault'), new Refusal('another', forged, 'X-1', 'first', '')])
    assert.equal(await run((decision) => decision.attempt(() => Promise.reject(fault))), fault)
})

test('a code that no table maps fails the decision and accepts nothing', async () => {
  for (const code of ['third', 'toString', '__proto__']) {
    const { sink, run } = start()
    const thrown = await run((decision) => decision.check(rules, () => fail(code as Code, 'x')))
    assert.ok(thrown instanceof UnmappedFailure)
    assert.deepEqual(
      sink.decisions.map(({ outcome }) => outcome),
      ['failed'],
    )
  }
})

test('a refusal that another decision made fails this decision', async () => {
  const { sink, run } = start()
  const foreign = new Refusal('another', forged, 'X-1', 'first', '')
  assert.equal(await run(() => Promise.reject(foreign)), foreign)
  assert.equal(sink.decisions[0]?.outcome, 'failed')
})

test('GEN-27 a decision that fails in an outage records what was out of reach and for how long', async () => {
  const { sink, clock, run } = start()
  const broken = async (what: string) => {
    await run(() => Promise.reject(new Unavailable(what)))
    const { out_of_reach, out_of_reach_seconds } = sink.decisions.at(-1)?.evidence ?? {}
    return [out_of_reach, out_of_reach_seconds]
  }
  assert.deepEqual(await broken('the store'), ['the store', '0'])
  clock.advance(50)
  assert.deepEqual(await broken('the store'), ['the store', '50'])
  assert.deepEqual(await broken('the signer'), ['the signer', '0'])
  clock.advance(59)
  assert.deepEqual(await broken('the store'), ['the store', '109'])
  clock.advance(60)
  assert.deepEqual(await broken('the store'), ['the store', '0'], 'a minute later, a new outage begins')
  assert.equal((await broken('x'.repeat(1000)))[0]?.length, 300)
  await run(() => Promise.reject(new Error('a fault of ours')))
  assert.deepEqual(sink.decisions.at(-1)?.evidence, {}, 'the message of any other error is withheld')
})

test('GEN-27 a refusal with 503 records what was out of reach and for how long, and an overload does not', async () => {
  const { sink, clock, run } = start()
  const away: Answer = { status: 503, error: 'temporarily_unavailable', text: 'Out of reach.' }
  const refused = async (entity: string | undefined, answer = away, code = 'trust_unavailable') => {
    await run(async (decision) => {
      if (entity !== undefined) decision.note('entity', entity)
      decision.refuse(['X-1', answer], code, 'trust_chain.unreachable')
    })
    const { out_of_reach, out_of_reach_seconds } = sink.decisions.at(-1)?.evidence ?? {}
    return [out_of_reach, out_of_reach_seconds]
  }
  const what = 'trust_unavailable at trust_chain.unreachable'
  assert.deepEqual(await refused('https://a.example'), [`${what} (https://a.example)`, '0'])
  clock.advance(7)
  assert.deepEqual(await refused('https://a.example'), [`${what} (https://a.example)`, '7'])
  assert.deepEqual(await refused('https://b.example'), [`${what} (https://b.example)`, '0'])
  assert.deepEqual(await refused(undefined), [what, '0'])
  assert.deepEqual(await refused('https://a.example', forged), [undefined, undefined])
  assert.deepEqual(await refused(undefined, away, 'overloaded'), [undefined, undefined])
})
