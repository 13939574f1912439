/**
 * Accepts a pushed authorization request. The wallet authenticates with its Wallet Attestation and requests a
 * credential in a Request Object that is signed with the attested key (RFC 9126; it-wallet §Pushed authorization
 * request).
 */
import type { Decision, NumericDate } from '../../base/index.ts'
import { organizationNameOf } from '../../federation/index.ts'
import { languageOfLocales, type Parameters } from '../../http/index.ts'
import {
  type AttestationAssertion,
  type AttestationHeaders,
  type AuthorizationRequest,
  attestationPopClaim,
  type ClientAuthentication,
  clientAuthenticationOf,
  createPushedAuthorizationResponse,
  createRequestUri,
  type DpopProof,
  dpopClaim,
  type PushedAuthorizationForm,
  type PushedAuthorizationResponse,
  parseAttestationAssertion,
  parseAttestationHeaders,
  parseDpopHeader,
  parseHeaderAuthenticatedForm,
  parsePushedAuthorizationForm,
  requestObjectClaims,
  verifyDpopProof,
  verifyRequestObject,
} from '../../oauth/index.ts'
import { type VerifiedWalletAttestation, walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import { lostClaim } from '../stores.ts'
import { requireValidStatus, verifyPossession } from '../token/wallet-authentication.ts'
import {
  ATTESTATION_RULES,
  PUSH_DPOP_RULES,
  PUSH_FORM_RULES,
  PUSH_STATUS_RULES,
  REQUEST_OBJECT_RULES,
} from './push-rules.ts'
import { mayRedirect } from './redirect-destination.ts'

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

interface PushedMessage {
  readonly form: Parameters
  /** The `DPoP` header, if any (RFC 9449 §10.1). */
  readonly dpop: string | undefined
  /** The two headers of attestation-based client authentication. */
  readonly attestation: AttestationHeaders
}

/**
 * Stores the request and returns its new `request_uri`. Rejects with a `Refusal` for any fault. One store call stores
 * the request and claims the `jti` of the Request Object and of the proofs, so a refused request spends no `jti`. The
 * steps after this one must check the trust in the client again (it-wallet §Pushed authorization request; RFC 9126 §2).
 */
export function pushAuthorizationRequest(
  ctx: PushContext,
  message: PushedMessage,
): Promise<PushedAuthorizationResponse> {
  return ctx.decide('pid-provider/as/par', async (decision) => {
    const now = ctx.clock.now()
    const { config } = ctx
    const { form, dpop } = message
    const pushed = await parsePush(decision, message)
    const attestation = await decision.check(ATTESTATION_RULES, () => ctx.attestations.verify(pushed.attestation, now))
    decision.note('thumbprint', attestation.thumbprint)
    decision.note('entity', attestation.walletProvider.entityId)
    const isOwnId = pushed.client_id === attestation.thumbprint
    decision.that('PP-46', PP.invalidClient, isOwnId, 'client_id_mismatch', 'form.client_id', {
      expected: attestation.thumbprint,
      found: pushed.client_id,
    })
    const request = await decision.check(REQUEST_OBJECT_RULES, () =>
      verifyRequestObject(ctx, pushed.request, {
        ...jwtPolicy(ctx, now),
        key: attestation.cnf,
        thumbprint: attestation.thumbprint,
        aliases: [walletInstanceUrl(attestation.walletProvider.entityId, attestation.thumbprint)], // PP-131
        form,
        issuer: config.entityId,
        redirectUris: { loopbackHttp: config.loopbackHttp, customSchemes: config.redirectSchemes },
        support: config.support,
      }),
    )
    const isPermitted = mayRedirect(request.redirect_uri, attestation.walletProvider, config.walletRedirectHosts)
    const at = 'request.payload.redirect_uri'
    decision.that('PP-155', PP.invalidRequest, isPermitted, 'redirect_host_foreign', at)
    const endpoints = [ctx.endpoints.par, ctx.endpoints.token] // D-357
    const proof = pushed.pop === undefined ? undefined : { compact: pushed.pop, endpoints }
    const pop = proof && (await verifyPossession(ctx, decision, attestation, proof, now))
    const dpopProof = await verifyPushDpop(ctx, decision, { header: dpop, jkt: request.dpop_jkt }, now)
    const dpopThumbprint = dpopProof?.jkt ?? request.dpop_jkt
    const isOwnKey = request.kid === attestation.thumbprint || request.kid !== dpopThumbprint
    decision.that('PP-47', PP.invalidRequest, isOwnKey, 'kid_mismatch', 'request.header.kid')
    const attestationStatus = await requireValidStatus(ctx, decision, attestation, PUSH_STATUS_RULES, now)

    const requestUri = createRequestUri(ctx.random)
    const outcome = await ctx.stores.pushedRequests.push({
      claims: [
        ...requestObjectClaims(request),
        ...(pop ? [attestationPopClaim(pop)] : []),
        ...(dpopProof ? [dpopClaim(dpopProof)] : []),
      ],
      pushed: {
        requestUri,
        ...clientOf(attestation),
        ...(pushed.authentication === 'headers' && { clientAuthentication: 'headers' }),
        ...(attestationStatus && { attestationStatus }),
        ...requestedIssuanceOf(request),
        ...(dpopThumbprint === undefined ? {} : { dpopThumbprint }),
        expiresAt: now + config.requestUriLifetimeSeconds,
      },
    })
    requireUnspent(decision, lostClaim(outcome))
    return createPushedAuthorizationResponse(requestUri, config.requestUriLifetimeSeconds)
  })
}

/** Returns the members of the stored request that come from the Wallet Attestation. */
function clientOf({ thumbprint, cnf, walletProvider, claims }: VerifiedWalletAttestation) {
  const walletProviderName = organizationNameOf(walletProvider)
  return {
    clientId: thumbprint,
    attestedKey: cnf,
    walletProvider: walletProvider.entityId,
    ...(walletProviderName === undefined ? {} : { walletProviderName }),
    attestationExpiresAt: claims.exp,
  }
}

/** Returns the members of the stored request that come from the Request Object. */
function requestedIssuanceOf(request: AuthorizationRequest) {
  const language = languageOfLocales(request.ui_locales ?? '')
  return {
    ...(language && { language }),
    redirectUri: request.redirect_uri,
    state: request.state,
    codeChallenge: request.code_challenge,
    authorizationDetails: request.authorization_details,
    ...(request.configurations && { configurations: request.configurations }),
  }
}

/** Refuses a request if one of its single-use values was used before. */
function requireUnspent(decision: Decision<PpAnswer>, lost: ReturnType<typeof lostClaim>): void {
  const isFresh = lost !== 'request_object_jti'
  decision.that('PP-48', PP.invalidRequestObject, isFresh, 'request_object_used', 'request.payload.jti')
  decision.that('PP-09', PP.invalidClient, lost !== 'attestation_pop_jti', 'pop_used', 'pop.payload.jti')
  decision.that('PP-83', PP.invalidDpopProof, lost !== 'dpop_jti', 'dpop_proof_used', 'dpop.payload.jti')
}

/**
 * Verifies the DPoP proof of the push, if there is one. The proof binds the code to the proof's key. If the Request
 * Object or the form has `dpop_jkt`, it must be the thumbprint of this key (PP-51, D-1066).
 */
async function verifyPushDpop(
  ctx: PushContext,
  decision: Decision<PpAnswer>,
  { header, jkt }: { readonly header: string | undefined; readonly jkt: string | undefined },
  now: NumericDate,
): Promise<DpopProof | undefined> {
  if (header === undefined) return undefined
  const proof = decision.checkNow(PUSH_DPOP_RULES, () => parseDpopHeader(header))
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

interface ParsedPush extends AttestationAssertion, Pick<PushedAuthorizationForm, 'client_id' | 'request'> {
  readonly authentication: ClientAuthentication
}

/** Parses the form, and the attestation in the headers or in the form (D-112). */
async function parsePush(decision: Decision<PpAnswer>, { form, attestation }: PushedMessage): Promise<ParsedPush> {
  const authentication = clientAuthenticationOf(attestation)
  if (authentication === 'headers') {
    const pushed = decision.checkNow(PUSH_FORM_RULES, () => parseHeaderAuthenticatedForm(form))
    const client = decision.checkNow(PUSH_FORM_RULES, () => parseAttestationHeaders(attestation, form))
    return { ...pushed, ...client, authentication }
  }
  const pushed = decision.checkNow(PUSH_FORM_RULES, () => parsePushedAuthorizationForm(form))
  const { client_assertion_type, client_assertion } = pushed
  const client = decision.checkNow(PUSH_FORM_RULES, () =>
    parseAttestationAssertion(client_assertion_type, client_assertion),
  )
  return { ...pushed, ...client, authentication }
}
