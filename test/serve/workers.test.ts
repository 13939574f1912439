/**
 * Requirements of `fiducia serve --workers`. workers.long.ts covers the replacement, the count and the stop of workers.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { register } from '../../src/cli/commands/serve.ts'
import { runProgram } from '../../src/cli/program.ts'
import { initialize } from '../../src/serve/index.ts'
import { freshDirectory } from '../support/fresh-directory.ts'

test('workers on the embedded store are refused in one sentence', async () => {
  const { file } = await initialize('trust-anchor', { directory: freshDirectory() })
  const err: string[] = []
  const terminal = { out: () => undefined, err: (text: string) => void err.push(text) }
  const code = await runProgram([register], ['serve', 'trust-anchor', '--config', file, '--workers', '2'], terminal)
  assert.equal(code, 2)
  assert.match(
    err.join(''),
    /^The configuration has a fault:\n {2}--workers needs PostgreSQL: the embedded store takes one process \(DATABASE_URL\)\n$/,
  )
})
