/**
 * Lock of a wallet directory: only one process changes the wallet at a time. Otherwise a process would overwrite the
 * changes of another one.
 */
import { join } from 'node:path'
import { lockFile } from '../../node/index.ts'
import { UserError } from '../user-error.ts'

/** Runs a function under the lock. Rejects with a `UserError` if another process has it. The directory must exist. */
export async function withWalletLock<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const lock = lockFile(join(directory, 'lock.sqlite'))
  if (lock === undefined)
    throw new UserError(`Another process works with the wallet in ${directory}: wait for it, or end it.`)
  try {
    return await run()
  } finally {
    lock.release()
  }
}
