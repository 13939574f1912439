import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serveRole } from './serve-role.ts'

test('--host refuses an address that this machine does not have, and lists the addresses that it has', () =>
  assert.rejects(
    serveRole({ out: () => undefined, err: () => undefined }, 'trust-anchor', { host: ['127.0.0.1', '203.0.113.9'] }),
    {
      name: 'UserError',
      message: /^--host: this machine has no address 203\.0\.113\.9\. It has .*127\.0\.0\.1 \(\w+\)/,
    },
  ))

test('--json without --variables is refused in one sentence', () =>
  assert.rejects(serveRole({ out: () => undefined, err: () => undefined }, 'trust-anchor', { json: true }), {
    name: 'UserError',
    message: '--json needs --variables: add it, or leave --json out.',
  }))
