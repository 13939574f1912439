/**
 * The first half of an issuance (it-wallet §What the service does, area B): verifies the PID Provider, pushes the
 * authorization request (RFC 9126) and returns a URL for the browser. Each push has a new `state` and code verifier
 * (WI-07).
 */
import { type Decision, failed, joinRules, randomToken, rows } from '../../base/index.ts'
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
import { type WalletAnswer, WI } from '../answers.ts'
import { sendWithAttestation, type UsableAttestation } from '../attestation/choose-attestation.ts'
import { discardKey, type WalletContext } from '../context.ts'
import {
  EXCHANGE_RULES,
  exchange,
  formRequest,
  type JsonAnswerCode,
  jsonRules,
  outcomeOfError,
  type ReceivedAnswer,
  readJson,
  statusEvidence,
} from '../exchange.ts'
import { findMovedIssuer, requireTrustedIssuer, type TrustedIssuer } from './issuer.ts'

export const PAR_RESPONSE_RULES = joinRules<JsonAnswerCode | PushedAuthorizationResponseCode>()(
  jsonRules('WI-39', WI.issuerFaulty),
  rows(WI.issuerFaulty, { 'WI-39': ['par_response_malformed'] }),
)

/** An issuance that continues when the browser returns. */
export interface BegunIssuance {
  /** URL to open in the browser. */
  readonly authorizationUrl: string
  /** URL to which the browser returns. */
  readonly redirectUri: string
  readonly state: string
}

/** The app's options for the requested credential. */
export interface IssuanceWish {
  /** Defaults to `vc+sd-jwt`. */
  readonly format?: CredentialFormat
}

/**
 * Pushes the request and stores the issuance. Returns the URL to open, the redirect URI, and the `state` that the
 * response must contain. Rejects with a `Refusal` if no Wallet Attestation can be obtained, or if the issuer is not
 * trusted, cannot be reached, or refuses the request. Deletes expired issuances and their keys.
 */
export function beginIssuance(
  ctx: WalletContext,
  issuer: string,
  { format = formatSdJwt }: IssuanceWish = {},
): Promise<BegunIssuance> {
  return ctx.decide('wallet/pushed-authorization-request', async (decision) => {
    const evaluatedIssuer = await requireTrustedIssuer(ctx, decision, issuer)
    const { redirectUri, issuanceLifetimeSeconds } = ctx.config
    const expiresAt = ctx.clock.now() + issuanceLifetimeSeconds
    const use = { party: issuer, flowSeconds: issuanceLifetimeSeconds }
    const { answer, attestation, trusted, state, codeVerifier } = await sendWithAttestation(ctx, use, (shown) =>
      pushToCurrentEndpoint(ctx, decision, { issuer: evaluatedIssuer, attestation: shown, format }),
    )
    const outcome = outcomeOfError(answer, WI.issuerRefused)
    const isPushed = answer.status === 201
    decision.that('WI-42', outcome, isPushed, 'request_refused', 'par', statusEvidence(answer, '201'))
    const { request_uri } = await decision.check(PAR_RESPONSE_RULES, () => {
      const body = readJson(answer, 'par')
      return failed(body) ? body : parsePushedAuthorizationResponse(body)
    })
    const clientId = attestation.thumbprint
    const pending = { state, issuer, redirectUri, codeVerifier, attestationThumbprint: clientId, format, expiresAt }
    const { deletableKeyTags } = await ctx.stores.issuances.begin(pending, ctx.clock.now())
    for (const tag of deletableKeyTags) await discardKey(ctx, tag)
    const authorizationUrl = createAuthorizationUrl(trusted.metadata.authorizationEndpoint, {
      client_id: clientId,
      request_uri,
    })
    return { authorizationUrl, redirectUri, state }
  })
}

const freshSecrets = ({ random }: Pick<WalletContext, 'random'>) => ({
  codeVerifier: createCodeVerifier(random),
  state: randomToken(random),
})

interface PushedRequestParts {
  readonly issuer: TrustedIssuer
  readonly attestation: UsableAttestation
  readonly secrets: ReturnType<typeof freshSecrets>
  readonly format: CredentialFormat
}

/**
 * Returns true for a status that means that the endpoint does not accept pushed requests (RFC 9110 §15.5.5, §15.5.6,
 * §15.5.11).
 */
const isGone = ({ status }: ReceivedAnswer): boolean => [404, 405, 410].includes(status)

/**
 * Pushes the request. Pushes it once more, with new secrets, if the endpoint is gone and the issuer's metadata now name
 * another endpoint (D-391).
 */
async function pushToCurrentEndpoint(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  parts: Omit<PushedRequestParts, 'secrets'>,
) {
  const pushTo = async (trusted: TrustedIssuer) => {
    const secrets = freshSecrets(ctx) // WI-07
    return { ...secrets, trusted, answer: await push(ctx, decision, { ...parts, issuer: trusted, secrets }) }
  }
  const first = await pushTo(parts.issuer)
  const moved = isGone(first.answer) ? await findMovedIssuer(ctx, decision, parts.issuer) : undefined
  return moved === undefined ? first : pushTo(moved)
}

async function push(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  { issuer: { entity, metadata }, attestation, secrets, format }: PushedRequestParts,
): Promise<ReceivedAnswer> {
  const { redirectUri } = ctx.config
  const codeChallenge = codeChallengeOf(ctx, secrets.codeVerifier)
  const clientId = attestation.thumbprint
  const request = await createRequestObject(ctx, attestation.signer, {
    clientId,
    audience: entity.entityId,
    state: secrets.state,
    codeChallenge,
    authorizationDetails: [createAuthorizationDetail(format, ctx.types[0])],
    redirectUri,
    now: ctx.clock.now(),
  })
  const form = createPushedAuthorizationForm({
    client_id: clientId,
    code_challenge: codeChallenge,
    request,
    attestation: attestation.compact,
  })
  const pushed = formRequest(metadata.pushedAuthorizationRequestEndpoint, form)
  return decision.check(EXCHANGE_RULES, () => exchange(ctx, pushed, 'par'))
}
