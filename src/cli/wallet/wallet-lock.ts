/**
 * Lock of a wallet directory: only one process changes the wallet at a time. Otherwise two processes would overwrite
 * each other's changes.
 */
import { join } from 'node:path'
import { lockFile } from '../../node/index.ts'
import { UserError } from '../user-error.ts'

/** Runs a function under the lock. Rejects with a `UserError` if another process has it. The directory must exist. */
export async function withWalletLock<T>(directory: string, run: () => Promise<T>): Promise<T> {
  const lock = lockFile(join(directory, 'lock.sqlite'))
  if (lock === undefined)
    throw new UserError(`Another process is using the wallet in ${directory}: wait for it, or stop it.`)
  try {
    return await run()
  } finally {
    lock.release()
  }
}
