/**
 * `fiducia` with unread output: the process ends with the exit code of its result. `unread-output.long.ts` runs the
 * life cycle with each kind of unread output.
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
