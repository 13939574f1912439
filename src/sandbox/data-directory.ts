/**
 * Directory of all data of a sandbox: keys, secrets, stores, devices. Without a directory from the user, the sandbox
 * creates a temporary one and removes it at the end. Only one sandbox may use a directory at a time.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { type FileLock, lockFile } from '../node/index.ts'
import { SandboxFault } from './sandbox-fault.ts'

/** Key file of the sandbox's OpenID Provider. The worker of the OpenID Provider reads the file too. */
export const nationalIdpKeyFile = 'keys/national-idp.json'

/** Paths below the data directory of a sandbox. */
export interface DataPaths {
  /** Returns the path of a file below the directory. Without parts, returns the directory. */
  path(...parts: readonly string[]): string
}

export interface DataDirectory extends DataPaths {
  /** Releases the lock and removes a temporary directory. */
  release(): void
}

/**
 * Opens and locks the directory, or a new temporary one if none is requested. Creates a missing directory, but not its
 * parent. Throws `SandboxFault` if the directory cannot be used.
 */
export function openDataDirectory(requested: string | undefined): DataDirectory {
  const directory =
    requested === undefined ? mkdtempSync(join(tmpdir(), 'fiducia-')) : createIfMissing(resolve(requested))
  const lock = takeLock(directory)
  return {
    path: (...parts) => join(directory, ...parts),
    release: () => {
      lock.release()
      if (requested === undefined) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function createIfMissing(directory: string): string {
  if (!existsSync(dirname(directory)))
    throw new SandboxFault(
      `The directory ${dirname(directory)} does not exist: create it first, or name another with --data.`,
    )
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new SandboxFault(`The directory ${directory} cannot be created (${code}).`)
    if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
      throw new SandboxFault(`${directory} is not a directory: name one with --data.`)
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
