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
  fail(
    'trust_unavailable',
    placeOf(fail(code, tellsTrouble ? at : at.split('.', 1)[0])),
    evidenceOf(fail(code, at), path),
  )

/**
 * Returns a failure, for example of a certificate, with evidence that also names the document at fault and the path.
 */
export const withPath = <C extends string>(failure: Failure<C>, path: readonly string[]): Failure<C> =>
  fail(failure.code, failure.at, evidenceOf(failure, path))

/**
 * Returns the expected value, and the found value with the document at fault and the path. Truncates the found value
 * and the path, because refusals are cached.
 */
function evidenceOf(reason: Failure | undefined, path: readonly string[]): FoundEvidence | undefined {
  const { expected, found } = reason?.evidence ?? {}
  const document = documentAt(reason?.at ?? '', path)
  const shownPath = path.length > 1 || document === undefined ? path.map(shownValue).join(' > ') : ''
  const where = [document, shownPath].filter(Boolean).join(' in ')
  if (where === '' && expected === undefined && found === undefined) return undefined
  const shown = found === undefined ? where : [shownValue(found), where && `(${where})`].filter(Boolean).join(' ')
  return { ...(expected !== undefined && { expected }), found: shown, isShownAnywhere: true }
}

/**
 * Returns the document at a place, with its issuer: `statement of https://ta.example about https://rp.example`. `path`
 * has the entities from the subject to the place of the failure, or to the anchor. Returns `undefined` for a place that
 * does not begin with `statement`, `configuration` or `metadata`.
 */
export function documentAt(at: string, path: readonly string[]): string | undefined {
  if (at.startsWith('metadata')) return path[0] && `resolved metadata of ${shownValue(path[0])}`
  const [, kind, index] = /^(statement|configuration)\b(?:\[(\d+)\])?/.exec(at) ?? []
  const position = index === undefined ? path.length - 1 : Number(index)
  const [issuer, subject] = [path[position], path[position - 1]]
  if (kind === undefined || position > path.length) return undefined
  if (kind === 'statement' && issuer !== undefined && subject !== undefined)
    return `statement of ${shownValue(issuer)} about ${shownValue(subject)}`
  const owner = issuer ?? subject
  return owner === undefined ? undefined : `configuration of ${shownValue(owner)}`
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
