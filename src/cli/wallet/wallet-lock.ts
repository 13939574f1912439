/**
 * One process at a time changes the wallet in a directory: of two, each would keep what it had read before the other one's
 * change. A process that was killed leaves its lock, which the next one takes over.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../user-error.ts'

/** Rejects with a `UserError` that names the other process when there is one. The directory must be there. */
export async function whileLocked<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const path = join(directory, 'lock')
  takeLock(directory, path)
  try {
    return await run()
  } finally {
    rmSync(path, { force: true })
  }
}

function takeLock(directory: string, path: string): void {
  if (isTaken(path)) {
    const holder = readHolder(path)
    if (holder === undefined || isAlive(holder))
      throw new UserError(
        `Another process${holder === undefined ? '' : ` (${holder})`} works with the wallet in ${directory}: wait for it, or remove ${path} if there is none.`,
      )
    rmSync(path, { force: true })
    takeLock(directory, path)
  }
}

/** Takes it when nobody has it. */
function isTaken(path: string): boolean {
  try {
    writeFileSync(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
    return false
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return true
    throw thrown
  }
}

/** None while the other process is about to write it. */
function readHolder(path: string): number | undefined {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(holder) && holder > 0 ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive(holder: number): boolean {
  try {
    return process.kill(holder, 0)
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
