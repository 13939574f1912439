/** The whole life cycle for each kind of unwritable output. The short twin has commands that print one line. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullDisk, runWithUnwritableOutput, unwritableOutputs } from '../support/unwritable-output.ts'

for (const [what, redirection] of unwritableOutputs)
  test(`GEN-27 with ${what} the life cycle runs to its end`, {
    skip: process.platform !== 'linux',
  }, async () => {
    const ended = what === 'a full disk' ? fullDisk : { code: 0, err: '' }
    assert.deepEqual(await runWithUnwritableOutput('--once', redirection), ended)
  })
