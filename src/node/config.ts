/**
 * What is wrong with a configuration: all faults at once, each with its place; values are not repeated, since some of
 * them are secrets.
 */
import type { z } from 'zod'

export class ConfigError extends Error {
  readonly faults: readonly string[]
  readonly heading: string

  constructor(faults: readonly string[]) {
    const heading = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`
    super(`${heading} ${faults.join('; ')}`)
    this.name = 'ConfigError'
    this.faults = faults
    this.heading = heading
  }
}

/** A part of a program's own settings, judged by its schema. Throws `ConfigError` with every fault, at the place named `at`. */
export function judgeSettings<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const judged = schema.safeParse(value)
  if (!judged.success) throw new ConfigError(describeFaults(judged.error, `${at}.`))
  return judged.data
}

/** A sentence for each, with its place below `at`. */
export const describeFaults = (error: z.ZodError, at: string): readonly string[] =>
  error.issues.flatMap((issue) => {
    const { path, message } = issue
    // Its place is that of what is there and should not be.
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${at}${[...path, key].join('.')}: there is no such setting`)
    return [`${at}${path.join('.') || (at === '' ? 'the whole' : 'itself')}: ${message}`]
  })
