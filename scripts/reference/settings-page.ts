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

/** Returns the members of an object, of each element of a list or of each entry of a record. */
function membersOf(schema: Schema, at: string): readonly (readonly [at: string, schema: Schema])[] {
  const { properties, items, additionalProperties } = schema
  if (properties !== undefined) return [[at, schema]]
  if (items !== undefined) return membersOf(items, `${at}[]`)
  if (typeof additionalProperties === 'object') return membersOf(additionalProperties, `${at}.*`)
  return alternativesOf(schema).flatMap((one) => membersOf(one, at))
}

function rowsOf({ properties = {}, required = [] }: Schema, at: string): readonly Row[] {
  return Object.entries(properties).flatMap(([member, schema]): readonly Row[] => {
    const name = at === '' ? member : `${at}.${member}`
    const { default: fallback, description: meaning = '' } = schema
    const within = membersOf(schema, name).flatMap(([place, one]) => rowsOf(one, place))
    const isObject = schema.properties !== undefined
    if (isObject && meaning === '') return within
    const shown = fallback === undefined ? (required.includes(member) ? '_required_' : '') : code(fallback)
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
