/**
 * Why no trust chain holds, in the place of the refusal: that is what whoever reads it looks at (D-196).
 */
import { type Failure, type FoundEvidence, fail, shownValue } from '../../base/index.ts'

/**
 * The reason follows in `at`: `trust_chain.expired.statement[1].payload.exp`. `path` names the entities from the subject up to
 * where it failed.
 */
export const noTrustChain = (reason: Failure | undefined, path: readonly string[] = []): Failure<'no_trust_chain'> =>
  fail('no_trust_chain', placeOf(reason), evidenceOf(reason, path))

/**
 * The same where somebody did not answer, by the document that was not had: `trust_chain.unreachable.configuration`. Why he
 * did not (`.refused`) is told only where nobody else hears it: whoever names an entity could look for open ports with us.
 */
export const trustUnavailable = (
  { code, at }: Failure,
  tellsTrouble: boolean,
  path: readonly string[] = [],
): Failure<'trust_unavailable'> =>
  fail('trust_unavailable', placeOf(fail(code, tellsTrouble ? at : at.split('.', 1)[0])), evidenceOf(undefined, path))

/** The path, and what was found at its end. Cut here: a refusal is remembered. */
function evidenceOf(reason: Failure | undefined, path: readonly string[]): FoundEvidence | undefined {
  const { expected, found } = reason?.evidence ?? {}
  const parts = [
    ...(path.length > 0 ? [path.map(shownValue).join(' > ')] : []),
    ...(found === undefined ? [] : [found]),
  ]
  if (parts.length === 0 && expected === undefined) return undefined
  return { ...(expected !== undefined && { expected }), found: parts.map(shownValue).join(': '), isOwnWords: true }
}

const placeOf = (reason: Failure | undefined): string =>
  ['trust_chain', reason?.code, reason?.at].filter(Boolean).join('.')

/** The reason out of such a place; `undefined` where it names none. */
export function reasonOfNoTrustChain(place: string): Failure | undefined {
  const [, code, at] = /^trust_chain\.(\w+)(?:\.(.*))?$/.exec(place) ?? []
  return code === undefined ? undefined : fail(code, at)
}
