/**
 * Runs the compiler for the gates and the build. It has a single thread, because several would check the same
 * declarations twice. Up to 2 GiB it collects no garbage, because its objects stay in use. Together this saves half of
 * its processor time.
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
