/**
 * Matches one credential with one credential query (OpenID4VP 1.0 §6.4). The wallet uses this to select claims, the
 * Relying Party to check the credentials that it received.
 */
import { type Failure, fail, failed, type Json } from '../../base/index.ts'
import {
  claimSelectorOf,
  credentialType,
  type PresentableCredential,
  type SelectedClaim,
  sameFormat,
  verifierFacet,
} from '../../credential/index.ts'
import { answerFormat, isAttestationQuery } from './attestation-query.ts'
import type { DcqlClaimQuery, DcqlCredentialQuery } from './schema.ts'

/** The first member of a query that a credential does not meet. */
export type DcqlMatchCode =
  | 'format_mismatch'
  | 'type_mismatch'
  | 'authority_mismatch'
  | 'claim_missing'
  | 'claim_value_mismatch'

/**
 * Returns the claims that answer the query: all of `claims`, or with `claim_sets` the claims of the first satisfiable
 * option. Returns an empty list if the query names no claims. If no option is satisfiable, returns the failure of the
 * first option. Does not check that the credential is genuine.
 */
export function matchCredential(
  query: DcqlCredentialQuery,
  credential: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DcqlMatchCode> {
  if (!sameFormat(answerFormat(query), credential.format))
    return fail('format_mismatch', `${at}.format`, { expected: query.format, found: credential.format }) // WI-82
  const [types, type] = [typesOf(query), credentialType(credential)]
  if (types !== undefined && (type === undefined || !types.includes(type)))
    return fail('type_mismatch', `${at}.meta`, { expected: types, found: type }) // WI-82
  if (!authorityMatches(query, credential)) return fail('authority_mismatch', `${at}.trusted_authorities`)
  const sets = claimSets(query)
  const answerOf = claimAnswers(credential)
  let firstFailure: Failure<DcqlMatchCode> | undefined
  for (const set of sets) {
    const selected = matchClaims(set, { all: query.claims ?? [], answerOf }, at)
    if (!failed(selected)) return selected
    firstFailure ??= selected
  }
  return firstFailure ?? []
}

/** Returns the accepted types, or `undefined` if any is accepted. */
function typesOf(query: DcqlCredentialQuery): readonly string[] | undefined {
  if (isAttestationQuery(query)) return undefined
  const { format, meta } = query
  return verifierFacet(format).queriedTypes(meta)
}

/** Returns true if the credential has one of the trusted authorities, or the query names none. */
function authorityMatches(query: DcqlCredentialQuery, { authorities = [] }: PresentableCredential): boolean {
  const wanted = query.trusted_authorities
  if (wanted === undefined) return true
  return wanted.some(({ type, values }) =>
    authorities.some((authority) => authority.type === type && authority.values.some((one) => values.includes(one))),
  )
}

function claimSets({ claims = [], claim_sets: sets }: DcqlCredentialQuery): readonly (readonly DcqlClaimQuery[])[] {
  if (sets === undefined) return [claims]
  return sets.map((ids) => {
    const wanted = new Set(ids)
    return claims.filter(({ id }) => id !== undefined && wanted.has(id))
  })
}

function matchClaims(
  claims: readonly DcqlClaimQuery[],
  {
    all,
    answerOf,
  }: { readonly all: readonly DcqlClaimQuery[]; readonly answerOf: (claim: DcqlClaimQuery) => ClaimAnswer },
  at: string,
): readonly SelectedClaim[] | Failure<DcqlMatchCode> {
  const answers = claims.map(answerOf)
  const unanswered = answers.findIndex((answer) => typeof answer === 'string')
  const claim = claims[unanswered]
  const place = claim && `${at}.claims.${all.indexOf(claim)}`
  if (claim && answers[unanswered] === 'claim_missing')
    return fail('claim_missing', `${place}.path`, { expected: formatPath(claim.path), isShownAnywhere: true })
  if (claim) return fail('claim_value_mismatch', `${place}.values`)
  return unionOf(answers.filter((answer) => typeof answer !== 'string'))
}

/** Claims that a path selects, each with its position in document order. */
type ClaimGroup = readonly { readonly position: number; readonly claim: SelectedClaim }[]

/** Groups that answer one claim of the query, or the reason why none does. */
type ClaimAnswer = readonly ClaimGroup[] | 'claim_missing' | 'claim_value_mismatch'

/**
 * Returns each claim of the answers once, in the order of the answers. The claims of one answer are in document order.
 */
function unionOf(answers: readonly (readonly ClaimGroup[])[]): readonly SelectedClaim[] {
  const added = new Set<ClaimGroup>()
  const claims = new Set<SelectedClaim>()
  for (const groups of answers) {
    const newGroups = groups.filter((group) => !added.has(group))
    for (const group of newGroups) added.add(group)
    const flat = newGroups.flat()
    const sorted = newGroups.length > 1 ? flat.sort((a, b) => a.position - b.position) : flat
    for (const { claim } of sorted) claims.add(claim)
  }
  return [...claims]
}

/**
 * Creates a function that answers the claims of one query. It evaluates each claim once, even if several claim sets
 * name it. It groups the values of a path once, even if several claims have the path.
 */
function claimAnswers(credential: PresentableCredential): (claim: DcqlClaimQuery) => ClaimAnswer {
  const select = claimSelectorOf(credential)
  const grouped = new Map<readonly SelectedClaim[], ReturnType<typeof groupClaims>>()
  const answers = new Map<DcqlClaimQuery, ClaimAnswer>()
  const evaluate = ({ path, values }: DcqlClaimQuery): ClaimAnswer => {
    const found = select(path)
    if (found.length === 0) return 'claim_missing'
    const groups = grouped.get(found) ?? groupClaims(found)
    grouped.set(found, groups)
    if (values === undefined) return [groups.all]
    const matchingGroups = [...new Set(values)].flatMap((value) => {
      const group = groups.byValue.get(value)
      return group ? [group] : []
    })
    return matchingGroups.length === 0 ? 'claim_value_mismatch' : matchingGroups
  }
  return (claim) => {
    const answer = answers.get(claim) ?? evaluate(claim)
    answers.set(claim, answer)
    return answer
  }
}

/** Groups by type and value: the number 1 does not equal the string "1" (OpenID4VP 1.0 §6.3). */
function groupClaims(found: readonly SelectedClaim[]): {
  readonly all: ClaimGroup
  readonly byValue: ReadonlyMap<Json, ClaimGroup>
} {
  const all = found.map((claim, position) => ({ claim, position }))
  return { all, byValue: Map.groupBy(all, ({ claim }) => claim.value) }
}

/** Formats a claims path for display. `*` means every element. */
const formatPath = (path: DcqlClaimQuery['path']): string => path.map((part) => part ?? '*').join('.')
