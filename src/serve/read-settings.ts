/**
 * Reads the settings of a service from a file, then the environment, then the command line, and validates them by the
 * role's schema. Reports all faults at once, each with its place. A fault quotes only values that are no secrets, such
 * as the path of a missing file.
 */
import { dirname, resolve } from 'node:path'
import type { z } from 'zod'
import { describeIssue } from '../base/index.ts'
import { ConfigError, describeFaults } from '../node/index.ts'
import { applyEnvironment, nameVariable, type Variable, variablesOf } from './environment.ts'
import { openIdFaults } from './openid-login.ts'
import { profileFaults, profileValues, unofferedProfileFaults } from './profile-entities.ts'
import type { ServedRole } from './role-names.ts'
import { type RoleSettings, roleConfigs, settingsSchema } from './role-settings.ts'
import { type CommonSettings, derivedMembers } from './settings.ts'
import { readSchemaRole, readSettingsFile } from './settings-file.ts'
import { asTree, type Tree, validateTogether } from './validate-together.ts'

/** Sources of a service's settings. Later ones override earlier ones. */
export interface SettingsSources {
  /** Path of a JSON file. Whole lines that begin with `//` are comments. */
  readonly file?: string | undefined
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** Options of the command line, which override everything else. */
  readonly overrides?: {
    readonly publicUrl?: string | undefined
    readonly port?: number | undefined
    readonly hosts?: readonly string[] | undefined
    readonly database?: string | undefined
  }
}

/**
 * Reads and validates settings. Paths are relative to the file, or to the working directory without a file. Throws
 * `ConfigError` with every fault, or with one if the file cannot be read.
 */
export function readSettings<R extends ServedRole>(role: R, sources: SettingsSources): RoleSettings[R] {
  const faults: string[] = []
  const values: Tree = { ...(sources.file === undefined ? {} : readSettingsFile(sources.file)) }
  const applied = applyEnvironment(values, variablesOfRole(role), sources.environment ?? {}, faults)
  const { publicUrl, port, hosts, database } = sources.overrides ?? {}
  override(values, { publicUrl, port, hosts, database })
  const overridden = { publicUrl, 'listen.port': port, 'listen.hosts': hosts, 'database.url': database }
  const inForce = applied.filter(({ path }) => overridden[path.join('.') as keyof typeof overridden] === undefined)
  const directory = sources.file === undefined ? process.cwd() : dirname(resolve(sources.file))
  const validated = validate(role, values, (path) => resolve(directory, path))
  faults.push(...validated.faults.map((fault) => nameVariable(fault, inForce)), ...unofferedProfileFaults(role, values))
  if (faults.length > 0 && sources.file === undefined)
    faults.unshift(`no file of settings was named: fiducia init ${role} writes one, and --config names it`)
  const fileRole = faults.length > 0 && sources.file !== undefined ? readSchemaRole(sources.file) : undefined
  if (fileRole !== undefined && fileRole !== role)
    faults.unshift(
      `$schema: the file is for a ${fileRole}, and not for a ${role}: name another file, or the other role`,
    )
  return settingsOrThrow(faults, validated)
}

/**
 * Validates settings that are in memory, and adds the defaults. `toPath` resolves their paths, by default relative to
 * the working directory. Accepts further profiles that the role does not offer yet, which `readSettings` refuses.
 * Throws `ConfigError` with every fault.
 */
export function createSettings<R extends ServedRole>(
  role: R,
  values: Readonly<Record<string, unknown>>,
  toPath: (path: string) => string = resolve,
): RoleSettings[R] {
  const validated = validate(role, values, toPath)
  return settingsOrThrow(validated.faults, validated)
}

interface Validated<R extends ServedRole> {
  readonly faults: readonly string[]
  /** `undefined` if a schema found a fault. */
  readonly settings: RoleSettings[R] | undefined
}

function settingsOrThrow<R extends ServedRole>(faults: readonly string[], { settings }: Validated<R>): RoleSettings[R] {
  if (faults.length > 0 || settings === undefined) throw new ConfigError([...new Set(faults)])
  return settings
}

function validate<R extends ServedRole>(role: R, values: Tree, toPath: (path: string) => string): Validated<R> {
  const faults: string[] = []
  const schema: z.ZodType<Tree> = settingsSchema(role) as never
  const validated = schema.safeParse(values, { error: describeIssue })
  if (!validated.success) faults.push(...describeFaults(validated.error, '', schema))
  // Takes the URL from the validated settings, because the schema removes white space around it.
  const ownValues = roleValues(role, validated.success ? { ...values, publicUrl: validated.data.publicUrl } : values)
  const config = validateRole(role, ownValues, 'role', faults)
  faults.push(...validateTogether(role, validated.success ? validated.data : values, toPath))
  if (!validated.success || config === undefined) return { faults, settings: undefined }
  const common = validated.data as unknown as CommonSettings
  faults.push(...profileFaults(common))
  const profileEntities = profileValues(role, common, ownValues).map(({ at, common: entity, role: entityRole }) => ({
    ...entity,
    role: validateRole(role, entityRole, `${at}.role`, faults),
    ...{ openid: undefined, resolve: toPath, profileEntities: [] },
  }))
  const entities = profileEntities.flatMap((entity) => entity.role ?? [])
  if (role === 'relying-party')
    faults.push(...openIdFaults(validated.data as never, config as never, entities as never))
  const settings = { ...validated.data, role: config, resolve: toPath, profileEntities } as unknown as RoleSettings[R]
  return { faults, settings }
}

/**
 * Validates `role` by the role's schema and adds the defaults. If the values have faults, adds these to `faults` and
 * returns `undefined`. A fault of a further entity's `entityId` is reported as a fault of its `publicUrl`. Leaves out a
 * fault of the service's own identifier, because the shared settings report it.
 */
function validateRole(role: ServedRole, values: Tree, at: string, faults: string[]): unknown {
  const parsed = roleConfigs[role].safeParse(values, { error: describeIssue })
  if (parsed.success) return parsed.data
  const identifierAt = `${at}.entityId: `
  for (const fault of describeFaults(parsed.error, `${at}.`, roleConfigs[role])) {
    if (!fault.startsWith(identifierAt)) faults.push(fault)
    else if (at !== 'role') faults.push(`${at.replace(/\.role$/, '')}: publicUrl ${fault.slice(identifierAt.length)}`)
  }
  return undefined
}

/** Returns every environment variable that sets a setting of the role. */
export const variablesOfRole = (role: ServedRole): readonly Variable[] => [
  ...variablesOf(settingsSchema(role)).filter(({ path }) => path[0] !== 'role'),
  ...variablesOf(roleConfigs[role], ['role']).filter(({ path }) => !derivedMembers.includes(path[1] ?? '')),
]

function roleValues(role: ServedRole, values: Tree): Tree {
  const roleMembers = asTree(values.role)
  const anchors = Array.isArray(values.anchors) ? values.anchors.map((one) => asTree(one).entityId) : []
  const hasDefaultHints = role !== 'trust-anchor' && roleMembers.authorityHints === undefined && anchors.length > 0
  return {
    ...roleMembers,
    ...(hasDefaultHints && { authorityHints: anchors }),
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
