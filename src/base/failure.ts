/**
 * How a verifier says no. A Failure is data, not an Error: it has no stack, knows no requirement and no HTTP status.
 * Each verifier of L1 and L2 declares the closed union of its codes; the use cases of L3 map every code to a
 * requirement and an answer (see `decision.ts`).
 */
export class Failure<C extends string = string> {
  readonly code: C
  /**
   * Where it was found: the name of a member, header or statement. Never a value that came from outside; but the names of
   * members may be a stranger's, so it is cut to 200 characters: refusals are remembered.
   */
  readonly at: string

  constructor(code: C, at: string) {
    this.code = code
    this.at = at.length > longestPlace ? copyOf(at.slice(0, longestPlace)) : at
  }
}

/** Characters of a place: what is remembered, logged and answered of it. */
export const longestPlace = 200

/** Of its own: a slice keeps the text alive that it was taken from. */
const copyOf = (text: string): string => text.split('').join('')

/** Makes a failure. `at` names the place (`payload.iss`), never what stood there. */
export const fail = <C extends string>(code: C, at = ''): Failure<C> => new Failure(code, at)

/** What a schema says of the first fault that it found; zod's error is one. */
export interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[] }[]
}

/** Where a schema found its first fault: `body.jwks.keys.0`, or `body` when that is as a whole what it is not. */
export function placeOf(at: string, { issues: [first] }: SchemaError): string {
  const path = (first?.path ?? []).map(String)
  return (at === '' ? path : [at, ...path]).join('.')
}

/** Narrows the result of a verifier: `if (failed(proof)) return proof`. */
export const failed = <T>(value: T): value is Extract<T, Failure> => value instanceof Failure
