/**
 * Programs that a test needs and a bare machine may lack, as a reason to `skip`. The reporter prints such a test with
 * its reason and counts it neither as passed nor as failed; any other skipped test counts as failed.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const missingProgramWords = 'this machine has no '

/** Returns `false` if all of these programs are found, else the reason to skip. */
export function missingPrograms(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isFound(program))
  return missing.length > 0 && `${missingProgramWords}${missing.join(', no ')}`
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
