/**
 * `fiducia` with unwritable output: the process ends with the exit code of its result. `unwritable-output.long.ts` runs
 * the life cycle with each kind of unwritable output.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runWithUnwritableOutput, unwritableOutputs } from '../support/unwritable-output.ts'

const skip = process.platform !== 'linux'
const [[gone, withoutReader], ...others] = unwritableOutputs

test(`GEN-27 with ${gone} the life cycle runs to its end and exits with 0`, { skip }, async () => {
  assert.deepEqual(await runWithUnwritableOutput('--once', withoutReader), { code: 0, err: '' })
})

for (const [what, redirection] of others)
  test(`GEN-27 with ${what} a command runs to its end and exits with 0`, { skip }, async () => {
    assert.deepEqual(await runWithUnwritableOutput('api-key', redirection), { code: 0, err: '' })
  })
