/**
 * The first half of an issuance (it-wallet §What the service does, area B): the PID Provider is verified, the request is
 * pushed, and a URL comes out for the browser. Everything that must not be guessed or used again is fresh (WI-07).
 */
import { failed, type Rules, randomToken } from '../../base/index.ts'
import {
  type CredentialFormat,
  codeChallengeOf,
  createAuthorizationDetail,
  createAuthorizationUrl,
  createCodeVerifier,
  createPushedAuthorizationForm,
  createRequestObject,
  formatSdJwt,
  type PushedAuthorizationResponseCode,
  parsePushedAuthorizationResponse,
} from '../../oauth/index.ts'
import { pidSupport } from '../../oid4vci/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { attestationFor, discardRefused } from '../choose-attestation.ts'
import type { WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  exchange,
  formRequest,
  type JsonAnswerCode,
  jsonRules,
  readJson,
  refusalOf,
  refusesClient,
} from '../exchange.ts'
import { trustedIssuer } from './issuer.ts'

export const PAR_RESPONSE_RULES = {
  ...jsonRules('WI-39', WI.issuerFaulty),
  par_response_malformed: ['WI-39', WI.issuerFaulty],
} as const satisfies Rules<JsonAnswerCode | PushedAuthorizationResponseCode, WalletAnswer>

export interface BegunIssuance {
  /** For the browser. */
  readonly authorizationUrl: string
  /** Where it comes back to. */
  readonly redirectUri: string
  readonly state: string
}

export interface IssuanceWish {
  /** Not said: `vc+sd-jwt`. */
  readonly format?: CredentialFormat
}

export function beginIssuance(
  ctx: WalletContext,
  issuer: string,
  { format = formatSdJwt }: IssuanceWish = {},
): Promise<BegunIssuance> {
  return ctx.decide('wallet/pushed-authorization-request', async (decision) => {
    const { metadata } = await trustedIssuer(ctx, decision, issuer)
    const { redirectUri, pidType, pidDoctype, issuanceLifetimeSeconds } = ctx.config
    const expiresAt = ctx.clock.now() + issuanceLifetimeSeconds
    const attestation = await attestationFor(ctx, issuer, issuanceLifetimeSeconds) // WI-03, WI-05
    const now = ctx.clock.now()
    const codeVerifier = createCodeVerifier(ctx.random) // WI-07
    const codeChallenge = codeChallengeOf(ctx, codeVerifier)
    const state = randomToken(ctx.random) // WI-07
    const support = { ...pidSupport, credentialType: pidType, doctype: pidDoctype }
    const clientId = attestation.thumbprint
    const request = await createRequestObject(ctx, attestation.signer, {
      clientId,
      audience: issuer,
      state,
      codeChallenge,
      authorizationDetails: [createAuthorizationDetail(format, support)],
      redirectUri,
      now,
    })
    const form = createPushedAuthorizationForm({
      client_id: clientId,
      code_challenge: codeChallenge,
      request,
      attestation: attestation.compact,
    })
    const pushed = formRequest(metadata.pushedAuthorizationRequestEndpoint, form)
    const answer = await decision.check(EXCHANGE_RULES, () => exchange(ctx, pushed, 'par'))
    if (refusesClient(answer)) await discardRefused(ctx, attestation)
    decision.that('WI-42', refusalOf(answer, WI.issuerRefused), answer.status === 201, 'request_refused', 'par')
    const { request_uri } = await decision.check(PAR_RESPONSE_RULES, () => {
      const body = readJson(answer, 'par')
      return failed(body) ? body : parsePushedAuthorizationResponse(body)
    })
    const pending = { state, issuer, redirectUri, codeVerifier, attestationThumbprint: clientId, format, expiresAt }
    const { uselessKeyTags } = await ctx.stores.issuances.begin(pending, now)
    for (const tag of uselessKeyTags) await ctx.secureKeys.deleteKey(tag)
    const authorizationUrl = createAuthorizationUrl(metadata.authorizationEndpoint, {
      client_id: clientId,
      request_uri,
    })
    return { authorizationUrl, redirectUri, state }
  })
}
