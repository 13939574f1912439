import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originOf, partiesOf, portOf, sandboxOrigins } from './origins.ts'

test('an origin is the text that clients send: a host in lower case, and no default port', () => {
  assert.equal(originOf(4000, {}), 'http://localhost:4000')
  assert.equal(originOf(4000, { https: true, host: 'LAPTOP.example' }), 'https://laptop.example:4000')
  assert.equal(originOf(4000, { https: true, host: 'FD00::0:20' }), 'https://[fd00::20]:4000')
  assert.equal(originOf(443, { https: true }), 'https://localhost')
  assert.equal(originOf(80, { https: true }), 'https://localhost:80')
})

test('each party keeps its port, even the default port of the scheme', () => {
  for (const [base, https] of [
    [442, true],
    [79, false],
    [4000, true],
  ] as const) {
    const origins = sandboxOrigins(base, { https })
    const ports = Object.values(origins).map(portOf)
    assert.deepEqual(ports.toSorted(), [0, 1, 2, 3, 4, 5, 6].map((offset) => base + offset).toSorted())
    const { origin } = new URL(origins.trustAnchor)
    assert.equal(partiesOf(origins)(origin), 'trust-anchor')
  }
})
