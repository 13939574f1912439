/**
 * Faults of a configuration. All faults are reported together, each with its place. Messages do not contain the faulty
 * values, because some are secrets.
 */

import { describeIssue } from './describe-issue.ts'
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
  safeParse(
    value: unknown,
    context: { readonly error: typeof describeIssue },
  ): { readonly success: true; readonly data: T } | { success: false; error: SchemaFaults }
}

/**
 * Validates settings or a part of them, and returns the parsed value. `at` is the place of the part. Throws a
 * `ConfigError` with every fault.
 */
export function parseSettings<T>(schema: SettingsSchema<T>, value: unknown, at?: string): T {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (!parsed.success) throw new ConfigError(describeFaults(parsed.error, at === undefined ? '' : `${at}.`, schema))
  return parsed.data
}

/**
 * Returns `place: sentence` for each fault. `at` is empty or a path that ends with a dot. Each place begins with `at`.
 * The sentences are the messages of `error`. Pass `describeIssue` to `safeParse` for messages that operators
 * understand. Suggests the correct name for an unknown setting if the schema has a similar one.
 */
export const describeFaults = (error: SchemaFaults, at: string, schema: object): readonly string[] =>
  error.issues.flatMap(({ code, path, message, keys = [] }) => {
    // zod reports unknown keys at their parent. Each sentence names the key.
    if (code === 'unrecognized_keys') {
      const names = settingNamesAt(schema, path)
      return keys.map((key) => `${at}${[...path, key].join('.')}: ${describeUnknown(key, names)}`)
    }
    const place = (at + path.map(String).join('.')).replace(/\.$/, '')
    return [`${place === '' ? 'the whole value' : place}: ${message}`]
  })

/** Describes a setting that is unknown at its place. `names` are those of all alternatives of the object. */
function describeUnknown(key: string, names: readonly string[]): string {
  if (names.includes(key)) return 'belongs to another kind of this object: remove it'
  const meant = similarName(key, names)
  const remedy = meant === undefined ? ': remove it' : `. Did you mean ${meant}? Otherwise remove it`
  return `there is no such setting${remedy}`
}

/** Returns true if no two values are equal, for a setting whose entries must differ. */
export const areUnique = (values: readonly string[]): boolean => new Set(values).size === values.length

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
