/**
 * The compiler as the gates and the build call it: without threads, which check the same declarations again, and without a
 * collection of what it will need to its end. Both together are half of its processor time.
 */
import { join } from 'node:path'
import { type CommandResult, run } from '../run-tests.ts'
import { root } from './files.ts'

export const compile = (words: readonly string[], cwd = root, minutes = 10): Promise<CommandResult> =>
  run(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '--singleThreaded', ...words],
    { GOGC: 'off', GOMEMLIMIT: '2GiB' },
    minutes,
    cwd,
  )
