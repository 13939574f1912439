/**
 * A comparison that failed. The values may come from outside: they are cut and escaped when a decision keeps them
 * (`shownEvidence`), so that a verifier hands them over as they are.
 */
export interface FoundEvidence {
  readonly expected?: unknown
  readonly found?: unknown
  /**
   * The values are words of this service about identifiers of parties, kinds and seconds, and not what stands at the place:
   * they are shown wherever it is.
   */
  readonly isOwnWords?: true
}

/**
 * How a verifier says no. A Failure is data, not an Error: it has no stack, knows no requirement and no HTTP status.
 * Each verifier of L1 and L2 declares the closed union of its codes; the use cases of L3 map every code to a
 * requirement and an answer (see `rule-table.ts`).
 */
export class Failure<C extends string = string> {
  readonly code: C
  /**
   * Where it was found: the name of a member, header or statement. Never a value that came from outside; but the names of
   * members may be a stranger's, so it is cut to 200 characters: refusals are remembered.
   */
  readonly at: string
  /** Private, so that two failures are equal by code and place alone. */
  readonly #evidence: FoundEvidence | undefined

  constructor(code: C, at: string, evidence?: FoundEvidence) {
    this.code = code
    this.#evidence = evidence
    this.at = at.length > longestPlace ? copyOf(at.slice(0, longestPlace)) : at
  }

  /** What was expected and what was found; `undefined` where the values are personal or secret, or nothing was compared. */
  get evidence(): FoundEvidence | undefined {
    return this.#evidence
  }
}

/** Characters of a place: what is remembered, logged and answered of it. */
export const longestPlace = 200

/** Of its own: a slice keeps the text alive that it was taken from. */
const copyOf = (text: string): string => text.split('').join('')

/**
 * Makes a failure. `at` names the place (`payload.iss`), never what stood there. `evidence` is given for values that are
 * not personal and no secret alone (D-585): identifiers of parties, `typ`, `alg`, `kid`, `htm`, `htu`, names, seconds.
 */
export const fail = <C extends string>(code: C, at = '', evidence?: FoundEvidence): Failure<C> =>
  new Failure(code, at, evidence)

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
