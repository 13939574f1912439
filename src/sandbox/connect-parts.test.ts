import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { createNodeCrypto } from '../node/index.ts'
import { createConnectParts } from './connect-parts.ts'
import { sandboxOrigins } from './origins.ts'

test('the screen shows a host only if other machines can reach the sandbox by it', () => {
  const input = {
    ...{ clock: fixedClock(), crypto: createNodeCrypto(), fetch, origins: sandboxOrigins(4000) },
    ...{ administer: () => assert.fail(), roles: [], anchors: new Map(), certificateAuthority: undefined },
  }
  for (const host of [undefined, 'localhost', '127.0.0.1', '::1'])
    assert.equal(createConnectParts({ ...input, host }).host, undefined)
  for (const host of ['192.168.1.20', 'fd00::20', 'laptop.example'])
    assert.equal(createConnectParts({ ...input, host }).host, host)
})
