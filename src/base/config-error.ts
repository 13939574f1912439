/**
 * Faults of a configuration. All faults are reported together, each with its place. Messages do not contain the faulty
 * values, because some are secrets.
 */

import { settingNamesAt } from './setting-names.ts'
import { similarName } from './similar-name.ts'

/**
 * Thrown for an invalid configuration. The message lists every fault, as `place: sentence` if the fault has a place.
 */
export class ConfigError extends Error {
  /** One line for each fault, without the faulty value. */
  readonly faults: readonly string[]
  /** First part of the message. It states the number of faults and ends with a colon. */
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

/**
 * Validates settings or a part of them, and returns the parsed value. `at` is the place of the part. Throws a
 * `ConfigError` with every fault.
 */
export function parseSettings<T>(schema: SettingsSchema<T>, value: unknown, at?: string): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new ConfigError(describeFaults(parsed.error, at === undefined ? '' : `${at}.`, schema))
  return parsed.data
}

/**
 * Returns `place: sentence` for each fault. `at` is empty or a path that ends with a dot. Each place begins with `at`.
 * Suggests the correct name for an unknown setting if the schema has a similar one.
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
    const place = (at + path.map(String).join('.')).replace(/\.$/, '')
    return [`${place === '' ? 'the whole value' : place}: ${plainMessage(message)}`]
  })

/**
 * Returns the arguments of zod's `refine` for a schema with two members that name the same thing. The schema then
 * refuses a value that has both members.
 */
export const refuseBoth = <One extends string, Other extends string>(one: One, other: Other) =>
  [
    (value: { readonly [member in One | Other]?: unknown }): boolean =>
      value[one] === undefined || value[other] === undefined,
    `has ${one} and ${other}, which name the same thing: remove one`,
  ] as const

/** Rewrites a message of zod for operators who do not know zod. Returns other messages unchanged. */
function plainMessage(message: string): string {
  const [, expected = '', received] = /^(?:Invalid input: )?expected (\w+), received (\w+)$/.exec(message) ?? []
  if (expected === '') return plainLimit(message) ?? plainForm(message)
  const named = typeNames[expected] ?? expected
  const expectedType = `${/^[aeiou]/.test(named) ? 'an' : 'a'} ${named}`
  return received === 'undefined' ? `is missing. It must be ${expectedType}` : `must be ${expectedType}, and is not`
}

/** Names of types for operators, where zod uses another one. */
const typeNames: Readonly<Record<string, string>> = { int: 'integer', array: 'list', record: 'object', string: 'text' }

/** Rewrites a message about a number, or the length of a text or list, that is too big or too small. */
function plainLimit(message: string): string | undefined {
  const [, relation = '', limit = '', unit] =
    /^Too (?:big|small): expected \w+ to (?:be|have) (<=?|>=?)(\S+)(?: (\w+))?$/.exec(message) ?? []
  const words = relationWords[relation]
  if (words === undefined) return undefined
  if (unit === undefined) return `must be ${words} ${limit}`
  return `must have ${words} ${limit} ${limit === '1' ? unit.replace(/s$/, '') : unit}`
}

const relationWords: Readonly<Record<string, string>> = {
  '<=': 'at most',
  '>=': 'at least',
  '<': 'less than',
  '>': 'more than',
}

/** Rewrites a message about a value of another form. Returns other messages unchanged. */
function plainForm(message: string): string {
  const [, options] =
    /^(?:Invalid option: expected one of|Invalid discriminator value\. Expected) (.+)$/.exec(message) ?? []
  if (options !== undefined) return `must be one of ${options.replaceAll("'", '"').replaceAll(/ ?\| ?/g, ', ')}`
  const [, literal] = /^Invalid input: expected (".*"|\w+)$/.exec(message) ?? []
  if (literal !== undefined) return `must be ${literal}`
  const [, pattern] = /^Invalid string: must match pattern (.+)$/.exec(message) ?? []
  if (pattern !== undefined) return `must match the pattern ${pattern}`
  if (message === 'Invalid URL') return 'is not a URL such as https://service.example'
  return message === 'Invalid input' ? 'has none of the permitted forms' : message
}
