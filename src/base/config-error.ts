/**
 * Faults of a configuration. All faults are reported together, each with its place. Values are not repeated, because
 * some of them are secrets.
 */

import { settingNamesAt } from './setting-names.ts'
import { similarName } from './similar-name.ts'

/** A configuration that prevents the start. The message lists every fault as `place: sentence`. */
export class ConfigError extends Error {
  /** One line for each fault, without the faulty value. */
  readonly faults: readonly string[]
  /** Sentence that states the number of faults. */
  readonly heading: string

  constructor(faults: readonly string[]) {
    const heading = `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:`
    super(`${heading} ${faults.join('; ')}`)
    this.name = 'ConfigError'
    this.faults = faults
    this.heading = heading
  }
}

/** Faults found by a schema. An error of zod has this shape. */
export interface SchemaFaults {
  readonly issues: readonly {
    readonly code?: string
    readonly path: readonly PropertyKey[]
    readonly message: string
    readonly keys?: readonly string[]
  }[]
}

/** A schema for settings. A schema of zod has this shape. */
export interface SettingsSchema<T> {
  safeParse(value: unknown): { readonly success: true; readonly data: T } | { success: false; error: SchemaFaults }
}

/** Validates settings or a part of them. `at` is the place of the part. Throws `ConfigError` with every fault. */
export function judgeSettings<T>(schema: SettingsSchema<T>, value: unknown, at?: string): T {
  const judged = schema.safeParse(value)
  if (!judged.success) throw new ConfigError(describeFaults(judged.error, at === undefined ? '' : `${at}.`, schema))
  return judged.data
}

/**
 * Returns one sentence for each fault, with its place. `at` is empty or a path that ends with a dot; each place begins
 * with it. An unknown setting with a name similar to one of the schema gets a suggestion.
 */
export const describeFaults = (error: SchemaFaults, at: string, schema: object): readonly string[] =>
  error.issues.flatMap(({ code, path, message, keys = [] }) => {
    // zod reports unknown keys at their parent. Each sentence names the key.
    if (code === 'unrecognized_keys')
      return keys.map((key) => {
        const meant = similarName(key, settingNamesAt(schema, path))
        const remedy = meant === undefined ? ': remove it' : `. Did you mean ${meant}? Otherwise remove it`
        return `${at}${[...path, key].join('.')}: there is no such setting${remedy}`
      })
    return [`${at}${path.map(String).join('.') || (at === '' ? 'the whole' : 'itself')}: ${inWords(message)}`]
  })

/** Rewrites a message about a wrong type for operators who do not know zod. Returns other messages unchanged. */
function inWords(message: string): string {
  const [, expected = '', received] = /^(?:Invalid input: )?expected (\w+), received (\w+)$/.exec(message) ?? []
  if (expected === '') return message
  const wanted = `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`
  return received === 'undefined' ? `is missing: ${wanted}` : `must be ${wanted}, and is not`
}
