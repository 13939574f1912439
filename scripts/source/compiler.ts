/**
 * Runs the compiler for the gates and the build. Without threads, which would check the same declarations twice, and
 * without garbage collection of objects that stay in use. Both together save half of its processor time.
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
