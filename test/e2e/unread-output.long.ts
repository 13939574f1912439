/** The whole life cycle for each kind of unread output; the short twin has one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endUnread, unread } from '../support/unread-output.ts'

for (const [what, redirection] of unread)
  test(`GEN-27 with ${what} the life cycle runs to its end and exits with 0`, {
    skip: process.platform !== 'linux',
  }, async () => {
    assert.deepEqual(await endUnread('--once', redirection), { code: 0, err: '' })
  })
