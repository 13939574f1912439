/** Creates verdicts about checks that have passed, have failed, or cannot be made. */
import { type Failure, type FoundEvidence, failed, shownEvidence } from '../../base/index.ts'
import { adviceOf } from '../../rules/index.ts'
import type { Section, Verdict } from './decoded.ts'
import type { Because, CheckName, KeySource } from './words.ts'

/** Verdicts and sections that additional checks, or one part of an artefact, contribute to its result. */
export interface Findings {
  readonly verdicts: readonly Verdict[]
  readonly sections?: readonly Section[]
}

export const passed = (check: CheckName, more: { readonly by?: KeySource; readonly part?: string } = {}): Verdict => ({
  check,
  result: 'verified',
  ...more,
})

/** Returns the verdict of a failed check, with the compared values, and the reason and remedy of its code. */
export function notValid(check: CheckName, { code, at, evidence }: Failure, part?: string): Verdict {
  const [reason, remedy] = adviceOf(code) ?? [undefined, undefined]
  return {
    check,
    result: 'not_valid',
    ...(part !== undefined && { part }),
    ...{ code, at },
    ...(evidence && shownEvidence(evidence satisfies FoundEvidence)),
    ...(reason !== undefined && { reason }),
    ...(remedy !== undefined && { remedy }),
  }
}

export const notVerifiable = (check: CheckName, because: Because, part?: string): Verdict => ({
  check,
  result: 'not_verifiable',
  because,
  ...(part !== undefined && { part }),
})

/** Returns the verdict about the result or the failure of a strict verifier. */
export const verdictOf = (check: CheckName, result: unknown, part?: string): Verdict =>
  failed(result) ? notValid(check, result as Failure, part) : passed(check, part === undefined ? {} : { part })
