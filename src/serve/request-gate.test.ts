import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRepeatedRefusals, trustProxies, type UnreadRequest } from '../node/index.ts'
import { createRequestGate, exemptTargets } from './request-gate.ts'

const request = (target: string, address: string, forwarded?: string): UnreadRequest => ({
  target,
  address,
  waited: 0,
  header: (name) => (name === 'x-forwarded-for' ? forwarded : undefined),
})

test('GEN-60 GEN-61 the gate refuses on overload first, then by the rate of the client that a trusted proxy reports', () => {
  const state = { overloaded: false }
  const repeated = createRepeatedRefusals(() => 0)
  const gate = createRequestGate({
    overload: { refuses: () => state.overloaded, wait: () => 0 },
    repeated,
    trusted: trustProxies(['10.0.0.1']),
  })
  assert.equal(gate(request('/token', '10.0.0.1', '192.0.2.7')), undefined)
  for (let count = 0; count < 8; count += 1) repeated.note('192.0.2.7', '/token', 3)
  assert.deepEqual(gate(request('/token?a=b', '10.0.0.1', '192.0.2.7')), { reason: 'rate', retryAfterSeconds: 3 })
  assert.equal(gate(request('/token', '10.0.0.1', '192.0.2.8')), undefined)
  assert.equal(gate(request('/token', '192.0.2.9', '192.0.2.7')), undefined, 'the sender is not a trusted proxy')
  state.overloaded = true
  assert.deepEqual(gate(request('/token', '192.0.2.9')), { reason: 'overload', retryAfterSeconds: 2 })
})

test('GEN-60 probes and the administration of each entity of a service are exempt', () => {
  const isExempt = exemptTargets({
    publicUrl: 'https://wallet.example/provider',
    profileEntities: [{ publicUrl: 'https://wallet.example/provider/1.4' }],
  })
  const exempt = ['/health', '/ready', '/admin/decisions?after=1', '/1.4/admin/decisions']
  for (const path of exempt) assert.equal(isExempt(`/provider${path}`), true, path)
  for (const path of ['/provider/token', '/health', '/provider/administer', '/1.4/admin/decisions'])
    assert.equal(isExempt(path), false, path)
})
