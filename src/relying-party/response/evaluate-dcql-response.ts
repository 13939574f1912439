/**
 * Evaluates the response to a DCQL query (variant 2): verifies each presentation, and compares the presentations with
 * the query (RP-13, RP-56, RP-58, RP-85).
 */
import { type Decision, failed, type JsonObject, joinRules, Refusal, rows } from '../../base/index.ts'
import {
  answerFormat,
  checkDcqlPresentation,
  checkDcqlResponse,
  type DcqlAnswers,
  type DcqlPresentations,
  type DcqlQuery,
  type DcqlResponseCode,
  isAttestationQuery,
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
import { ISSUER_RULES } from './verify-sd-jwt-presentation.ts'

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
 * §6, §8.6). In a profile that discards presentations, does not reject if the other presentations satisfy the query
 * (RP-216), unless more than `maximumUntrusted` of its presentations are of issuers that were evaluated and
 * are not trusted.
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
  const matched: DcqlAnswers = new Map()
  const discarded: Discarded[] = []
  for (const { id, format, isAttestation, mayDiscard, presentations: texts } of listed) {
    const credentialsOfId: PresentedCredential[] = []
    for (const text of texts) {
      const expectedOfId = { ...expected, isAttestation, mayDiscard }
      const verify = () => verifyPresentation(ctx, decision, { format, text }, expectedOfId) // RP-58
      const presentation = mayDiscard ? await verifyOrDiscard(decision, { query, id, matched }, verify) : await verify()
      if (presentation instanceof Refusal) {
        discarded.push({ id, refusal: presentation })
        if (discarded.filter(isUntrusted).length > maximumUntrusted) {
          noteDiscarded(decision, discarded)
          decision.refuseWith(presentation)
        }
      } else {
        verified.set(presentation.credential, presentation)
        credentialsOfId.push(presentation.credential)
      }
    }
    if (credentialsOfId.length > 0) credentials.push({ id, credentials: credentialsOfId })
  }
  const answers = checkResponse(decision, query, { credentials, matched, discarded })
  const presented = answers.flatMap(({ id, credential, claims, surplus }) => {
    const presentation = verified.get(credential)
    const isShown = presentation !== undefined && presentation.attestedLevel === undefined
    return isShown ? [presentedClaims(id, presentation, claims, surplus)] : []
  })
  return { presented, verified: [...verified.values()], surplus: answers.some(({ surplus }) => surplus.length > 0) }
}

/**
 * Maximum number of presentations that are discarded because their issuer is not trusted. Each of them can cause
 * requests to other parties (D-1100).
 */
const maximumUntrusted = 3

interface Discarded {
  /** Id of the credential query. */
  readonly id: string
  readonly refusal: Refusal
}

/** Returns true if the issuer was evaluated and is not trusted. The refusals before this evaluation cost no request. */
const isUntrusted = ({ refusal }: Discarded): boolean =>
  refusal.answer === RP.untrusted && Object.hasOwn(ISSUER_RULES, refusal.code)

/** Notes the query and the reason of each discarded presentation. */
function noteDiscarded(decision: Decision<RpAnswer>, discarded: readonly Discarded[]): void {
  const reasons = discarded.map(({ id, refusal }) => `${id} ${refusal.requirement} ${refusal.code}`)
  decision.note('discarded_presentations', reasons.join(', '))
}

/**
 * Verifies one presentation and compares it with its credential query. Returns the refusal of a presentation that fails
 * these checks (OpenID4VP 1.0 §8.6). Adds the answer of any other presentation to `matched`. Rejects with a `Refusal`
 * if a check needs a party that cannot be reached.
 */
async function verifyOrDiscard(
  decision: Decision<RpAnswer>,
  { query, id, matched }: { readonly query: DcqlQuery; readonly id: string; readonly matched: DcqlAnswers },
  verify: () => Promise<VerifiedPresentation>,
): Promise<VerifiedPresentation | Refusal> {
  const result = await decision.attempt(async () => {
    const presentation = await verify()
    const { credential } = presentation
    matched.set(
      credential,
      decision.checkNow(DCQL_RULES, () => checkDcqlPresentation(query, id, credential)),
    )
    return presentation
  })
  if (result instanceof Refusal && result.answer.status === RP.unavailable.status) decision.refuseWith(result)
  return result
}

/**
 * Checks that the credentials satisfy the query. If they do not, or if none is left, refuses with the reason of the
 * first discarded presentation, if there is one. Notes the discarded presentations.
 */
function checkResponse(
  decision: Decision<RpAnswer>,
  query: DcqlQuery,
  {
    credentials,
    matched,
    discarded,
  }: {
    readonly credentials: readonly DcqlPresentations[]
    readonly matched: DcqlAnswers
    readonly discarded: readonly Discarded[]
  },
) {
  const result = checkDcqlResponse(query, credentials, matched)
  const [first] = discarded
  if (first !== undefined) {
    noteDiscarded(decision, discarded)
    // A session from before D-1154 may have a query that requires no credential.
    if (failed(result) || credentials.length === 0) decision.refuseWith(first.refusal)
  }
  return decision.checkNow(DCQL_RULES, () => result)
}

/**
 * Returns the requested format of an entry, whether the query asks for the Wallet Attestation as an SD-JWT, and whether
 * an invalid presentation is discarded. The Wallet Attestation is never discarded. Throws a `Refusal` if the id of the
 * entry was not requested, if the entry has more presentations than the query allows, or if a presentation is repeated.
 * Does not verify the presentations.
 */
function askedOf(
  { config }: Pick<RelyingPartyServices, 'config'>,
  decision: Decision<RpAnswer>,
  query: DcqlQuery,
  { id, presentations }: KeyedPresentations[number],
): { readonly format: string; readonly isAttestation: boolean; readonly mayDiscard: boolean } {
  const credentialQuery = query.credentials.find((one) => one.id === id)
  const asked = decision.found('RP-13', RP.responseInvalid, credentialQuery, 'presentation_unrequested', 'vp_token')
  const allowed = asked.multiple === true || presentations.length === 1
  decision.that('RP-13', RP.responseInvalid, allowed, 'presentation_count', 'vp_token')
  const distinct = presentations.length === 1 || new Set(presentations).size === presentations.length
  decision.that('RP-58', RP.responseInvalid, distinct, 'presentation_repeated', 'vp_token')
  const { walletAttestation, discardsPresentations } = relyingPartyWire[config.profile]
  const isAttestation = walletAttestation === 'dc+sd-jwt' && isSdJwtAttestationQuery(asked)
  const mayDiscard = discardsPresentations && !isAttestation && !isAttestationQuery(asked)
  return { format: answerFormat(asked), isAttestation, mayDiscard }
}
