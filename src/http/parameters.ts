/**
 * Form and query parameters as OAuth reads them (RFC 6749 §3.1, §3.2, Appendix B): read as text by ourselves, because
 * every ready-made parser silently takes the first or the last of two values.
 */
import { type Failure, fail } from '../base/index.ts'

/** Parameters by name, empty ones left out. Names and values are as sent, percent-decoded. */
export interface Parameters extends ReadonlyMap<string, string> {
  /** All values of a name that may be repeated; `get` has the first. */
  all(name: string): readonly string[]
}

class ReadParameters extends Map<string, string> implements Parameters {
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

/** The parameters of a request that has none. */
export const noParameters: Parameters = new ReadParameters()

/** Why a form or query cannot be read: a name twice, an escape that is none, or too many of them. */
export type ParametersCode = 'parameter_duplicated' | 'parameter_malformed' | 'parameter_count'

const maximumCount = 64

/**
 * Parses `application/x-www-form-urlencoded` text: a body, or a query without its question mark. `repeatable` names may
 * stand more than once.
 */
export function parseParameters(
  text: string,
  at: string,
  repeatable: readonly string[] = [],
): Parameters | Failure<ParametersCode> {
  if (text === '') return noParameters
  const parameters = new ReadParameters()
  const pairs = text.split('&')
  if (pairs.length > maximumCount) return fail('parameter_count', at)
  const seen = new Set<string>()
  for (const pair of pairs) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const name = decodePart(equals < 0 ? pair : pair.slice(0, equals))
    const value = decodePart(equals < 0 ? '' : pair.slice(equals + 1))
    if (name === undefined || value === undefined) return fail('parameter_malformed', at)
    if (seen.has(name) && !repeatable.includes(name)) return fail('parameter_duplicated', at)
    seen.add(name)
    if (value !== '') parameters.add(name, value)
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
