/**
 * Form and query parameters as OAuth reads them (RFC 6749 §3.1, §3.2, Appendix B): read as text by ourselves, because
 * every ready-made parser silently takes the first or the last of two values.
 */
import { type Failure, fail } from '../base/index.ts'

/** Parameters by name, empty ones left out. Names and values are as sent, percent-decoded. */
export type Parameters = ReadonlyMap<string, string>

export type ParametersCode = 'parameter_duplicated' | 'parameter_malformed' | 'parameter_count'

const maximumCount = 64

/** All values by name, for names that may stand more than once. */
export type RepeatedParameters = ReadonlyMap<string, string[]>

export const noneRepeated: RepeatedParameters = new Map()

/**
 * Parses `application/x-www-form-urlencoded` text: a body, or a query without its question mark. Names that may be
 * repeated come with empty lists, which are filled; the first value of each is among the parameters as well.
 */
export function parseParameters(
  text: string,
  at: string,
  repeated: RepeatedParameters = noneRepeated,
): Parameters | Failure<ParametersCode> {
  const parameters = new Map<string, string>()
  if (text === '') return parameters
  const pairs = text.split('&')
  if (pairs.length > maximumCount) return fail('parameter_count', at)
  const seen = new Set<string>()
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals))
    const value = decodePart(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) return fail('parameter_malformed', at)
    const values = repeated.get(name)
    if (seen.has(name) && values === undefined) return fail('parameter_duplicated', at)
    seen.add(name)
    if (value === '') continue
    if (!parameters.has(name)) parameters.set(name, value)
    values?.push(value)
  }
  return parameters
}

/** `undefined` for a bad escape, bad UTF-8, or NUL, which no parameter may hold and not every database takes. */
function decodePart(part: string): string | undefined {
  try {
    const encoded = part.includes('%') || part.includes('+')
    const text = encoded ? decodeURIComponent(part.replaceAll('+', ' ')) : part
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Encodes parameters; absent ones are left out. */
export function encodeParameters(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.append(name, value)
  return search.toString()
}
