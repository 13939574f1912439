/**
 * Exchanges an authorization code for a DPoP-bound access token and the first c_nonce (it-wallet §Token request). The
 * wallet authenticates with the key that was attested at PAR and proves possession of its DPoP key.
 */
import { type Decision, joinRules, type NumericDate, randomUuid, rows, rules } from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import {
  type AttestationHeaders,
  type CodeVerifierCode,
  type CredentialSupport,
  checkCodeVerifier,
  clientAuthenticationOf,
  createAccessToken,
  createDpopNonce,
  createFinalTokenResponse,
  createTokenResponse,
  type DpopHeaderCode,
  type DpopProofCode,
  dpopClaim,
  parseAttestationHeaders,
  parseDpopHeader,
  parseTokenRequestForm,
  type ReceivedTokenRequest,
  type TokenRequestCode,
  type TokenResponseInput,
  verifyDpopProof,
} from '../../oauth/index.ts'
import { createCNonce } from '../../oid4vci/index.ts'
import { dpopHeaderRules, dpopRules, tokenDpop } from '../../rules/index.ts'
import { walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import { ATTESTATION_HEADER_RULES } from '../authorization/push-rules.ts'
import { jwtPolicy, type PidProviderServices } from '../context.ts'
import { type Grants, lostClaim } from '../stores.ts'
import { recheckAttestation } from './attestation-status.ts'
import { authenticateClient, TOKEN_STATUS_RULES } from './authenticate-client.ts'
import type { Grant, PushedRequest } from './grant.ts'

export const TOKEN_FORM_RULES = joinRules<TokenRequestCode>()(
  rows(PP.invalidRequest, {
    'PP-16': [
      'grant_type_missing',
      'client_id_missing',
      'code_missing',
      'redirect_uri_missing',
      'code_verifier_missing',
    ],
  }),
  rows(PP.invalidClient, {
    'PP-16': ['client_assertion_type_missing', 'client_assertion_missing'],
    'PP-73': ['client_assertion_type_unsupported', 'client_assertion_malformed', 'pop_missing'],
  }),
  rows(PP.invalidGrant, { 'PP-71': ['code_verifier_malformed'] }),
  rows(PP.unsupportedGrantType, { 'PP-72': ['grant_type_unsupported'] }),
)

export const CODE_VERIFIER_RULES = rules<CodeVerifierCode>()(PP.invalidGrant, {
  'PP-71': ['code_verifier_malformed', 'code_verifier_mismatch'],
})

export const TOKEN_DPOP_RULES = joinRules<DpopHeaderCode | DpopProofCode>()(
  dpopHeaderRules(PP.invalidDpopProof, tokenDpop),
  dpopRules<PpAnswer>(PP.invalidDpopProof, tokenDpop, PP.useDpopNonce),
)

type ExchangeContext = Pick<
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
  | 'nonceKeys'
  | 'credentialSigner'
  | 'knownTokens'
  | 'stores'
>

interface TokenMessage {
  readonly form: Parameters
  readonly dpop: string | undefined
  /** The two headers of attestation-based client authentication. */
  readonly attestation: AttestationHeaders
}

/**
 * Returns the token response. Rejects with a `Refusal` for any fault. A second use of a code by its wallet revokes the
 * grant (PP-75). A repetition of the same request does not, because others may have seen the request (D-61).
 */
export function exchangeCode(ctx: ExchangeContext, { form, dpop, attestation }: TokenMessage) {
  return ctx.decide('pid-provider/token', async (decision) => {
    const now = ctx.clock.now()
    const { config } = ctx
    const authenticationMethod = clientAuthenticationOf(attestation)
    const request = decision.checkNow(TOKEN_FORM_RULES, () => parseTokenRequestForm(form, authenticationMethod))
    const headers =
      authenticationMethod === 'headers'
        ? decision.checkNow(ATTESTATION_HEADER_RULES, () => parseAttestationHeaders(attestation, form))
        : undefined
    const compactProof = decision.checkNow(TOKEN_DPOP_RULES, () => parseDpopHeader(dpop))
    const grant = await requireGrant(ctx, decision, request, now)
    const { clientId, walletProvider, codeChallenge, dpopThumbprint } = grant.request
    decision.note('thumbprint', clientId)
    decision.checkNow(CODE_VERIFIER_RULES, () => checkCodeVerifier(ctx, request.code_verifier, codeChallenge))

    const client = await authenticateClient(ctx, decision, { pushed: grant.request, request, headers }, now)
    const verifyProof = () =>
      verifyDpopProof(ctx, compactProof, {
        ...jwtPolicy(ctx, now),
        method: 'POST',
        url: ctx.endpoints.token,
        lifetime: config.proofLifetimeSeconds,
        ...(dpopThumbprint === undefined ? {} : { jkt: dpopThumbprint }),
        ...dpopNoncePolicy(ctx),
      })
    const proof = await decision.check(TOKEN_DPOP_RULES, verifyProof, withFreshNonce(ctx, now))
    await decision.check(TOKEN_STATUS_RULES, () => recheckAttestation(ctx, grant.request, now))

    const jti = randomUuid(ctx.random) // PP-21
    const cNonce = createCNonce(ctx, ctx.nonceKeys, now, jti) // PP-87
    const lifetime = config.accessTokenLifetimeSeconds
    const accessToken = await createAccessToken(ctx.credentialSigner, {
      issuer: config.entityId,
      subject: grant.subject,
      clientId: walletInstanceUrl(walletProvider, clientId),
      now,
      lifetime,
      jti,
      cNonce,
      jkt: proof.jkt,
    })
    ctx.knownTokens.add(accessToken)
    const outcome = await ctx.stores.grants.redeem({
      code: request.code,
      claims: [client, dpopClaim(proof)],
      token: { jti, expiresAt: now + lifetime },
    })
    if (lostClaim(outcome) === 'code') await ctx.stores.grants.revokeByCode(request.code, now) // PP-75
    requireRedeemed(decision, outcome, grant)
    const issued = {
      accessToken,
      expiresIn: lifetime,
      cNonce,
      cNonceExpiresIn: config.cNonceLifetimeSeconds,
    }
    return createResponse(config.support, grant.request, issued)
  })
}

/**
 * Refuses a single-use value that was used before, and a grant that was deleted in the meantime. If the code had been
 * spent when the grant was read, says so, whatever else was used before.
 */
function requireRedeemed(
  decision: Decision<PpAnswer>,
  outcome: Awaited<ReturnType<Grants['redeem']>>,
  { token }: Pick<Grant, 'token'>,
): void {
  const lost = lostClaim(outcome)
  const isFresh = lost !== 'client_assertion_jti'
  const isSpent = lost === 'code' || (lost !== undefined && token !== undefined)
  decision.that('PP-17', PP.invalidGrant, !isSpent, 'code_used', 'form.code')
  decision.that('PP-73', PP.invalidClient, isFresh, 'client_assertion_used', 'client_assertion')
  decision.that('PP-09', PP.invalidClient, lost !== 'attestation_pop_jti', 'pop_used', 'pop.payload.jti')
  decision.that('PP-83', PP.invalidDpopProof, lost !== 'dpop_jti', 'dpop_proof_used', 'dpop.payload.jti')
  decision.that('PP-70', PP.invalidGrant, outcome === 'redeemed', 'code_unknown', 'form.code')
}

/** Creates the token response in the profile of the pushed request (D-312). */
const createResponse = (
  support: CredentialSupport,
  { authorizationDetails, configurations }: PushedRequest,
  issued: Omit<TokenResponseInput, 'authorizationDetails'>,
) =>
  configurations === undefined
    ? createTokenResponse({ ...issued, authorizationDetails })
    : createFinalTokenResponse({ ...issued, configurations }, support)

/**
 * Returns the code's grant if it belongs to this client and redirect URI and the code has not expired. Also returns a
 * grant whose code was redeemed before. The token request then fails only after the client is authenticated, because a
 * second use of the code revokes the issued token. So a thief without the client's key cannot revoke the token (PP-75).
 */
async function requireGrant(
  ctx: ExchangeContext,
  decision: Decision<PpAnswer>,
  request: ReceivedTokenRequest,
  now: NumericDate,
): Promise<Grant> {
  const storedGrant = await ctx.stores.grants.findByCode(request.code)
  const grant = decision.found('PP-70', PP.invalidGrant, storedGrant, 'code_unknown', 'form.code')
  // Without `client_id`, the headers identify the client. `authenticateClient` compares them with the grant (PP-73).
  const isOwn = request.client_id === undefined || request.client_id === grant.request.clientId
  decision.that('PP-70', PP.invalidGrant, isOwn, 'code_foreign', 'form.client_id')
  const isSameRedirectUri = grant.request.redirectUri === request.redirect_uri
  decision.that('PP-70', PP.invalidGrant, isSameRedirectUri, 'redirect_uri_mismatch', 'form.redirect_uri')
  const isLive = grant.token !== undefined || now < grant.codeExpiresAt
  decision.that('PP-69', PP.invalidGrant, isLive, 'code_expired', 'form.code')
  return grant
}

type NonceContext = Pick<PidProviderServices, 'config' | 'crypto' | 'random' | 'nonceKeys'>

/** Returns the nonce part of the policy for DPoP proofs, empty if no nonces are demanded (RFC 9449 §8). */
export function dpopNoncePolicy({ config, nonceKeys }: NonceContext) {
  const lifetime = config.dpopNonceLifetimeSeconds
  return lifetime === undefined ? {} : { nonce: { keys: nonceKeys, lifetime } } // PP-77
}

/** Returns a function that adds a new nonce to an error answer that demands one. */
export const withFreshNonce =
  (ctx: NonceContext, now: NumericDate) =>
  (answer: PpAnswer): PpAnswer => {
    if (ctx.config.dpopNonceLifetimeSeconds === undefined || answer.error !== PP.useDpopNonce.error) return answer
    return { ...answer, headers: { 'dpop-nonce': createDpopNonce(ctx, ctx.nonceKeys, now) } } // PP-77
  }
