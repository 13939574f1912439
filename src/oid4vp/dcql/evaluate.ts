/**
 * Evaluates a DCQL query in the wallet: which stored credentials answer it, and with which claims (WI-82). Each
 * rejection has a code, so that a wallet can tell the user the reason. The Relying Party uses `requestedSets`, too.
 */
import type { StoredCredential } from '../../credential/index.ts'
import { type Candidates, findCandidates } from '../matched-credentials.ts'
import { type DcqlMatchCode, matchCredential } from './match.ts'
import type { DcqlQuery } from './schema.ts'

/** Candidates for one credential query. */
export interface DcqlQueryOutcome extends Candidates<DcqlMatchCode> {
  readonly id: string
  /** True if several candidates may be sent. Otherwise the user selects one. */
  readonly multiple: boolean
}

/** Options of one credential set (OpenID4VP 1.0 §6.4.2). */
export interface DcqlSet {
  readonly required: boolean
  /**
   * Options as query ids, in the Relying Party's order of preference. In a `DcqlEvaluation`, only the options that the
   * wallet can answer.
   */
  readonly options: readonly (readonly string[])[]
}

/** Possible answers of a wallet. The user selects what is sent. */
export interface DcqlEvaluation {
  /** True if every required set has an option. Otherwise nothing is sent, because partial responses are not allowed. */
  readonly satisfiable: boolean
  readonly queries: readonly DcqlQueryOutcome[]
  /**
   * All sets of the query. The user answers each by one option, or leaves out a set that is not required. A set that
   * the wallet cannot answer has no options. Without `credential_sets`, one set of all queries.
   */
  readonly sets: readonly DcqlSet[]
}

/**
 * Matches all credentials with all queries. Does not select candidates or options.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { evaluateDcql, parseDcqlQuery } from 'fiducia/oid4vp'
 *
 * const type = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } }
 * const pid = { id: 'pid', ...type, claims: [{ path: ['given_name'] }] }
 * const query = parseDcqlQuery({ credentials: [pid] }, { strict: true }, 'dcql_query')
 * assert.ok(!failed(query))
 * const claims = { vct: 'eu.eudiw.pid.it', given_name: 'Ada', family_name: 'Rossi' }
 * const stored = { id: '1', format: 'dc+sd-jwt', claims }
 * const { satisfiable, queries } = evaluateDcql(query, [stored])
 * assert.ok(satisfiable)
 * assert.deepEqual(queries[0]?.candidates[0]?.claims.map(({ path }) => path), [['given_name']])
 * ```
 */
export function evaluateDcql(query: DcqlQuery, credentials: readonly StoredCredential[]): DcqlEvaluation {
  const queries = query.credentials.map((credentialQuery, index): DcqlQueryOutcome => {
    const at = `dcql_query.credentials.${index}`
    const { id, multiple = false } = credentialQuery
    return { id, multiple, ...findCandidates(credentials, (one) => matchCredential(credentialQuery, one, at)) }
  })
  const answerable = new Set(queries.filter(({ candidates }) => candidates.length > 0).map(({ id }) => id))
  const sets = requestedSets(query).map(({ required, options }) => ({
    required,
    options: options.filter((ids) => ids.every((id) => answerable.has(id))),
  }))
  return { satisfiable: sets.every(({ required, options }) => !required || options.length > 0), queries, sets }
}

/** Returns `credential_sets` with defaults. If absent, all queries form one required set (OpenID4VP 1.0 §6.4.2). */
export function requestedSets(query: DcqlQuery): readonly DcqlSet[] {
  if (query.credential_sets === undefined) return [{ required: true, options: [query.credentials.map(({ id }) => id)] }]
  return query.credential_sets.map(({ required, options }) => ({ required: required ?? true, options }))
}
