/** The command line. `bin/fiducia.mjs` calls `main` and exits with its result. */
import { registrationsFor } from './command-files.ts'
import { runProgram } from './program.ts'
import { logTo, writerTo } from './standard-stream.ts'

/**
 * Runs the command of these arguments and returns its exit code. A log that is not yet written delays the end of the
 * process by at most two seconds.
 */
export async function main(words: readonly string[]): Promise<number> {
  const log = logTo(process.stdout)
  const code = await runProgram(await registrationsFor(words), words, {
    out: writerTo(process.stdout),
    err: writerTo(process.stderr),
    log: log.write,
    isTerminal: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  })
  log.end(() => process.exit(code))
  return code
}
