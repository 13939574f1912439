/**
 * One process at a time changes the wallet in a directory: of two, each would keep what it had read before the other one's
 * change.
 */
import { join } from 'node:path'
import { lockFile } from '../../node/index.ts'
import { UserError } from '../user-error.ts'

/** Rejects with a `UserError` when another process works with it. The directory must be there. */
export async function whileLocked<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const lock = lockFile(join(directory, 'lock.sqlite'))
  if (lock === undefined)
    throw new UserError(`Another process works with the wallet in ${directory}: wait for it, or end it.`)
  try {
    return await run()
  } finally {
    lock.release()
  }
}
