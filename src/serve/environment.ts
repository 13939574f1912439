/**
 * Reads settings from the environment. A variable's name is `FIDUCIA_` and the path of the setting, joined by `_`:
 * `FIDUCIA_LISTEN_PORT` sets `listen.port`. `DATABASE_URL` sets `database.url` unless `FIDUCIA_DATABASE_URL` does.
 * Names come from the schema, so a misspelt name is reported.
 */
import type { z } from 'zod'
import { failed, parseJson, similarName } from '../base/index.ts'
import { asTree, type Tree } from './validate-together.ts'

/** An environment variable and the setting that it sets. */
export interface Variable {
  readonly name: string
  readonly path: readonly string[]
  readonly schema: z.ZodType
}

const variablePrefix = 'FIDUCIA_'

/** Variables of the program that are not settings of a service. */
const programVariables: readonly string[] = [
  'FIDUCIA_CONFIG',
  'FIDUCIA_ADMIN_TOKEN',
  'FIDUCIA_KEYS_PASSPHRASE',
  'FIDUCIA_PKCS11_PIN',
  'FIDUCIA_DEBUG',
  'FIDUCIA_DATABASE', // used by compose.yaml
]

interface Definition {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly options?: readonly z.ZodType[]
}

/** Returns the variables of a schema, one for each member at any depth that has no members of its own. */
export function variablesOf(schema: z.ZodType, path: readonly string[] = []): readonly Variable[] {
  const definition = schema.def as unknown as Definition
  const inner = definition.innerType ?? definition.in
  if (inner !== undefined && containsMembers(inner)) return variablesOf(inner, path)
  if (definition.type === 'union' && definition.options?.every(containsMembers))
    return unique(definition.options.flatMap((option) => variablesOf(option, path)))
  if (definition.shape === undefined || Object.keys(definition.shape).length === 0)
    return path.length === 0 ? [] : [{ name: nameOf(path), path, schema }]
  return Object.entries(definition.shape).flatMap(([member, one]) => variablesOf(one, [...path, member]))
}

function containsMembers(schema: z.ZodType): boolean {
  const { shape, innerType, in: input, options } = schema.def as unknown as Definition
  if (shape !== undefined) return Object.keys(shape).length > 0
  const inner = innerType ?? input
  return inner === undefined ? options?.every(containsMembers) === true : containsMembers(inner)
}

const unique = (all: readonly Variable[]): readonly Variable[] => [
  ...new Map(all.map((one) => [one.name, one])).values(),
]

const nameOf = (path: readonly string[]): string =>
  variablePrefix + path.map((member) => member.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()).join('_')

/**
 * Overwrites values of the file with those of the environment. A variable also replaces the other form of its member in
 * the file: `token` replaces `tokenFile`, and the reverse. A value is parsed as JSON if the member does not accept it
 * as text. Ignores line ends after a value (D-1080). Empty values have no effect. Adds a fault for each unknown name.
 * Ignores variables of the program, variables that the settings name for a passphrase or PIN, and variables that
 * Kubernetes makes for a Service (D-1080). Returns each variable that was applied, with the path of its setting.
 */
export function applyEnvironment(
  values: Tree,
  variables: readonly Variable[],
  environment: Readonly<Record<string, string | undefined>>,
  faults: string[],
): readonly Pick<Variable, 'name' | 'path'>[] {
  const applied: Pick<Variable, 'name' | 'path'>[] = []
  const byName = new Map(variables.map((variable) => [variable.name, variable]))
  const databaseUrl = byName.get(`${variablePrefix}DATABASE_URL`)
  const urlText = withoutLineEnds(environment.DATABASE_URL ?? '')
  if (urlText !== '' && databaseUrl) {
    setAt(values, databaseUrl.path, parseValue(databaseUrl.schema, urlText))
    applied.push({ name: 'DATABASE_URL', path: databaseUrl.path })
  }
  const unknown: string[] = []
  const services = servicesIn(environment)
  for (const [name, received = ''] of Object.entries(environment)) {
    const text = withoutLineEnds(received)
    if (!name.startsWith(variablePrefix) || text === '' || programVariables.includes(name)) continue
    const variable = byName.get(name)
    const mayBeLink = variable === undefined || /^(?:tcp|udp|sctp):\/\//.test(text)
    if (mayBeLink && services.some((service) => isServiceLink(service, name))) continue
    if (variable === undefined) {
      unknown.push(name)
      continue
    }
    setAt(values, variable.path, parseValue(variable.schema, text))
    applied.unshift(variable)
    const otherForm = byName.get(name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : `${name}_FILE`)
    if (otherForm && !withoutLineEnds(environment[otherForm.name] ?? '')) setAt(values, otherForm.path, undefined)
  }
  const secretVariables = [
    ['keys', 'passphraseVariable'],
    ['keys', 'pkcs11', 'pinVariable'],
  ].map((path) => valueAt(values, path))
  const settingNames = [...byName.keys()]
  for (const name of unknown) if (!secretVariables.includes(name)) faults.push(unknownVariable(name, settingNames))
  return applied
}

/**
 * Appends to a fault the name of the variable that set the setting, because the variable overrides the file that the
 * operator reads. Finds the setting by the place at the beginning of the fault. Adds that the value is written as JSON
 * if the fault ends in `and is not` (`describeIssue`). `applied` contains the variables that no option of the command
 * line overrides.
 */
export function nameVariable(fault: string, applied: readonly Pick<Variable, 'name' | 'path'>[]): string {
  const setting = applied.find(({ path }) => ['.', ':'].some((end) => fault.startsWith(path.join('.') + end)))
  if (setting === undefined) return fault
  return `${fault} (set by ${setting.name}${/ and is not$/.test(fault) ? ', in which it is written as JSON' : ''})`
}

/**
 * Returns the names of Services in the environment of a pod, in the form that Kubernetes gives them:
 * `FIDUCIA_DATABASE`.
 */
const servicesIn = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.keys(environment).flatMap((name) => /^(.+)_SERVICE_HOST$/.exec(name)?.[1] ?? [])

/** Endings of the variables that Kubernetes makes for a Service, after its name. Docker links have the same form. */
const linkEnding = /^_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

const isServiceLink = (service: string, name: string): boolean =>
  name.startsWith(service) && linkEnding.test(name.slice(service.length))

/** Removes line ends after a text. */
const withoutLineEnds = (text: string): string => text.replace(/[\r\n]+$/, '')

function unknownVariable(name: string, settingNames: readonly string[]): string {
  const meant = similarName(name, settingNames)
  return `${name} is not a setting of this role${meant === undefined ? '' : `. Did you mean ${meant}?`}`
}

const valueAt = (values: unknown, [member, ...rest]: readonly string[]): unknown =>
  member === undefined ? values : valueAt((values as Tree | null | undefined)?.[member], rest)

function setAt(values: Tree, path: readonly string[], value: unknown): void {
  const [member = '', ...rest] = path
  if (rest.length === 0) {
    values[member] = value
    return
  }
  const tree: Tree = { ...asTree(values[member]) }
  values[member] = tree
  setAt(tree, rest, value)
}

/**
 * Returns the text itself if the schema accepts it, so that a numeric password does not become a number. Otherwise
 * parses it as JSON. Returns text that is not JSON unchanged, for the schema to refuse.
 */
function parseValue(schema: z.ZodType, text: string): unknown {
  if (schema.safeParse(text).success) return text
  const value = parseJson(text, 'variable')
  return failed(value) ? text : value
}
