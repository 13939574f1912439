/**
 * Form and query parameters of OAuth (RFC 6749 §3.1, §3.2, Appendix B). Parsed here, because common parsers silently
 * use the first or the last of two values of one name.
 */
import { type Failure, fail } from '../base/index.ts'

/** Parameters by name. Those with an empty value are omitted. Names and values are percent-decoded. */
export interface Parameters extends ReadonlyMap<string, string> {
  /** Returns all values of a repeatable name. `get` returns the first. */
  all(name: string): readonly string[]
}

class ParameterMap extends Map<string, string> implements Parameters {
  #further: Map<string, string[]> | undefined

  add(name: string, value: string): void {
    if (!this.has(name)) {
      this.set(name, value)
      return
    }
    this.#further ??= new Map()
    this.#further.set(name, [...(this.#further.get(name) ?? []), value])
  }

  all(name: string): readonly string[] {
    const first = this.get(name)
    return first === undefined ? [] : [first, ...(this.#further?.get(name) ?? [])]
  }
}

/** Empty parameters. */
export const noParameters: Parameters = new ParameterMap()

/** Reasons to refuse a form or query: a duplicate name, a malformed escape, too many parameters. */
export type ParametersCode = 'parameter_duplicated' | 'parameter_malformed' | 'parameter_count'

const maximumCount = 64

/**
 * Parses `application/x-www-form-urlencoded` text: a body, or a query without its question mark. Only `repeatable`
 * names may occur more than once, and names that are not in `known`. Without `known`, every name is known. Refuses more
 * than 64 parameters.
 */
export function parseParameters(
  text: string,
  at: string,
  repeatable: readonly string[] = [],
  known?: readonly string[],
): Parameters | Failure<ParametersCode> {
  if (text === '') return noParameters
  const parameters = new ParameterMap()
  const pairs = text.split('&')
  if (pairs.length > maximumCount) return fail('parameter_count', at)
  const seen = new Set<string>()
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals))
    const value = decodePart(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) return fail('parameter_malformed', at)
    const mayRepeat = repeatable.includes(name) || known?.includes(name) === false
    if (seen.has(name) && !mayRepeat) return fail('parameter_duplicated', `${at}.${name}`)
    seen.add(name)
    if (value !== '') parameters.add(name, value)
  }
  return parameters
}

/**
 * Decodes a name or a value. Returns `undefined` for a malformed escape, malformed UTF-8, or NUL, which some databases
 * reject.
 */
function decodePart(part: string): string | undefined {
  try {
    const encoded = part.includes('%') || part.includes('+')
    const text = encoded ? decodeURIComponent(part.replaceAll('+', ' ')) : part
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** Encodes parameters. Omits those that are `undefined`. */
export function encodeParameters(values: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.append(name, value)
  return search.toString()
}
