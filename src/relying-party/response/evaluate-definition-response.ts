/**
 * Evaluates the response to a presentation definition (variant 1). `presentation_submission` maps presentations to
 * input descriptors. Verifies each presentation and compares it with its descriptor (RP-13, RP-53, RP-56, RP-86). Also
 * verifies a Wallet Attestation that the submission does not name (RP-14).
 */
import { type Decision, failed, type JsonObject, joinRules, rows } from '../../base/index.ts'
import {
  checkDefinitionResponse,
  type DefinitionResponseCode,
  type MappedPresentation,
  parsePresentationSubmission,
  type RequestedDefinition,
  resolveScope,
  type SubmissionCode,
  type VpToken,
} from '../../oid4vp/index.ts'
import { hasAttestationType } from '../../wallet-attestation/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { presentedClaims } from '../application/presentation-result.ts'
import type { RelyingPartyServices } from '../context.ts'
import type { EvaluatedResponse } from './evaluate-dcql-response.ts'
import type { PresentationExpectation, VerifiedPresentation } from './verified-presentation.ts'
import { verifyAttestationPresentation } from './verify-attestation-presentation.ts'
import { verifyPresentation } from './verify-presentation.ts'

export const SUBMISSION_RULES = joinRules<SubmissionCode>()(
  rows(RP.responseInvalid, {
    'RP-53': [
      'submission_malformed',
      'definition_id_mismatch',
      'descriptor_doubled',
      'descriptor_unrequested',
      'descriptor_missing',
      'descriptor_format_mismatch',
      'descriptor_path_invalid',
    ],
  }),
  rows(RP.untrusted, { 'RP-56': ['attestation_missing'] }),
)

export const DEFINITION_RULES = joinRules<DefinitionResponseCode>()(
  rows(RP.responseInvalid, {
    'RP-13': ['field_path_unsupported', 'field_missing'],
    'RP-53': ['descriptor_missing', 'descriptor_unrequested'],
    'RP-86': ['format_mismatch', 'algorithm_mismatch', 'doctype_mismatch', 'filter_unsupported', 'filter_mismatch'],
  }),
  rows(RP.untrusted, { 'RP-56': ['attestation_missing'] }),
)

/**
 * Returns the requested claims of each credential, and whether more was disclosed. `asked` contains the `scope` of the
 * request. Rejects with a `Refusal` for a faulty submission, and at the first presentation that is not valid. Also
 * rejects with a `Refusal` if the verified presentations do not satisfy the definition, or disclose more than it
 * permits (OpenID4VP D20 §6.1). Also verifies Wallet Attestations that the submission does not name. Rejects with a
 * TypeError if the configuration no longer defines the scope.
 */
export async function evaluateDefinitionResponse(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  asked: JsonObject,
  { presentations, submission }: Extract<VpToken, { kind: 'scope' }>,
  expected: PresentationExpectation,
): Promise<EvaluatedResponse> {
  const requested = requestedBy(ctx, asked)
  const mapped = decision.checkNow(SUBMISSION_RULES, () =>
    parsePresentationSubmission(submission, requested, presentations),
  )
  const verified = new Map<string, VerifiedPresentation>()
  for (const { id, format, presentation } of mapped)
    verified.set(id, await verifyPresentation(ctx, decision, { format, text: presentation }, expected)) // RP-58
  const credentials = new Map([...verified].map(([id, { credential }]) => [id, credential]))
  const answers = decision.checkNow(DEFINITION_RULES, () => checkDefinitionResponse(requested, credentials))
  const limited = answers.every(({ disclosureLimited, surplus }) => !disclosureLimited || surplus.length === 0)
  decision.that('RP-86', RP.responseInvalid, limited, 'disclosure_not_limited', 'vp_token')
  const presented = answers.flatMap(({ id, claims, surplus }) => {
    const presentation = verified.get(id)
    return presentation ? [presentedClaims(id, presentation, claims, surplus)] : []
  })
  const unnamed = await verifyUnnamedAttestations(ctx, decision, presentations, mapped, expected)
  const all = [...verified.values(), ...unnamed]
  return { presented, verified: all, surplus: answers.some(({ surplus }) => surplus.length > 0) }
}

/**
 * Verifies each Wallet Attestation that no entry of the submission names (RP-14, D-1050). Ignores other presentations
 * that no entry names. Rejects with a `Refusal` at the first attestation that is not valid.
 */
async function verifyUnnamedAttestations(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  presentations: readonly string[],
  mapped: readonly MappedPresentation[],
  expected: PresentationExpectation,
): Promise<readonly VerifiedPresentation[]> {
  const named = new Set(mapped.map(({ presentation }) => presentation))
  const unnamed = new Set(presentations.filter((text) => !named.has(text) && hasAttestationType(text)))
  const verified: VerifiedPresentation[] = []
  for (const text of unnamed) verified.push(await verifyAttestationPresentation(ctx, decision, text, expected))
  return verified
}

function requestedBy({ config }: RelyingPartyServices, { scope }: JsonObject): RequestedDefinition {
  const requested = resolveScope(String(scope), config.presentationDefinitions)
  if (failed(requested)) throw new TypeError(`scope: ${requested.code}`)
  return requested
}
