/**
 * What is wrong with a configuration: all faults at once, each with its place; values are not repeated, since some of
 * them are secrets.
 */

import { similarName } from './similar-name.ts'

/** A configuration that cannot be started with. The message has all faults, each as `place: sentence`. */
export class ConfigError extends Error {
  /** One line each, without the value that is at fault. */
  readonly faults: readonly string[]
  /** How many there are, in words. */
  readonly heading: string

  constructor(faults: readonly string[]) {
    const heading = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`
    super(`${heading} ${faults.join('; ')}`)
    this.name = 'ConfigError'
    this.faults = faults
    this.heading = heading
  }
}

/** What a schema found wrong; zod's error is one. */
export interface SchemaFaults {
  readonly issues: readonly {
    readonly code?: string
    readonly path: readonly PropertyKey[]
    readonly message: string
    readonly keys?: readonly string[]
  }[]
}

/** A schema for settings; zod's are. */
export interface SettingsSchema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { success: false; error: SchemaFaults }
}

/** A program's own settings, or a part of them at the place named `at`. Throws `ConfigError` with every fault. */
export function judgeSettings<T>(schema: SettingsSchema<T>, value: unknown, at?: string): T {
  const judged = schema.safeParse(value)
  if (!judged.success) throw new ConfigError(describeFaults(judged.error, at === undefined ? '' : `${at}.`))
  return judged.data
}

/** A sentence for each, with its place below `at`. `namesAt` gives the settings at a place, for one that is misspelt. */
export const describeFaults = (
  error: SchemaFaults,
  at: string,
  namesAt: (path: readonly string[]) => readonly string[] = () => [],
): readonly string[] =>
  error.issues.flatMap(({ code, path, message, keys = [] }) => {
    // Its place is that of what is there and should not be.
    if (code === 'unrecognized_keys')
      return keys.map((key) => {
        const meant = similarName(key, namesAt(path.map(String)))
        const remedy = meant === undefined ? 'remove it' : `write ${meant}, or remove it`
        return `${at}${[...path, key].join('.')}: there is no such setting: ${remedy}`
      })
    return [`${at}${path.map(String).join('.') || (at === '' ? 'the whole' : 'itself')}: ${inWords(message)}`]
  })

/** What a schema says of a value of another type, for who writes settings and knows no schema. */
function inWords(message: string): string {
  const [, expected = '', received] = /^(?:Invalid input: )?expected (\w+), received (\w+)$/.exec(message) ?? []
  if (expected === '') return message
  const wanted = `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
  return received === 'undefined' ? `is missing: ${wanted}` : `must be ${wanted}, and is not`
}
