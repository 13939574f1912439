/**
 * Directories that only their owner looks into.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a directory and those above it that are missing, 0700, and leaves what is there as it is. `onMade` is told of each
 * that it makes. Throws what the system says. Not `recursive` of `mkdirSync`: that tries for ever where a directory is there and nothing can be made in it
 * (/proc), and tells ENOENT of a disk that is full.
 */
export function makePrivateDirectory(path: string, onMade?: (path: string) => void): void {
  const fault = make(path, onMade)
  if (fault === undefined) return
  if (fault.code !== 'ENOENT' || dirname(path) === path) throw fault
  makePrivateDirectory(dirname(path), onMade)
  const again = make(path, onMade)
  if (again !== undefined) throw again
}

/** Why there is no such directory now. */
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
