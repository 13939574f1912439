/**
 * `fiducia` with unwritable output: a closed reader does not change the exit code, and a full disk makes it 1 (D-1068).
 * `unwritable-output.long.ts` runs the life cycle with each kind of unwritable output.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullDisk, runWithUnwritableOutput, unwritableOutputs } from '../support/unwritable-output.ts'

const skip = process.platform !== 'linux'

for (const [output, redirection] of unwritableOutputs.filter(([, words]) => words !== '>/dev/full'))
  test(`GEN-27 with ${output} a command runs to its end and exits with 0`, { skip }, async () => {
    assert.deepEqual(await runWithUnwritableOutput('api-key', redirection), { code: 0, err: '' })
  })

test('a command whose answer a full disk does not take says so and exits with 1', { skip }, async () => {
  assert.deepEqual(await runWithUnwritableOutput('api-key', '>/dev/full'), fullDisk)
})
