/**
 * A role's configuration: a JSON file, overridden by the environment, judged by the role's schema. All faults are told
 * at once, each with its place; values are not repeated, since some of them are secrets.
 */
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { failed, type JsonObject, parseJson, parseJsonObject } from '../base/index.ts'

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

export interface ConfigSources {
  /** Path of a JSON file. */
  readonly file?: string
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** `FIDUCIA_WALLET_PROVIDER_`: what follows names a member, `PUBLIC_URL` for `publicUrl`. */
  readonly prefix?: string
}

/** Reads and judges a configuration. Values of the environment are JSON where they can be, text otherwise. */
export function readConfig<S extends z.ZodObject>(schema: S, sources: ConfigSources): z.output<S> {
  const faults: string[] = []
  const values: Record<string, unknown> = { ...readConfigFile(sources.file, faults) }
  const members = new Set(Object.keys(schema.shape))
  for (const [name, text] of Object.entries(sources.environment ?? {})) {
    if (sources.prefix === undefined || !name.startsWith(sources.prefix) || text === undefined) continue
    const member = memberName(name.slice(sources.prefix.length))
    if (members.has(member)) values[member] = readVariable(schema, member, text)
    else faults.push(`${name} is no setting of this role`)
  }
  for (const member of Object.keys(values))
    if (!members.has(member)) faults.push(`"${member}" is no setting of this role`)
  const parsed = schema.safeParse(values)
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) faults.push(`${path.join('.') || 'the whole'}: ${message}`)
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults)
  return parsed.data
}

function readConfigFile(file: string | undefined, faults: string[]): JsonObject {
  if (file === undefined) return {}
  try {
    const content = parseJsonObject(readFileSync(file, 'utf8'), 'file')
    if (!failed(content)) return content
    faults.push(`${file} is no JSON object (${content.code})`)
  } catch (thrown) {
    faults.push(`${file} cannot be read (${(thrown as NodeJS.ErrnoException).code ?? 'unknown'})`)
  }
  return {}
}

const memberName = (variable: string): string =>
  variable.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Text stays text where the schema wants text, so that a numeric password is no number. */
function readVariable(schema: z.ZodObject, member: string, text: string): unknown {
  if (schema.shape[member]?.safeParse(text).success) return text
  const value = parseJson(text, member)
  return failed(value) ? text : value
}
