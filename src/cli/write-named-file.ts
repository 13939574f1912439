import { writeFileSync } from 'node:fs'
import { describeWriteFault } from '../base/index.ts'
import { UserError } from './user-error.ts'

/** Writes a file that the user named, and replaces an existing one. Throws `UserError` if it cannot be written. */
export function writeNamedFile(path: string, content: string | Uint8Array): void {
  try {
    writeFileSync(path, content)
  } catch (thrown) {
    throw new UserError(`The file ${path} cannot be written ${describeWriteFault(thrown)}.`)
  }
}
