import { readFileSync } from 'node:fs'
import { describeReadFault } from '../base/index.ts'
import { UserError } from './user-error.ts'

/**
 * Returns the text of a file that the user named, without a byte order mark. Throws `UserError` if it cannot be read.
 */
export function readNamedFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (thrown) {
    throw new UserError(`The file ${path} cannot be read ${describeReadFault(thrown)}.`)
  }
}
