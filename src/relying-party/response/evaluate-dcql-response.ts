/**
 * Evaluates the response to a DCQL query (variant 2): verifies each presentation, and compares the presentations with
 * the query (RP-13, RP-56, RP-58, RP-85).
 */
import { type Decision, type JsonObject, joinRules, rows } from '../../base/index.ts'
import {
  answerFormat,
  checkDcqlResponse,
  type DcqlPresentations,
  type DcqlQuery,
  type DcqlResponseCode,
  isSdJwtAttestationQuery,
  type KeyedPresentations,
  type PresentedCredential,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { type PresentedClaims, presentedClaims } from '../application/presentation-result.ts'
import type { RelyingPartyServices } from '../context.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'
import { verifyPresentation } from './verify-presentation.ts'

export const DCQL_RULES = joinRules<DcqlResponseCode>()(
  rows(RP.responseInvalid, {
    'RP-13': [
      'presentation_missing',
      'presentation_unrequested',
      'presentation_count',
      'presentation_duplicate_id',
      'format_mismatch',
      'type_mismatch',
      'authority_mismatch',
      'claim_missing',
      'claim_value_mismatch',
    ],
  }),
  rows(RP.untrusted, { 'RP-56': ['attestation_missing'] }),
)

export interface EvaluatedResponse {
  readonly presented: readonly PresentedClaims[]
  readonly verified: readonly VerifiedPresentation[]
  /** True if the wallet disclosed a claim that was not requested. */
  readonly surplus: boolean
}

/**
 * Returns the requested claims of each credential, except of a Wallet Attestation as an SD-JWT, and whether more was
 * disclosed. `asked` is the query of the request. Does not check the form of this query. Rejects with a `Refusal` at
 * the first presentation that is not valid, and if the verified presentations do not satisfy the query (OpenID4VP 1.0
 * §6, §8.6).
 */
export async function evaluateDcqlResponse(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  asked: JsonObject,
  presentations: KeyedPresentations,
  expected: PresentationExpectation,
): Promise<EvaluatedResponse> {
  const query = asked as unknown as DcqlQuery
  const listed = presentations.map((entry) => ({ ...entry, ...askedOf(ctx, decision, query, entry) }))

  const verified = new Map<PresentedCredential, VerifiedPresentation>()
  const credentials: DcqlPresentations[] = []
  for (const { id, format, isAttestation, presentations: texts } of listed) {
    const credentialsOfId: PresentedCredential[] = []
    for (const text of texts) {
      const expectedOfId = { ...expected, isAttestation }
      const presentation = await verifyPresentation(ctx, decision, { format, text }, expectedOfId) // RP-58
      verified.set(presentation.credential, presentation)
      credentialsOfId.push(presentation.credential)
    }
    credentials.push({ id, credentials: credentialsOfId })
  }
  const answers = decision.checkNow(DCQL_RULES, () => checkDcqlResponse(query, credentials))
  const presented = answers.flatMap(({ id, credential, claims, surplus }) => {
    const presentation = verified.get(credential)
    const isShown = presentation !== undefined && presentation.attestedLevel === undefined
    return isShown ? [presentedClaims(id, presentation, claims, surplus)] : []
  })
  return { presented, verified: [...verified.values()], surplus: answers.some(({ surplus }) => surplus.length > 0) }
}

/**
 * Returns the requested format of an entry, and whether the query asks for the Wallet Attestation as an SD-JWT. Throws
 * a `Refusal` if the id of the entry was not requested, if the entry has more presentations than the query allows, or
 * if a presentation is repeated. Does not verify the presentations.
 */
function askedOf(
  { config }: Pick<RelyingPartyServices, 'config'>,
  decision: Decision<RpAnswer>,
  query: DcqlQuery,
  { id, presentations }: KeyedPresentations[number],
): { readonly format: string; readonly isAttestation: boolean } {
  const credentialQuery = query.credentials.find((one) => one.id === id)
  const asked = decision.found('RP-13', RP.responseInvalid, credentialQuery, 'presentation_unrequested', 'vp_token')
  const allowed = asked.multiple === true || presentations.length === 1
  decision.that('RP-13', RP.responseInvalid, allowed, 'presentation_count', 'vp_token')
  const distinct = presentations.length === 1 || new Set(presentations).size === presentations.length
  decision.that('RP-58', RP.responseInvalid, distinct, 'presentation_repeated', 'vp_token')
  const asSdJwt = relyingPartyWire[config.profile].walletAttestation === 'dc+sd-jwt'
  return { format: answerFormat(asked), isAttestation: asSdJwt && isSdJwtAttestationQuery(asked) }
}
