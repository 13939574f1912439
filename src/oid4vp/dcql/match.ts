/**
 * One credential against one credential query: the rule that wallet and Relying Party share (OpenID4VP 1.0 §6.4). The
 * wallet asks it what to disclose, the Relying Party whether it got that.
 */
import { type Failure, fail, failed, type Json } from '../../base/index.ts'
import {
  claimsOf,
  credentialType,
  type PresentableCredential,
  type SelectedClaim,
  sameFormat,
  verifierFacet,
} from '../../credential/index.ts'
import { answerFormat, isAttestationQuery } from './attestation-query.ts'
import type { DcqlClaimQuery, DcqlCredentialQuery } from './schema.ts'

/** Why one credential does not meet one credential query: the first member of the query that it fails. */
export type DcqlMatchCode =
  | 'format_mismatch'
  | 'type_mismatch'
  | 'authority_mismatch'
  | 'claim_missing'
  | 'claim_value_mismatch'

/**
 * The claims that answer the query: all of `claims`, or those of the first of `claim_sets` that the credential can
 * satisfy, or none when the query names none. Does not know whether the credential is genuine.
 */
export function matchCredential(
  query: DcqlCredentialQuery,
  credential: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DcqlMatchCode> {
  if (!sameFormat(answerFormat(query), credential.format))
    return fail('format_mismatch', `${at}.format`, { expected: query.format, found: credential.format }) // WI-82
  const types = typesOf(query)
  if (types !== undefined && !types.includes(credentialType(credential) ?? ''))
    return fail('type_mismatch', `${at}.meta`, { expected: types, found: credentialType(credential) }) // WI-82
  if (!authorityMatches(query, credential)) return fail('authority_mismatch', `${at}.trusted_authorities`)
  const sets = claimSets(query)
  let first: Failure<DcqlMatchCode> | undefined
  for (const set of sets) {
    const selected = matchClaims(set, credential, at)
    if (!failed(selected)) return selected
    first ??= selected
  }
  return first ?? []
}

/** Types of which the credential must have one; `undefined` where any will do. */
function typesOf(query: DcqlCredentialQuery): readonly string[] | undefined {
  if (isAttestationQuery(query)) return undefined
  const { format, meta } = query
  return verifierFacet(format).queriedTypes(meta)
}

/** A query with authorities takes no credential that names none: what is not known is not trusted. */
function authorityMatches(query: DcqlCredentialQuery, { authorities = [] }: PresentableCredential): boolean {
  const wanted = query.trusted_authorities
  if (wanted === undefined) return true
  return wanted.some(({ type, values }) =>
    authorities.some((authority) => authority.type === type && authority.values.some((one) => values.includes(one))),
  )
}

function claimSets({ claims = [], claim_sets: sets }: DcqlCredentialQuery): readonly (readonly DcqlClaimQuery[])[] {
  if (sets === undefined) return [claims]
  return sets.map((ids) => claims.filter(({ id }) => id !== undefined && ids.includes(id)))
}

function matchClaims(
  claims: readonly DcqlClaimQuery[],
  credential: PresentableCredential,
  at: string,
): readonly SelectedClaim[] | Failure<DcqlMatchCode> {
  const selected: SelectedClaim[] = []
  for (const [index, { path, values }] of claims.entries()) {
    const found = claimsOf(credential, path)
    if (found.length === 0)
      return fail('claim_missing', `${at}.claims[${index}].path`, {
        expected: inWords(path),
        isOwnWords: true,
      })
    const fitting = values === undefined ? found : found.filter(({ value }) => isOneOf(value, values))
    if (fitting.length === 0) return fail('claim_value_mismatch', `${at}.claims[${index}].values`)
    selected.push(...fitting)
  }
  return selected
}

/** A claims path as a reader of JSON writes it; `*` stands for every element. */
const inWords = (path: DcqlClaimQuery['path']): string => path.map((part) => part ?? '*').join('.')

/** Type and value: the number 1 is not the string "1" (OpenID4VP 1.0 §6.3). */
const isOneOf = (value: Json, values: readonly (string | number | boolean)[]): boolean =>
  values.some((one) => one === value)
