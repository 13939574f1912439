/**
 * Matches one credential with one credential query (OpenID4VP 1.0 §6.4). The wallet uses it to select claims, the
 * Relying Party to check what it received.
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

/** The first member of a query that a credential does not meet. */
export type DcqlMatchCode =
  | 'format_mismatch'
  | 'type_mismatch'
  | 'authority_mismatch'
  | 'claim_missing'
  | 'claim_value_mismatch'

/**
 * Returns the claims that answer the query: all of `claims`, or those of the first satisfiable `claim_sets` option, or
 * none if the query names none. Does not check that the credential is genuine.
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

/** Returns the accepted types, or `undefined` if any is accepted. */
function typesOf(query: DcqlCredentialQuery): readonly string[] | undefined {
  if (isAttestationQuery(query)) return undefined
  const { format, meta } = query
  return verifierFacet(format).queriedTypes(meta)
}

/** Checks the authorities. A credential without authorities does not match a query with authorities. */
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

/** Formats a claims path for readers. `*` means every element. */
const inWords = (path: DcqlClaimQuery['path']): string => path.map((part) => part ?? '*').join('.')

/** Compares type and value: the number 1 does not equal the string "1" (OpenID4VP 1.0 §6.3). */
const isOneOf = (value: Json, values: readonly (string | number | boolean)[]): boolean =>
  values.some((one) => one === value)
