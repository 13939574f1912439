/** Temporary directories of tests, removed when the process ends. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const directories: string[] = []
process.once('exit', () => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true })
})

/** Creates an empty directory. */
export function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-test-'))
  directories.push(directory)
  return directory
}
