/**
 * Takes a pushed authorization request: the wallet authenticates with its Wallet Attestation and says, in a Request
 * Object signed with the attested key, what it wants to be issued (RFC 9126; it-wallet §Pushed authorization request).
 */
import type { Decision, JsonObject, NumericDate } from '../base/index.ts'
import { protocolKeys, type TrustedEntity } from '../federation/index.ts'
import type { Parameters } from '../http/index.ts'
import {
  type AttestationPop,
  attestationPopClaim,
  createPushedAuthorizationResponse,
  createRequestUri,
  type DpopProof,
  dpopClaim,
  type PushedAuthorizationResponse,
  parseAttestationAssertion,
  parseDpopHeader,
  parsePushedAuthorizationForm,
  requestObjectClaims,
  verifyAttestationPop,
  verifyDpopProof,
  verifyRequestObject,
} from '../oauth/index.ts'
import type { VerifiedWalletAttestation } from '../wallet-attestation/index.ts'
import { PP, type PpAnswer } from './answers.ts'
import { checkAttestationStatus, readStatusClaim } from './attestation-status.ts'
import { jwtPolicy, type PidProviderServices } from './context.ts'
import {
  ATTESTATION_POP_RULES,
  ATTESTATION_RULES,
  PUSH_DPOP_RULES,
  PUSH_FORM_RULES,
  PUSH_STATUS_RULES,
  REQUEST_OBJECT_RULES,
} from './push-rules.ts'
import { lostClaim } from './stores.ts'

type PushContext = Pick<
  PidProviderServices,
  | 'decide'
  | 'clock'
  | 'random'
  | 'crypto'
  | 'config'
  | 'endpoints'
  | 'trust'
  | 'attestations'
  | 'attestationStatus'
  | 'stores'
>

export interface PushedMessage {
  readonly form: Parameters
  /** The `DPoP` header, when one was sent (RFC 9449 §10.1). */
  readonly dpop: string | undefined
}

export function pushAuthorizationRequest(
  ctx: PushContext,
  { form, dpop }: PushedMessage,
): Promise<PushedAuthorizationResponse> {
  return ctx.decide('pid-provider/as/par', async (decision) => {
    const now = ctx.clock.now()
    const { config } = ctx
    const pushed = await decision.check(PUSH_FORM_RULES, () => parsePushedAuthorizationForm(form))
    const { attestation: compact, pop: proof } = await decision.check(PUSH_FORM_RULES, () =>
      parseAttestationAssertion(pushed.client_assertion_type, pushed.client_assertion),
    )
    const attestation = await decision.check(ATTESTATION_RULES, () => ctx.attestations.verify(compact, now))
    decision.note('thumbprint', attestation.thumbprint)
    decision.note('entity', attestation.walletProvider.entityId)
    const isOwnId = pushed.client_id === attestation.thumbprint
    decision.that('PP-46', PP.invalidClient, isOwnId, 'client_id_mismatch', 'form.client_id')
    const request = await decision.check(REQUEST_OBJECT_RULES, () =>
      verifyRequestObject(ctx, pushed.request, {
        ...jwtPolicy(ctx, now),
        key: attestation.cnf,
        thumbprint: attestation.thumbprint,
        form,
        issuer: config.entityId,
        redirectUris: { loopbackHttp: config.loopbackHttp, customSchemes: config.redirectSchemes },
        support: config.support,
      }),
    )
    const pop = await verifyPop(ctx, decision, attestation, proof, now)
    const dpopProof = await verifyBinding(ctx, decision, dpop, request.dpop_jkt, now)
    const attestationStatus = await requireStanding(ctx, decision, attestation, now)

    const requestUri = createRequestUri(ctx.random)
    const dpopThumbprint = dpopProof?.jkt ?? request.dpop_jkt
    const walletProviderName = nameOf(attestation.walletProvider)
    const outcome = await ctx.stores.pushedRequests.push({
      claims: [
        ...requestObjectClaims(request),
        ...(pop ? [attestationPopClaim(pop)] : []),
        ...(dpopProof ? [dpopClaim(dpopProof)] : []),
      ],
      pushed: {
        requestUri,
        clientId: attestation.thumbprint,
        attestedKey: attestation.cnf,
        walletProvider: attestation.walletProvider.entityId,
        ...(walletProviderName === undefined ? {} : { walletProviderName }),
        attestationExpiresAt: attestation.claims.exp,
        ...(attestationStatus && { attestationStatus }),
        redirectUri: request.redirect_uri,
        state: request.state,
        codeChallenge: request.code_challenge,
        authorizationDetails: request.authorization_details,
        ...(dpopThumbprint === undefined ? {} : { dpopThumbprint }),
        expiresAt: now + config.requestUriLifetimeSeconds,
      },
    })
    const lost = lostClaim(outcome)
    decision.that(
      'PP-48',
      PP.invalidRequest,
      lost !== 'request_object_jti',
      'request_object_used',
      'request.payload.jti',
    )
    decision.that('PP-09', PP.invalidClient, lost !== 'attestation_pop_jti', 'pop_used', 'pop.payload.jti')
    decision.that('PP-83', PP.invalidDpopProof, lost !== 'dpop_jti', 'dpop_proof_used', 'dpop.payload.jti')
    return createPushedAuthorizationResponse(requestUri, config.requestUriLifetimeSeconds)
  })
}

/** The proof of possession that may follow the attestation (PP-09). */
async function verifyPop(
  ctx: PushContext,
  decision: Decision<PpAnswer>,
  { cnf, thumbprint }: VerifiedWalletAttestation,
  proof: string | undefined,
  now: NumericDate,
): Promise<AttestationPop | undefined> {
  if (proof === undefined) return undefined
  return decision.check(ATTESTATION_POP_RULES, () =>
    verifyAttestationPop(ctx, proof, {
      ...jwtPolicy(ctx, now),
      key: cnf,
      clientId: thumbprint,
      audiences: [ctx.config.entityId, ctx.endpoints.par],
      lifetime: ctx.config.proofLifetimeSeconds,
    }),
  )
}

/** A DPoP proof that comes with the push binds the code to its key, and agrees with `dpop_jkt` (PP-51). */
async function verifyBinding(
  ctx: PushContext,
  decision: Decision<PpAnswer>,
  header: string | undefined,
  jkt: string | undefined,
  now: NumericDate,
): Promise<DpopProof | undefined> {
  if (header === undefined) return undefined
  const proof = await decision.check(PUSH_DPOP_RULES, () => parseDpopHeader(header))
  return decision.check(PUSH_DPOP_RULES, () =>
    verifyDpopProof(ctx, proof, {
      ...jwtPolicy(ctx, now),
      method: 'POST',
      url: ctx.endpoints.par,
      lifetime: ctx.config.proofLifetimeSeconds,
      ...(jkt === undefined ? {} : { jkt }),
    }),
  )
}

/** Where to look at every later step; refuses an attestation that is not valid now. */
async function requireStanding(
  ctx: PushContext,
  decision: Decision<PpAnswer>,
  { claims, walletProvider }: VerifiedWalletAttestation,
  now: NumericDate,
) {
  const { reference } = await decision.check(ATTESTATION_RULES, () => readStatusClaim(claims.status))
  if (reference === undefined) return undefined
  const keys = protocolKeys(walletProvider, 'wallet_provider')
  await decision.check(PUSH_STATUS_RULES, () => checkAttestationStatus(ctx, reference, keys, now))
  return reference
}

function nameOf({ metadata }: TrustedEntity): string | undefined {
  const { organization_name: name } = (metadata.federation_entity ?? {}) as JsonObject
  return typeof name === 'string' && name !== '' ? name : undefined
}
