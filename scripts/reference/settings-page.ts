/** The reference page of the settings, made from the schemas that validate them. */
import { roleNames, type ServedRole } from '../../src/serve/role-names.ts'
import { describeSettings } from '../../src/serve/settings-document.ts'

type Schema = { readonly [member: string]: unknown } & {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
}

interface Row {
  readonly name: string
  readonly values: string
  readonly fallback: string
  readonly meaning: string
}

export const settingsPage = 'docs/guides/settings.md'

const titles: Readonly<Record<ServedRole, string>> = {
  'trust-anchor': 'Trust Anchor and intermediate',
  'wallet-provider': 'Wallet Provider',
  'pid-provider': 'PID Provider',
  'relying-party': 'Relying Party',
}

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function boundsOf({ minimum, maximum, exclusiveMinimum }: Schema): string {
  // Each integer of a schema has the bounds of safe integers. They are not bounds of the setting.
  const [least, most] = [minimum, maximum].map((one) =>
    Math.abs(Number(one)) >= Number.MAX_SAFE_INTEGER ? undefined : one,
  )
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`
  if (least !== undefined) return `, at least ${least}`
  const above = exclusiveMinimum === undefined ? '' : `, above ${exclusiveMinimum}`
  return `${above}${most === undefined ? '' : `, at most ${most}`}`
}

const alternativesOf = ({ oneOf, anyOf }: Schema): readonly Schema[] => oneOf ?? anyOf ?? []

/** Returns the permitted values in words. */
function valuesOf(schema: Schema): string {
  const { type, enum: names, const: only, items, properties, additionalProperties } = schema
  if (only !== undefined) return code(only)
  if (names !== undefined) return names.map(code).join(', ')
  if (type === 'array') return items === undefined || valuesOf(items) === 'any' ? 'list' : `list of: ${valuesOf(items)}`
  if (type === 'integer' || type === 'number') return type + boundsOf(schema)
  const isRecord = type === 'object' && properties === undefined && typeof additionalProperties === 'object'
  if (isRecord) return `object by name: ${valuesOf(additionalProperties as Schema)}`
  const alternatives = [...new Set(alternativesOf(schema).map(valuesOf))]
  if (alternatives.length > 0) return alternatives.join(' or ')
  return schema.format === 'uri' ? 'URL' : (type ?? 'any')
}

/** One form of an object with several forms. */
interface Form {
  /** Condition under which the object has this form, in words. */
  readonly condition: string
  /** Members that every form requires. */
  readonly shared: readonly string[]
}

/**
 * Returns the form of each alternative. Returns no form if no member with fixed values is in all alternatives.
 */
function formsOf(alternatives: readonly Schema[]): readonly (Form | undefined)[] {
  const requiredMembers = (schema: Schema): readonly string[] => schema.required ?? []
  const [first = {}, ...others] = alternatives
  const shared = requiredMembers(first).filter((name) => others.every((one) => requiredMembers(one).includes(name)))
  const namesOf = ({ properties }: Schema, member: string): readonly unknown[] | undefined => {
    const { const: only, enum: names } = properties?.[member] ?? {}
    return only === undefined ? names : [only]
  }
  const kind = shared.find((member) => alternatives.every((one) => namesOf(one, member) !== undefined))
  return alternatives.map((one) =>
    kind === undefined || others.length === 0
      ? undefined
      : { condition: `if \`${kind}\` is ${(namesOf(one, kind) ?? []).map(code).join(' or ')}`, shared },
  )
}

/** Returns the members of an object, of each element of a list or of each entry of a record. */
function membersOf(
  schema: Schema,
  at: string,
  form?: Form,
): readonly (readonly [at: string, schema: Schema, form: Form | undefined])[] {
  const { properties, items, additionalProperties } = schema
  if (properties !== undefined) return [[at, schema, form]]
  if (items !== undefined) return membersOf(items, `${at}[]`)
  if (typeof additionalProperties === 'object') return membersOf(additionalProperties, `${at}.*`)
  const alternatives = alternativesOf(schema)
  const forms = formsOf(alternatives)
  return alternatives.flatMap((one, index) => membersOf(one, at, forms[index]))
}

function rowsOf({ properties = {}, required = [] }: Schema, at: string, form?: Form): readonly Row[] {
  const isShared = (member: string): boolean => form === undefined || form.shared.includes(member)
  return Object.entries(properties).flatMap(([member, schema]): readonly Row[] => {
    const name = at === '' ? member : `${at}.${member}`
    const { default: fallback, description: meaning = '' } = schema
    const within = membersOf(schema, name).flatMap(([place, one, own]) => rowsOf(one, place, own))
    const isObject = schema.properties !== undefined
    if (isObject && meaning === '') return within
    const demand = isShared(member) ? '_required_' : `_required_ ${form?.condition}`
    const shown = fallback === undefined ? (required.includes(member) ? demand : '') : code(fallback)
    return [{ name, values: valuesOf(schema), fallback: isObject && shown === '`{}`' ? '' : shown, meaning }, ...within]
  })
}

/** Joins rows of one name, for members of several alternatives. */
const joined = (rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].map((same) => {
    const [first] = same as [Row]
    const values = [...new Set(same.map((one) => one.values))].join(' or ')
    return { ...first, values, meaning: same.find(({ meaning }) => meaning !== '')?.meaning ?? '' }
  })

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (rows: readonly Row[]): string =>
  [
    '| Setting | Values | Default | Meaning |',
    '|---|---|---|---|',
    ...rows.map(
      ({ name, values, fallback, meaning }) => `| \`${name}\` | ${[values, fallback, meaning].map(cell).join(' | ')} |`,
    ),
  ].join('\n')

const head = `# Settings

Every member of a settings file, by role. \`fiducia init\` writes such a file, and the schema of its members beside it
(\`"$schema"\`), so that an editor completes them. Whole lines that begin with \`//\` are comments. This page and the schemas
are made from the code that validates the settings: \`npm run reference\`.

The environment overrides the file, and the command line overrides both. A variable is \`FIDUCIA_\` and the path of the
member: \`FIDUCIA_LISTEN_PORT\` sets \`listen.port\`. \`fiducia serve ROLE --variables\` lists them. A service does not start
with an unknown name. The error suggests a similar name, if there is one. \`[]\` means each element of a list, \`*\` means any
name.

_required_: the setting must be there if the object that contains it is there. An object may have several forms. The default
then names the form in which a setting is required.
`

/** Returns the text of the page. */
export function renderSettingsPage(): string {
  const byRole = new Map(roleNames.map((role) => [role, joined(rowsOf(describeSettings(role) as Schema, ''))]))
  const lists = [...byRole.values()]
  const isCommon = (row: Row): boolean =>
    !row.name.startsWith('role') &&
    lists.every((rows) => rows.some((one) => JSON.stringify(one) === JSON.stringify(row)))
  const common = (lists[0] ?? []).filter(isCommon)
  const parts = [...byRole].map(
    ([role, rows]) => `## ${titles[role]}\n\n${table(rows.filter((row) => row.name !== 'role' && !isCommon(row)))}\n`,
  )
  return [head, `## All roles\n\n${table(common)}\n`, ...parts].join('\n')
}
