/** Creates verdicts: from a failure of a strict verifier with reason and remedy, or from a passed or impossible check. */
import { type Failure, type FoundEvidence, failed, shownEvidence } from '../../base/index.ts'
import { adviceOf } from '../../rules/index.ts'
import type { Verdict } from './decoded.ts'
import type { Because, CheckName, KeySource } from './words.ts'

/** Returns a passed check. */
export const holds = (check: CheckName, more: { readonly by?: KeySource; readonly part?: string } = {}): Verdict => ({
  check,
  result: 'verified',
  ...more,
})

/** Returns a failed check, with the values that it compared. */
export function refused(check: CheckName, { code, at, evidence }: Failure, part?: string): Verdict {
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

/** Returns a check that cannot be made here. */
export const notHere = (check: CheckName, because: Because, part?: string): Verdict => ({
  check,
  result: 'not_verifiable',
  because,
  ...(part !== undefined && { part }),
})

/** Returns the verdict of a strict verifier's result. */
export const verdictOf = (check: CheckName, result: unknown, part?: string): Verdict =>
  failed(result) ? refused(check, result as Failure, part) : holds(check, part === undefined ? {} : { part })
