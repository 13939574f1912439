import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trustProxies } from './client-address.ts'
import { createConnectionLimits } from './connection-limits.ts'

test('GEN-08 the connections of one client are limited, and those of a trusted proxy only by the limit of all', () => {
  const limits = createConnectionLimits({ maximum: 6, maximumPerClient: 2 }, trustProxies(['10.0.0.0/8']))
  const leave = limits.enter('192.0.2.1')
  assert.ok(leave && limits.enter('::ffff:192.0.2.1'))
  assert.equal(limits.enter('192.0.2.1'), undefined)
  leave()
  assert.ok(limits.enter('192.0.2.1'), 'a new connection is accepted after one has ended')
  assert.ok(limits.enter('2001:db8::1') && limits.enter('2001:db8::2:3'))
  assert.equal(limits.enter('2001:db8:0:0:4::1'), undefined, 'a network of 64 bits is one client')
  const proxied = [limits.enter('10.0.0.1'), limits.enter('10.0.0.1')]
  assert.ok(proxied.every((one) => one))
  assert.equal(limits.enter('10.0.0.1'), undefined)
  assert.equal(limits.enter('192.0.2.9'), undefined)
  assert.deepEqual([limits.open(), limits.refused()], [6, 4])
})
