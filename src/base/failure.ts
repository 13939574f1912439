/**
 * The two values of a failed comparison. They may come from outside. A verifier passes them unchanged: the failure
 * truncates them, and `shownEvidence` replaces special characters before a decision records them.
 */
export interface FoundEvidence {
  readonly expected?: unknown
  readonly found?: unknown
  /**
   * True for values that a refusal may show at any place: for example seconds, parties and media types. Other values
   * are shown only at a place that D-585 allows.
   */
  readonly isShownAnywhere?: true
}

/**
 * The negative result of a verifier. A Failure is data, not an Error: it has no stack, no requirement and no HTTP
 * status. Each verifier declares the closed union of its codes. The use cases map every code to a requirement and an
 * answer (`rule-table.ts`).
 */
export class Failure<C extends string = string> {
  readonly code: C
  /**
   * Place of the fault, usually the name of a member, header or statement. Contains no personal or secret value.
   * Truncated to 200 characters, because the sender may choose member names and refusals are recorded.
   */
  readonly at: string
  /**
   * Private, so that `deepEqual` compares only code and place. Contains only what `shownEvidence` shows, because
   * failures are cached and the sender may choose the values.
   */
  readonly #evidence: FoundEvidence | undefined

  constructor(code: C, at: string, evidence?: FoundEvidence) {
    this.code = code
    this.#evidence = evidence && truncateEvidence(evidence)
    this.at = at.length > longestPlace ? copyOf(at.slice(0, longestPlace)) : at
  }

  /** Expected and found value. `undefined` if the verifier passed none, as for personal or secret values. */
  get evidence(): FoundEvidence | undefined {
    return this.#evidence
  }
}

/** Maximum length of a place in characters. */
export const longestPlace = 200

/** Maximum length of a shown value in characters. */
export const longestShownValue = 200

/** Maximum number of list elements that are shown. */
export const longestShownList = 8

/** Copies a text. A slice would keep the whole original text in memory. */
const copyOf = (text: string): string => text.split('').join('')

const truncateEvidence = (evidence: FoundEvidence): FoundEvidence =>
  isSmall(evidence.expected) && isSmall(evidence.found)
    ? evidence
    : { ...evidence, expected: truncate(evidence.expected), found: truncate(evidence.found) }

const isSmall = (value: unknown): boolean =>
  typeof value === 'string' ? value.length <= longestShownValue : typeof value !== 'object' || value === null

/**
 * Returns a value that `shownValue` shows in the same way. One extra character or element tells `shownValue` that the
 * value is longer.
 */
function truncate(value: unknown): unknown {
  if (isSmall(value)) return value
  if (typeof value === 'string') return copyOf(value.slice(0, longestShownValue + 1))
  return Array.isArray(value) ? value.slice(0, longestShownList + 1).map(truncate) : {}
}

/**
 * Creates a failure. `at` names the place (`payload.iss`), never the value. Pass `evidence` only for values that are
 * neither personal nor secret. D-585 lists the permitted values.
 */
export const fail = <C extends string>(code: C, at = '', evidence?: FoundEvidence): Failure<C> =>
  new Failure(code, at, evidence)

/** Returns the evidence for a value that is too large. `unit` is a plural, such as `bytes`. */
export const sizeEvidence = (size: number, limit: number, unit: string): FoundEvidence => ({
  expected: `at most ${limit} ${unit}`,
  found: `${size} ${unit}`,
  isShownAnywhere: true,
})

/** Faults that a schema found, in their order. An error of zod has this shape. */
export interface SchemaError {
  readonly issues: readonly { readonly path: readonly PropertyKey[] }[]
}

/**
 * Returns the place of the first fault, which begins with `at`: `body.jwks.keys.0`, or `body` if the whole value is
 * wrong.
 */
export function placeOf(at: string, { issues: [first] }: SchemaError): string {
  const path = (first?.path ?? []).map(String)
  return (at === '' ? path : [at, ...path]).join('.')
}

/** Narrows the result of a verifier: `if (failed(proof)) return proof`. */
export const failed = <T>(value: T): value is Extract<T, Failure> => value instanceof Failure
