/**
 * `fiducia` with unread output: it ends, with the exit code of its result. The life cycle for each kind of unread
 * output is in `unread-output.long.ts`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endUnread, unread } from '../support/unread-output.ts'

const skip = process.platform !== 'linux'
const [[gone, withoutReader], ...others] = unread

test(`GEN-27 with ${gone} the life cycle runs to its end and exits with 0`, { skip }, async () => {
  assert.deepEqual(await endUnread('--once', withoutReader), { code: 0, err: '' })
})

for (const [what, redirection] of others)
  test(`GEN-27 with ${what} a command runs to its end and exits with 0`, { skip }, async () => {
    assert.deepEqual(await endUnread('api-key', redirection), { code: 0, err: '' })
  })
