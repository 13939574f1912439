/**
 * Checks at the Relying Party that the presentations answer the DCQL query (RP-13). The credentials are already
 * verified. A presentation answers only the credential query under whose id it was sent.
 */
import { type Failure, fail, failed } from '../../base/index.ts'
import type { PresentedCredential } from '../../credential/index.ts'
import { type Answer, createAnswer } from '../matched-credentials.ts'
import { isAttestationQuery } from './attestation-query.ts'
import { requestedSets } from './evaluate.ts'
import { type DcqlMatchCode, matchCredential } from './match.ts'
import type { DcqlCredentialQuery, DcqlQuery } from './schema.ts'

/**
 * Reasons why presentations do not answer the query. `attestation_missing` means that only a Wallet Attestation in the
 * format `jwt` is missing.
 */
export type DcqlResponseCode =
  | DcqlMatchCode
  | 'presentation_missing'
  | 'attestation_missing'
  | 'presentation_unrequested'
  | 'presentation_count'
  | 'presentation_duplicate_id'

/** Presentations under one id of the query. */
export interface DcqlPresentations {
  readonly id: string
  readonly credentials: readonly PresentedCredential[]
}

/** Answers by the credential that was compared with its query. */
export type DcqlAnswers = Map<PresentedCredential, Answer>

/**
 * Checks ids, number of presentations, format, type, authorities and claims of each answered query, and that each
 * required set is answered. Returns one entry for each credential. An answered query needs exactly one presentation, or
 * at least one if it has `multiple`. `matched` has the answers of credentials that `checkDcqlPresentation` has compared
 * already. Defaults to none. Does not verify credentials.
 */
export function checkDcqlResponse(
  query: DcqlQuery,
  presented: readonly DcqlPresentations[],
  matched: Pick<DcqlAnswers, 'get'> = new Map(),
): readonly Answer[] | Failure<DcqlResponseCode> {
  const byId = new Map(presented.map((entry) => [entry.id, entry.credentials]))
  if (byId.size !== presented.length) return fail('presentation_duplicate_id', 'vp_token')
  const requestedIds = new Set(query.credentials.map(({ id }) => id))
  if (presented.some(({ id }) => !requestedIds.has(id))) return fail('presentation_unrequested', 'vp_token') // RP-13
  const attestations = query.credentials.filter(isAttestationQuery).map(({ id }) => id)
  if (!answersAll(query, [...byId.keys(), ...attestations])) return fail('presentation_missing', 'vp_token') // RP-13
  if (!answersAll(query, [...byId.keys()])) return fail('attestation_missing', 'vp_token') // RP-56
  const answers: Answer[] = []
  for (const [index, credentialQuery] of query.credentials.entries()) {
    const credentials = byId.get(credentialQuery.id)
    if (credentials === undefined) continue
    const allowed = credentialQuery.multiple === true ? credentials.length > 0 : credentials.length === 1
    if (!allowed) return fail('presentation_count', `dcql_query.credentials.${index}.multiple`)
    for (const credential of credentials) {
      const answer = matched.get(credential) ?? answerOf(credentialQuery, index, credential)
      if (failed(answer)) return answer
      answers.push(answer)
    }
  }
  return answers
}

/**
 * Checks format, type, authorities and claims of one credential against the credential query with this id. Does not
 * verify the credential.
 */
export function checkDcqlPresentation(
  query: DcqlQuery,
  id: string,
  credential: PresentedCredential,
): Answer | Failure<DcqlMatchCode | 'presentation_unrequested'> {
  const index = query.credentials.findIndex((one) => one.id === id)
  const credentialQuery = query.credentials[index]
  if (credentialQuery === undefined) return fail('presentation_unrequested', 'vp_token')
  return answerOf(credentialQuery, index, credential)
}

function answerOf(
  credentialQuery: DcqlCredentialQuery,
  index: number,
  credential: PresentedCredential,
): Answer | Failure<DcqlMatchCode> {
  const claims = matchCredential(credentialQuery, credential, `dcql_query.credentials.${index}`)
  return failed(claims) ? claims : createAnswer(credentialQuery.id, credential, claims)
}

const answersAll = (query: DcqlQuery, answered: readonly string[]): boolean =>
  requestedSets(query).every(
    ({ required, options }) => !required || options.some((ids) => ids.every((id) => answered.includes(id))),
  )
