import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DecisionRecord, failed } from '../../base/index.ts'
import type { ArmedFault } from '../../console/index.ts'
import { createFaultStore, type FaultStore } from './armed-faults.ts'
import { faultSteps } from './fault-table.ts'

const step = 'wallet → pid-provider POST /token request'
const message = { from: 'wallet', to: 'pid-provider', method: 'POST', path: '/token', side: 'request' } as const

function createStore() {
  const time = { now: 1000 }
  let drawn = 0
  const random = {
    bytes: (length: number): Uint8Array => {
      drawn += 1
      return new Uint8Array(length).fill(drawn)
    },
  }
  return { time, store: createFaultStore({ clock: { now: () => time.now }, random }, faultSteps) }
}

function arm(store: FaultStore, fault = 'replayed'): ArmedFault {
  const armed = store.arm(step, fault)
  assert.ok(!failed(armed))
  return armed
}

const refusal: DecisionRecord = {
  ...{ trace: 'a-trace', surface: 'pid-provider/token', at: 1000, outcome: 'refused', evidence: {} },
  checks: [{ requirement: 'PP-40', passed: false, code: 'code_used' }],
}

test('a fault is used once, and records the first refusal that follows', () => {
  const { store } = createStore()
  assert.equal(store.isArmed(), false)
  const { id } = arm(store)
  assert.equal(store.find(message)?.id, id)
  store.markUsed(id)
  store.setMessage(id, 'm7')
  assert.equal(store.find(message), undefined)
  assert.equal(store.isArmed(), false)
  store.observe({ ...refusal, outcome: 'accepted', checks: [] })
  store.observe({ ...refusal, surface: 'console/break envelope', trace: 'of-the-console' })
  store.observe(refusal)
  store.observe({ ...refusal, trace: 'another' })
  assert.partialDeepStrictEqual(store.list()[0], {
    ...{ id, state: 'used', usedAt: 1000, message: 'm7' },
    refusal: { trace: 'a-trace', surface: 'pid-provider/token', code: 'code_used' },
  })
})

test('a refusal 60 seconds after the use of a fault is not recorded as its refusal', () => {
  const { store, time } = createStore()
  store.markUsed(arm(store).id)
  time.now += 60
  store.observe(refusal)
  assert.equal(store.list()[0]?.refusal, undefined)
})

for (const [title, other] of [
  ['another role', { to: 'wallet-provider' }],
  ['another path', { path: '/token/more' }],
  ['another method', { method: 'GET' }],
  ['the response', { side: 'response' }],
  ['a role as sender', { from: 'relying-party' }],
  ['the console as sender', { from: 'console' }],
] as const)
  test(`a fault does not match ${title}`, () => {
    const { store } = createStore()
    arm(store)
    assert.equal(store.find({ ...message, ...other }), undefined)
  })

test('a fault in a wallet’s message fits the message of a phone outside the sandbox', () => {
  const { store } = createStore()
  arm(store)
  assert.ok(store.find({ ...message, from: 'stranger' }))
})

test('a fault that does not apply stays armed and records the reason', () => {
  const { store } = createStore()
  const { id } = arm(store)
  store.recordMiss(id, 'key_unknown')
  assert.partialDeepStrictEqual(store.list()[0], { state: 'armed', missed: 'key_unknown' })
})

test('only faults of the table can be armed, and their number is limited', () => {
  const { store } = createStore()
  assert.partialDeepStrictEqual(store.arm('nobody', 'late'), { code: 'step_unknown' })
  assert.partialDeepStrictEqual(store.arm(step, 'nothing'), { code: 'fault_unknown' })
  for (let count = 0; count < 50; count += 1) arm(store)
  assert.partialDeepStrictEqual(store.arm(step, 'late'), { code: 'too_many_armed' })
})

test('cancelling removes a fault and notifies the listeners', () => {
  const { store } = createStore()
  let notified = 0
  const end = store.watch(() => {
    notified += 1
  })
  const { id } = arm(store)
  assert.equal(store.cancel(id), true)
  assert.equal(store.cancel(id), false)
  end()
  arm(store)
  assert.equal(notified, 2)
})
