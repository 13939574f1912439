/** Commands of the program whose standard output cannot be written. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freeBase, freshDirectory } from './sandbox-process.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')

/** Kinds of standard output, and the redirection of a shell for each. The test closes the pipe. */
export const unwritableOutputs = [
  ['a closed pipe', ''],
  ['a full disk', '>/dev/full'],
  ['a closed standard output', '>&-'],
] as const

/** End of a command whose output a full disk did not take (D-1068). */
export const fullDisk = {
  code: 1,
  err: 'The file that gets the output did not take all of it (ENOSPC). What the command did stays done: free space, then show the result again.\n',
}

/** Runs the life cycle, or a command that prints one line. Returns the exit code and the errors. */
export async function runWithUnwritableOutput(
  command: '--once' | 'api-key',
  redirection: string,
): Promise<{ readonly code: unknown; readonly err: string }> {
  const port = command === '--once' ? `--port ${await freeBase()}` : ''
  const words = `exec "$0" "$1" ${command} ${port} ${redirection}`
  const child = spawn('sh', ['-c', words, process.execPath, bin], { cwd: freshDirectory() })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  return { code, err }
}
