/** A fault that a schema of zod found, before it has a message. The code determines which members are present. */
interface SchemaIssue {
  readonly code?: string | undefined
  readonly input?: unknown
  readonly expected?: unknown
  readonly values?: readonly unknown[]
  readonly options?: readonly unknown[]
  readonly origin?: string
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly inclusive?: boolean
  readonly format?: string
  readonly pattern?: string
}

/** Names of types for operators, by zod's name. Types that keep zod's name are not listed. */
const typeNames: Readonly<Record<string, string>> = { int: 'integer', array: 'list', record: 'object', string: 'text' }

/** Units of a length, by type. */
const units: Readonly<Record<string, string>> = { array: 'item', string: 'character' }

/**
 * Describes a fault for operators who do not know zod. Pass it to `safeParse` as `error`. Returns `undefined` for a
 * fault that zod describes well enough. Messages of the schema itself have precedence.
 */
export function describeIssue(issue: SchemaIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return describeType(issue)
    case 'too_big':
      return describeLimit(issue, issue.inclusive ? 'at most' : 'less than', issue.maximum)
    case 'too_small':
      return describeLimit(issue, issue.inclusive ? 'at least' : 'more than', issue.minimum)
    case 'invalid_value':
      return describeOptions(issue.values)
    case 'invalid_union':
      return issue.options === undefined ? 'has none of the permitted forms' : describeOptions(issue.options)
    case 'invalid_format':
      return describeFormat(issue)
    default:
      return undefined
  }
}

function describeType({ expected, input }: SchemaIssue): string {
  const name = typeNames[String(expected)] ?? String(expected)
  const type = `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
  return input === undefined ? `is missing. It must be ${type}` : `must be ${type}, and is not`
}

function describeLimit({ origin = '' }: SchemaIssue, relation: string, limit: number | bigint = 0): string {
  const unit = units[origin]
  if (unit === undefined) return `must be ${relation} ${limit}`
  return `must have ${relation} ${limit} ${unit}${limit === 1 ? '' : 's'}`
}

const describeOptions = (options: readonly unknown[] = []): string =>
  `must be ${options.length > 1 ? 'one of ' : ''}${options.map((one) => JSON.stringify(one)).join(', ')}`

function describeFormat({ format, pattern }: SchemaIssue): string | undefined {
  if (format === 'url') return 'is not a URL such as https://service.example'
  return format === 'regex' ? `must match the pattern ${pattern}` : undefined
}
