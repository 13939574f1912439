/**
 * Failures for a missing trust chain. Their place contains the reason, because refusals always show the place (D-196).
 */
import { type Failure, type FoundEvidence, fail, shownValue } from '../../base/index.ts'

/**
 * Returns the failure with the reason in `at`, for example `trust_chain.expired.statement[1].payload.exp`. `path` has
 * the entities from the subject to the place of the failure.
 */
export const noTrustChain = (reason: Failure | undefined, path: readonly string[] = []): Failure<'no_trust_chain'> =>
  fail('no_trust_chain', placeOf(reason), evidenceOf(reason, path))

/**
 * Returns the failure for a missing answer. `at` names the document that could not be fetched, for example
 * `trust_chain.unreachable.configuration`. With `tellsTrouble`, `at` also has the cause (`.refused`). `tellsTrouble`
 * must be false if clients can read the failure. Otherwise clients could scan ports.
 */
export const trustUnavailable = (
  { code, at }: Failure,
  tellsTrouble: boolean,
  path: readonly string[] = [],
): Failure<'trust_unavailable'> =>
  fail('trust_unavailable', placeOf(fail(code, tellsTrouble ? at : at.split('.', 1)[0])), evidenceOf(undefined, path))

/**
 * Returns the expected value, and the path with the found value. Truncates path and found value: refusals are cached.
 */
function evidenceOf(reason: Failure | undefined, path: readonly string[]): FoundEvidence | undefined {
  const { expected, found } = reason?.evidence ?? {}
  const parts = [
    ...(path.length > 0 ? [path.map(shownValue).join(' > ')] : []),
    ...(found === undefined ? [] : [found]),
  ]
  if (parts.length === 0 && expected === undefined) return undefined
  return { ...(expected !== undefined && { expected }), found: parts.map(shownValue).join(': '), isShownAnywhere: true }
}

const placeOf = (reason: Failure | undefined): string =>
  ['trust_chain', reason?.code, reason?.at].filter(Boolean).join('.')

/**
 * Parses the reason from `at` of a failure that `noTrustChain` or `trustUnavailable` returned. Returns `undefined` if
 * `at` has none.
 */
export function reasonOfNoTrustChain(place: string): Failure | undefined {
  const [, code, at] = /^trust_chain\.(\w+)(?:\.(.*))?$/.exec(place) ?? []
  return code === undefined ? undefined : fail(code, at)
}
