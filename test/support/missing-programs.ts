/**
 * Reasons to skip a test for programs that this machine lacks. The reporter prints such a test with its reason, and
 * counts it neither as passed nor as failed; any other skipped test counts as failed.
 */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Each reason begins with these words. */
export const missingProgramWords = 'this machine has no '

/** Returns `false` if all of these programs are found, else the reason to skip. */
export function missingPrograms(...programs: readonly string[]): string | false {
  const missing = programs.filter((program) => !isFound(program))
  return missing.length > 0 && `${missingProgramWords}${missing.join(', no ')}`
}

const isFound = (program: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program)))

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
