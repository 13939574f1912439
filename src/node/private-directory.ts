/** Directories that only their owner can read. */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents with mode 0700. Does not change existing directories. Calls `onMade` for
 * each new directory. Throws the system's error if a directory cannot be created. Does not use the option `recursive`
 * of `mkdirSync`, because this option loops in a directory that allows no new entries (/proc), and reports ENOENT for a
 * full disk.
 */
export function makePrivateDirectory(path: string, onMade?: (path: string) => void): void {
  const fault = make(path, onMade)
  if (fault === undefined) return
  if (fault.code !== 'ENOENT' || dirname(path) === path) throw fault
  makePrivateDirectory(dirname(path), onMade)
  const again = make(path, onMade)
  if (again !== undefined) throw again
}

/** Creates one directory. Returns the error if the directory does not exist afterwards. */
function make(path: string, onMade?: (path: string) => void): NodeJS.ErrnoException | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (thrown) {
    return isDirectory(path) ? undefined : (thrown as NodeJS.ErrnoException)
  }
  onMade?.(path)
  return undefined
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
