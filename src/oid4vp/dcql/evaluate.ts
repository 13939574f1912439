/**
 * The wallet's side of DCQL: which stored credentials answer a query, and which claims of them (WI-82). Every rejection
 * is named, so that a user who is told "nothing fits" can be told why.
 */
import { failed } from '../../base/index.ts'
import type { SelectedClaim, StoredCredential } from '../../credential/index.ts'
import { type DcqlMatchCode, matchCredential } from './match.ts'
import type { DcqlQuery } from './schema.ts'

/** A credential of the wallet that answers a query, with the least that does. */
export interface DcqlCandidate {
  readonly credential: StoredCredential
  /** What is to be disclosed, and nothing else. */
  readonly claims: readonly SelectedClaim[]
}

/** What the wallet has for one credential query, and why the rest of it does not fit (OpenID4VP 1.0 §6.4). */
export interface DcqlQueryOutcome {
  readonly id: string
  /** Whether several of the candidates may be sent; otherwise the user picks exactly one. */
  readonly multiple: boolean
  readonly candidates: readonly DcqlCandidate[]
  readonly rejected: readonly { readonly credential: string; readonly code: DcqlMatchCode; readonly at: string }[]
}

/** What of one credential set can be answered (OpenID4VP 1.0 §6.4.2). */
export interface DcqlSetOutcome {
  readonly required: boolean
  /** The options that can be answered, in the Relying Party's order of preference; query ids each. */
  readonly options: readonly (readonly string[])[]
}

/** What a wallet can answer to a query. Nothing of it is sent: the user chooses. */
export interface DcqlEvaluation {
  /** Whether every required set has an option. Without that nothing is sent: there is no partial response. */
  readonly satisfiable: boolean
  readonly queries: readonly DcqlQueryOutcome[]
  /** One option of each required set is answered; without `credential_sets` one set of all queries. */
  readonly sets: readonly DcqlSetOutcome[]
}

/** Judges all credentials against all queries. The user's choice among candidates and options is not made here. */
export function evaluateDcql(query: DcqlQuery, credentials: readonly StoredCredential[]): DcqlEvaluation {
  const queries = query.credentials.map((credentialQuery, index): DcqlQueryOutcome => {
    const at = `dcql_query.credentials.${index}`
    const candidates: DcqlCandidate[] = []
    const rejected: DcqlQueryOutcome['rejected'][number][] = []
    for (const credential of credentials) {
      const claims = matchCredential(credentialQuery, credential, at)
      if (failed(claims)) rejected.push({ credential: credential.id, code: claims.code, at: claims.at })
      else candidates.push({ credential, claims })
    }
    return { id: credentialQuery.id, multiple: credentialQuery.multiple ?? false, candidates, rejected }
  })
  const answerable = new Set(queries.filter(({ candidates }) => candidates.length > 0).map(({ id }) => id))
  const sets = requestedSets(query).map(({ required, options }) => ({
    required,
    options: options.filter((ids) => ids.every((id) => answerable.has(id))),
  }))
  return { satisfiable: sets.every(({ required, options }) => !required || options.length > 0), queries, sets }
}

/** `credential_sets` with its defaults; without it all queries are one required set (OpenID4VP 1.0 §6.4.2). */
export function requestedSets(query: DcqlQuery): readonly DcqlSetOutcome[] {
  if (query.credential_sets === undefined) return [{ required: true, options: [query.credentials.map(({ id }) => id)] }]
  return query.credential_sets.map(({ required, options }) => ({ required: required ?? true, options }))
}
