/** Reads and writes files that the user named. */
import { readFileSync, writeFileSync } from 'node:fs'
import { describeReadFault, describeWriteFault } from '../base/index.ts'
import { UserError } from './user-error.ts'

/** Returns the text of a file without a byte order mark. Throws `UserError` if it cannot be read. */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (thrown) {
    throw new UserError(`The file ${path} cannot be read ${describeReadFault(thrown)}.`)
  }
}

/** Writes a file. Replaces an existing file. Throws `UserError` if it cannot be written. */
export function writeNamedFile(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content)
  } catch (thrown) {
    throw new UserError(`The file ${path} cannot be written ${describeWriteFault(thrown)}.`)
  }
}
