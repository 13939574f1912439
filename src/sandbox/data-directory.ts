/**
 * The directory in which a sandbox keeps everything: keys, secrets, stores, devices. Either the user names one, or a
 * fresh one is made and removed at the end. One sandbox at a time.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type FileLock, lockFile, makePrivateDirectory } from '../node/index.ts'
import {
  DatabaseFault,
  openSqliteStores,
  type RoleStores,
  type SqliteDatabase,
  type SqliteStores,
} from '../stores/index.ts'
import { SandboxFault } from './sandbox-fault.ts'

/** Of the sandbox's OpenID Provider, in whose worker it is read again. */
export const nationalIdpKeyFile = 'keys/national-idp.json'

/** Where something of a sandbox lies. */
export interface DataPaths {
  path(...parts: readonly string[]): string
}

export interface DataDirectory extends DataPaths {
  /** Opens the embedded stores of a role. */
  openStores<R extends keyof RoleStores>(role: R): SqliteStores<R>
  /** Closes the stores, gives the lock back and removes what nobody asked to keep. */
  release(): Promise<void>
}

/** Throws `SandboxFault` when the directory cannot be used. */
export function openDataDirectory(named: string | undefined): DataDirectory {
  const directory = named === undefined ? mkdtempSync(join(tmpdir(), 'fiducia-')) : prepare(resolve(named))
  const lock = takeLock(directory)
  const databases: SqliteDatabase[] = []
  return {
    path: (...parts) => join(directory, ...parts),
    openStores: (role) => {
      const path = join(directory, 'stores', `${role}.sqlite`)
      makePrivateDirectory(dirname(path))
      try {
        const opened = openSqliteStores(role, path)
        databases.push(opened.database)
        return opened
      } catch (thrown) {
        if (!(thrown instanceof DatabaseFault)) throw thrown
        throw new SandboxFault(`${thrown.message} Remove it, or name another directory with --data.`, { cause: thrown })
      }
    },
    release: async () => {
      await Promise.all(databases.map((database) => database.close()))
      lock.release()
      if (named === undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function prepare(directory: string): string {
  if (!existsSync(dirname(directory)))
    throw new SandboxFault(
      `The directory ${dirname(directory)} does not exist: make it first, or name another with --data.`,
    )
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new SandboxFault(`The directory ${directory} cannot be made (${code}).`)
    if (!statSync(directory).isDirectory())
      throw new SandboxFault(`${directory} is no directory: name one with --data.`)
  }
  return directory
}

function takeLock(directory: string): FileLock {
  let lock: FileLock | undefined
  try {
    lock = lockFile(join(directory, 'lock'))
  } catch (thrown) {
    throw new SandboxFault(`The directory ${directory} cannot be used (${reasonOf(thrown)}).`)
  }
  if (lock) return lock
  throw new SandboxFault(`Another sandbox runs on ${directory}: stop it, or name another directory with --data.`)
}

const reasonOf = (thrown: unknown): string =>
  (thrown instanceof Error ? thrown.message.split('\n', 1)[0] : '') || 'unknown'
