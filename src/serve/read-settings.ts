/**
 * Reads the settings of a service: a file, then the environment, then what the command line says; judged by the role's
 * schema. All faults are told at once, each with its place, and no value is repeated, since some are secrets.
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { failed, type JsonObject, parseJsonObject } from '../base/index.ts'
import { ConfigError, describeFaults } from '../node/index.ts'
import { applyEnvironment, type Variable, variablesOf } from './environment.ts'
import { placeOfJsonFault } from './json-fault.ts'
import { asTree, judgeTogether, type Tree } from './judge-together.ts'
import type { ServedRole } from './role-names.ts'
import { type RoleSettings, roleConfigs, settingsSchema } from './role-settings.ts'

/** Where the settings of a service come from, the later over the earlier. */
export interface SettingsSources {
  /** A JSON file; whole lines that begin with `//` are comments. */
  readonly file?: string | undefined
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** What the command line says, above all. */
  readonly overrides?: {
    readonly publicUrl?: string | undefined
    readonly port?: number | undefined
    readonly hosts?: readonly string[] | undefined
    readonly database?: string | undefined
  }
}

/** Reads and judges. Throws `ConfigError` with every fault; with one when the file cannot be read. */
export function readSettings<R extends ServedRole>(role: R, sources: SettingsSources): RoleSettings[R] {
  const faults: string[] = []
  const values: Tree = { ...readFile(sources.file) }
  applyEnvironment(values, variablesOfRole(role), sources.environment ?? {}, faults)
  override(values, sources.overrides ?? {})
  const directory = sources.file === undefined ? process.cwd() : dirname(resolve(sources.file))
  const judged = judge(role, values, (path) => resolve(directory, path))
  faults.push(...judged.faults)
  if (faults.length > 0 && sources.file === undefined)
    faults.unshift(`no file of settings was named: fiducia init ${role} writes one, and --config names it`)
  return settingsOr(faults, judged)
}

/**
 * Judges settings that are held in memory, and fills in the defaults. `toPath` resolves their relative paths. Throws
 * `ConfigError` with every fault.
 */
export function createSettings<R extends ServedRole>(
  role: R,
  values: Readonly<Record<string, unknown>>,
  toPath: (path: string) => string = resolve,
): RoleSettings[R] {
  const judged = judge(role, values, toPath)
  return settingsOr(judged.faults, judged)
}

interface Judged<R extends ServedRole> {
  readonly faults: readonly string[]
  /** Absent where the schema found a fault. */
  readonly settings: RoleSettings[R] | undefined
}

function settingsOr<R extends ServedRole>(faults: readonly string[], { settings }: Judged<R>): RoleSettings[R] {
  if (faults.length > 0 || settings === undefined) throw new ConfigError([...new Set(faults)])
  return settings
}

function judge<R extends ServedRole>(role: R, values: Tree, toPath: (path: string) => string): Judged<R> {
  const faults: string[] = []
  const schema: z.ZodType<Tree> = settingsSchema(role) as never
  const judged = schema.safeParse(values)
  if (!judged.success) faults.push(...describeFaults(judged.error, '', namesIn(variablesOfRole(role))))
  const own = roleConfigs[role].safeParse(roleValues(role, values))
  if (!own.success) {
    const told = describeFaults(own.error, 'role.', namesIn(variablesOf(roleConfigs[role])))
    faults.push(...told.filter((fault) => !/^role\.(entityId|loopbackHttp)/.test(fault)))
  }
  faults.push(...judgeTogether(role, judged.success ? judged.data : values, toPath))
  if (!judged.success || !own.success) return { faults, settings: undefined }
  return { faults, settings: { ...judged.data, role: own.data, resolve: toPath } as unknown as RoleSettings[R] }
}

/** Every variable that a role's settings may be given by. */
export const variablesOfRole = (role: ServedRole): readonly Variable[] => [
  ...variablesOf(settingsSchema(role)).filter(({ path }) => path[0] !== 'role'),
  ...variablesOf(roleConfigs[role], ['role']).filter(({ path }) => !given.has(path[1] ?? '')),
]

/** The settings at a place, of those that are no elements of a list. */
const namesIn =
  (variables: readonly Variable[]) =>
  (place: readonly string[]): readonly string[] => {
    const below = variables.filter(({ path }) => place.every((name, index) => path[index] === name))
    return [...new Set(below.flatMap(({ path }) => path[place.length] ?? []))]
  }

/** Members of a role's configuration that come out of the shared part. */
const given: ReadonlySet<string> = new Set(['entityId', 'loopbackHttp'])

function roleValues(role: ServedRole, values: Tree): Tree {
  const own = asTree(values.role)
  const anchors = Array.isArray(values.anchors) ? values.anchors.map((one) => asTree(one).entityId) : []
  const superiors = role !== 'trust-anchor' && own.authorityHints === undefined && anchors.length > 0
  return {
    ...own,
    ...(superiors && { authorityHints: anchors }),
    entityId: typeof values.publicUrl === 'string' ? values.publicUrl : '',
    loopbackHttp: asTree(values.network).loopbackHttp === true,
  }
}

function override(values: Tree, { publicUrl, port, hosts, database }: NonNullable<SettingsSources['overrides']>): void {
  if (publicUrl !== undefined) values.publicUrl = publicUrl
  if (port !== undefined) values.listen = { ...asTree(values.listen), port }
  if (hosts !== undefined) values.listen = { ...asTree(values.listen), hosts }
  if (database !== undefined) values.database = { ...asTree(values.database), url: database }
}

function readFile(file: string | undefined): JsonObject {
  if (file === undefined) return {}
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (thrown) {
    const reason = (thrown as NodeJS.ErrnoException).code ?? 'unknown'
    const isMissing = reason === 'ENOENT' ? ': run fiducia init first' : ''
    throw new ConfigError([`${file} cannot be read (${reason})${isMissing}`])
  }
  const json = text.replace(/^\ufeff/, '').replace(/^[^\S\n]*\/\/.*$/gm, '')
  const content = parseJsonObject(json, 'file')
  if (!failed(content)) return content
  const place = placeOfJsonFault(json)
  const where = place === undefined ? '' : `, line ${place.line} column ${place.column}`
  throw new ConfigError([
    `${file} is no JSON object (${content.code}${where}); comments are whole lines that begin with //`,
  ])
}
