/** The command line. `bin/fiducia.mjs` calls `main` and exits with its result. */
import { registrationsFor } from './command-files.ts'
import { runProgram } from './program.ts'
import { logTo, writerTo } from './standard-stream.ts'

/**
 * Runs the command of these arguments and returns its exit code: 1 if the file that gets its output did not take all of
 * it (D-1068). A log that is not yet written delays the end of the process by at most two seconds.
 */
export async function main(words: readonly string[]): Promise<number> {
  const out = writerTo(process.stdout)
  const log = logTo(process.stdout, out)
  const err = writerTo(process.stderr)
  let code = await runProgram(await registrationsFor(words), words, {
    out: out.write,
    err: err.write,
    log: log.write,
    isTerminal: process.stdout.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  })
  const fault = out.fault()
  if (fault !== undefined) {
    err.write(
      `The file that gets the output did not take all of it (${fault}). What the command did stays done: free space, then show the result again.\n`,
    )
    code ||= 1
  }
  log.end(() => process.exit(code))
  return code
}
