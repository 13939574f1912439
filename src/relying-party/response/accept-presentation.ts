/**
 * Accepts the Authorization Response that a wallet posts (it-wallet §Remote presentation, step by step): opens it,
 * finds its session, verifies every presentation and evaluates the query. Then one store call completes the session
 * with the requested claims. If one check fails, the whole response is refused: no claim is passed on, and the session
 * stays unchanged.
 */

import { type Decision, failed, joinRules, type NumericDate, randomToken, rows, rules } from '../../base/index.ts'
import { jwkThumbprint } from '../../jose/index.ts'
import {
  type AuthorizationErrorResponse,
  checkResponseMode,
  createRedirectUri,
  parseVpToken,
  type ResponseSignatureCode,
  verifyResponseSignature,
} from '../../oid4vp/index.ts'
import { relyingPartyWire } from '../../profiles/index.ts'
import { jwsVerifyRules, jwtTimeRules } from '../../rules/index.ts'
import { walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { RP, type RpAnswer } from '../answers.ts'
import { resultToJson } from '../application/presentation-result.ts'
import type { RelyingPartyServices } from '../context.ts'
import { urlOf } from '../metadata.ts'
import { levelSuffices } from '../request/attestation-demands.ts'
import { endOf, isOpen, type PresentationSession } from '../session/presentation-session.ts'
import { type EvaluatedResponse, evaluateDcqlResponse } from './evaluate-dcql-response.ts'
import { evaluateDefinitionResponse } from './evaluate-definition-response.ts'
import { type OpenedResponse, openResponse, VP_TOKEN_RULES } from './open-response.ts'
import type { VerifiedPresentation } from './verified-presentation.ts'

export const RESPONSE_MODE_RULES = rules<'response_mode_mismatch'>()(RP.responseInvalid, {
  'RP-48': ['response_mode_mismatch'],
})

export const RESPONSE_SIGNATURE_RULES = joinRules<ResponseSignatureCode>()(
  jwsVerifyRules(RP.bindingBroken),
  jwtTimeRules(RP.bindingBroken),
  rows(RP.bindingBroken, {
    'RP-49': [
      'signature_invalid',
      'expired',
      'not_yet_valid',
      'iss_missing',
      'iss_mismatch',
      'aud_missing',
      'aud_mismatch',
      'exp_missing',
    ],
  }),
)

/**
 * Completes the session. For an error response, sets the session to `rejected`. Returns the `redirect_uri` for the
 * wallet. Returns `undefined` for an error response, unless the flow is same-device, and an application ordered the
 * presentation or the profile always redirects. Rejects with a `Refusal` if a check fails.
 */
export function acceptPresentation(
  ctx: RelyingPartyServices,
  form: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  return ctx.decide('relying-party/response', async (decision) => {
    const now = ctx.clock.now()
    const { posted, response } = await openResponse(ctx, decision, form, now)
    const found = await ctx.sessions.findByState(response.state)
    const session = decision.found('RP-50', RP.responseInvalid, found, 'state_unknown')
    decision.checkNow(RESPONSE_MODE_RULES, () => checkResponseMode(posted, session.responseMode))
    decision.that('RP-51', RP.requestOver, isOpen(session, now), 'session_over', 'state', endOf(session, now))
    if (response.kind === 'error') return rejectSession(ctx, decision, session, response, now)

    const { presented, verified, surplus } = await evaluateResponse(ctx, decision, session, response, now)
    const mayHaveSurplus = !surplus || ctx.config.surplusClaims === 'drop'
    decision.that('RP-55', RP.responseInvalid, mayHaveSurplus, 'surplus_disclosed', 'vp_token')
    const attestation = verified.find((one) => one.attestation)?.attestation
    const sufficient = levelSuffices(ctx.config, attestation?.claims.aal)
    decision.that('RP-46', RP.levelTooLowInResponse, sufficient, 'wallet_level_too_low', 'vp_token')
    if (response.jws) await checkResponseSignature(ctx, decision, response.jws, attestation, now)
    const isProven = provesKey(session, response, attestation?.thumbprint)
    const isProofSufficient = isProven || ctx.config.requiredWalletLevels.length === 0
    decision.that('RP-108', RP.walletUnproven, isProofSufficient, 'wallet_key_unproven', 'vp_token')
    decision.note('claim_names', presented.flatMap(({ claims }) => Object.keys(claims)).join(' '))

    const responseCode = randomToken(ctx.random) // RP-09
    // The attestation in the response takes precedence, because another wallet may have fetched the request (D-128).
    const sdJwtLevel = verified.find((one) => one.attestedLevel !== undefined)?.attestedLevel // RP-136
    const jwtLevel = attestation && (attestation.claims.aal ?? ctx.config.lowestWalletLevel)
    const attestedLevel = jwtLevel ?? sdJwtLevel ?? session.attestedLevel
    const walletLevel = attestedLevel ?? ctx.config.lowestWalletLevel // RP-04
    const walletAttested = attestedLevel !== undefined
    const wallet = { walletLevel, walletAttested, walletLevelProven: isProven }
    const result = resultToJson({ credentials: presented, ...wallet, trace: decision.trace })
    const outcome = await ctx.sessions.complete({ id: session.id, result, responseCode, now })
    decision.that('RP-51', RP.requestOver, outcome === 'completed', 'session_over', 'state')
    return redirectUriOf(ctx, responseCode)
  })
}

/**
 * Returns true if the key of the presented attestation signed the response, or if the wallet proved its possession when
 * it fetched the request (RP-108). Does not verify the signature of the response.
 */
const provesKey = (
  { attestedKey }: PresentationSession,
  { jws }: OpenedResponse,
  thumbprint: string | undefined,
): boolean => thumbprint !== undefined && (jws !== undefined || thumbprint === attestedKey)

/**
 * Returns the redirect URI of the metadata with the response code (RP-74). Throws a TypeError for a URI that the
 * settings should have excluded.
 */
export function redirectUriOf({ config }: Pick<RelyingPartyServices, 'config'>, responseCode: string): string {
  const redirectUri = createRedirectUri(urlOf(config, 'result'), responseCode)
  if (failed(redirectUri)) throw new TypeError(`redirect_uri: ${redirectUri.code}`)
  return redirectUri
}

async function rejectSession(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  { id, order, flow }: PresentationSession,
  { error }: AuthorizationErrorResponse,
  now: NumericDate,
): Promise<string | undefined> {
  // On the same device only the redirect brings the user back to the application (OpenID4VP D20 §6.2).
  const { redirectsAfterError } = relyingPartyWire[ctx.config.profile]
  const isReturned = flow === 'same-device' && (order !== undefined || redirectsAfterError) // RP-92, RP-217
  const code = isReturned ? { responseCode: randomToken(ctx.random) } : undefined
  const outcome = await ctx.sessions.reject({ id, rejection: error, ...code, now }) // RP-18
  decision.that('RP-51', RP.requestOver, outcome === 'rejected', 'session_over', 'state')
  return code && redirectUriOf(ctx, code.responseCode)
}

async function evaluateResponse(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  session: PresentationSession,
  { members, isForm, encryptedTo }: OpenedResponse,
  now: NumericDate,
): Promise<EvaluatedResponse> {
  const { presentationNonce, createdAt: requestedAt, query, variant } = session
  const encryptionThumbprint = encryptedTo && jwkThumbprint(ctx, encryptedTo.publicJwk)
  const envelopeAllowed = variant === 'scope' && ctx.config.acceptSignedEnvelope // RP-52
  const expected = { presentationNonce, requestedAt, encryptionThumbprint, envelopeAllowed, now }
  const token = decision.checkNow(VP_TOKEN_RULES, () => parseVpToken(variant, members, isForm))
  if (token.kind === 'dcql') return evaluateDcqlResponse(ctx, decision, query, token.presentations, expected)
  return evaluateDefinitionResponse(ctx, decision, query, token, expected)
}

/** Verifies a signed response with the attested key. The response must therefore contain the attestation (RP-49). */
async function checkResponseSignature(
  ctx: RelyingPartyServices,
  decision: Decision<RpAnswer>,
  jws: NonNullable<OpenedResponse['jws']>,
  presented: VerifiedPresentation['attestation'],
  now: NumericDate,
): Promise<void> {
  const { config } = ctx
  const attestation = decision.found('RP-49', RP.bindingBroken, presented, 'signer_unattested', 'vp_token')
  const { thumbprint, cnf, claims } = attestation
  const iss = [thumbprint, walletInstanceUrl(claims.iss, thumbprint)]
  const expected = { iss, aud: config.entityId, now, skew: config.clockSkewSeconds }
  await decision.check(RESPONSE_SIGNATURE_RULES, () => verifyResponseSignature(ctx, jws, cnf, expected))
}
