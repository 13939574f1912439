/**
 * What a test needs and a bare machine may not have, for its `skip`. The reporter prints such a test with its reason and
 * counts it neither as passed nor as failed; any other test that is skipped has failed.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const lackingWords = 'this machine has no '

/** False when all of these programs are found. */
export function lacking(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isFound(program))
  return missing.length > 0 && `${lackingWords}${missing.join(', no ')}`
}

const isFound = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
