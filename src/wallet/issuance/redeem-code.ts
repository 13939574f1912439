/**
 * The token request (it-wallet §Token request): redeems the code for an access token that is bound to a new DPoP key.
 * Checks the token before its use. Sends the code again only after a demand for a DPoP nonce, or after a 429 (D-1137).
 * Stores the grant at once, so that a later outage does not force the user to log in again (D-135).
 */
import { type Decision, failed, joinRules, type NumericDate, rows, timeOfArrival } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import {
  checkReceivedAccessToken,
  createClientAssertion,
  createTokenRequestForm,
  parseTokenResponse,
  type ReceivedAccessTokenCode,
  type TokenResponseCode,
} from '../../oauth/index.ts'
import { jwsParseRules, jwtTimeRules } from '../../rules/index.ts'
import { walletInstanceUrl } from '../../wallet-attestation/index.ts'
import { type WalletAnswer, WI } from '../answers.ts'
import { becomeOperational, discardRefused } from '../attestation/choose-attestation.ts'
import { discardKey, signerOf, type WalletContext } from '../context.ts'
import {
  type ExchangeCode,
  exchangeWithDpop,
  formRequest,
  type JsonAnswerCode,
  jsonRules,
  outcomeOfError,
  readJson,
  refusesClient,
  statusEvidence,
} from '../exchange.ts'
import { requireSecureEnvironment } from '../set-up/register.ts'
import type { CredentialGrant } from '../storage/wallet-record.ts'
import { requireTrustedIssuer } from './issuer.ts'
import type { AuthorizedIssuance } from './take-authorization-response.ts'

export const TOKEN_RESPONSE_RULES = joinRules<JsonAnswerCode | TokenResponseCode>()(
  jsonRules('WI-48', WI.issuerFaulty),
  rows(WI.issuerFaulty, { 'WI-48': ['token_response_malformed', 'token_type_mismatch'] }),
)

/** A lost or unreadable response ends the issuance, because its code cannot be used again. */
export const TOKEN_EXCHANGE_RULES = joinRules<ExchangeCode>()(
  rows(WI.addressForbidden, { 'FED-08': ['address_forbidden'] }),
  rows(WI.issuanceCutOff, { 'GEN-23': ['answer_unreadable'], 'GEN-27': ['unreachable'] }),
)

export const ACCESS_TOKEN_RULES = joinRules<ReceivedAccessTokenCode>()(
  jwsParseRules(WI.tokenUnusable),
  jwtTimeRules(WI.tokenUnusable),
  rows(WI.tokenUnusable, {
    'WI-09': ['iss_mismatch', 'client_id_mismatch', 'aud_mismatch'],
    'WI-49': ['jws_malformed', 'jws_unsigned', 'alg_none', 'typ_mismatch', 'expired', 'exp_missing', 'jkt_mismatch'],
    'WI-99': ['iat_missing', 'sub_missing', 'jti_malformed', 'nonce_short'],
  }),
)

/** A grant (access token and `c_nonce`), and the `DPoP-Nonce` of the token response, if any. */
export interface RedeemedGrant extends CredentialGrant {
  readonly dpopNonce: string | undefined
}

/**
 * Redeems the code, stores the grant and returns it. Uses the `redirect_uri`, the code verifier and the attested key of
 * the pushed request. Rejects with a `Refusal` if the issuer is not trusted, cannot be reached or refuses the code.
 * Also rejects if the attested key is lost or the token is not valid. Deletes the new DPoP key after any error.
 */
export function redeemCode(ctx: WalletContext, authorized: AuthorizedIssuance): Promise<RedeemedGrant> {
  return ctx.decide('wallet/token', async (decision) => {
    const { issuer, attestationThumbprint } = authorized.issuance
    const { metadata } = await requireTrustedIssuer(ctx, decision, issuer)
    const attestedKey = await requireAttestedSigner(ctx, decision, attestationThumbprint)
    const dpopKey = await ctx.secureKeys.generateKey(await requireSecureEnvironment(ctx, decision))
    try {
      const sentAt = ctx.clock.now()
      const dpopSigner = signerOf(ctx, dpopKey)
      const request = { ...authorized, url: metadata.tokenEndpoint, attestedKey, dpopSigner, sentAt }
      const { dpopNonce, ...redeemed } = await redeem(ctx, decision, request)
      const grant: CredentialGrant = { ...redeemed, dpopKeyTag: dpopKey.tag }
      const expiresAt = Math.min(grant.expiresAt, sentAt + ctx.config.issuanceLifetimeSeconds)
      await ctx.stores.issuances.keepGrant(authorized.issuance, grant, expiresAt)
      return { ...grant, dpopNonce }
    } catch (thrown) {
      await discardKey(ctx, dpopKey.tag)
      throw thrown
    }
  })
}

async function redeem(
  ctx: WalletContext,
  decision: Decision<WalletAnswer>,
  request: TokenRequestParts,
): Promise<Omit<RedeemedGrant, 'dpopKeyTag'>> {
  const { issuance, dpopSigner, sentAt } = request
  const { issuer, attestationThumbprint: clientId } = issuance
  const answer = await decision.check(TOKEN_EXCHANGE_RULES, () => requestToken(ctx, request))
  if (refusesClient(answer)) await discardRefused(ctx, { thumbprint: clientId })
  const isLimited = answer.status === 429
  if (isLimited) await ctx.stores.issuances.keepCode(issuance)
  const refused = outcomeOfError(answer, WI.issuerRefused, isLimited ? WI.unreachable : WI.issuanceCutOff)
  decision.that('WI-42', refused, answer.status === 200, 'token_refused', 'token', statusEvidence(answer, '200'))
  const token = await decision.check(TOKEN_RESPONSE_RULES, () => {
    const body = readJson(answer, 'token')
    return failed(body) ? body : parseTokenResponse(body)
  })
  const { clockSkewSeconds: skew, walletProvider } = ctx.config
  await decision.check(ACCESS_TOKEN_RULES, () =>
    checkReceivedAccessToken(token.access_token, {
      issuer,
      clientIds: [clientId, walletInstanceUrl(walletProvider, clientId)],
      jkt: dpopSigner.kid,
      skew,
      now: timeOfArrival(sentAt, ctx.clock),
    }),
  )
  return {
    issuer,
    ...(issuance.format && { format: issuance.format }),
    clientId,
    accessToken: token.access_token,
    expiresAt: sentAt + token.expires_in,
    cNonce: token.c_nonce,
    cNonceExpiresAt: sentAt + token.c_nonce_expires_in,
    dpopNonce: answer.headers.get('dpop-nonce') ?? undefined,
  }
}

interface TokenRequestParts extends AuthorizedIssuance {
  readonly url: string
  readonly attestedKey: Signer
  readonly dpopSigner: Signer
  /**
   * Time before the request. Both expiries count from it, because the time at which the response was created is
   * unknown.
   */
  readonly sentAt: NumericDate
}

function requestToken(ctx: WalletContext, { issuance, code, url, attestedKey, dpopSigner: signer }: TokenRequestParts) {
  const { issuer: audience, attestationThumbprint: clientId } = issuance
  const build = async (headers: Readonly<Record<string, string>>): Promise<Request> => {
    const now = ctx.clock.now()
    const form = createTokenRequestForm({
      client_id: clientId,
      code,
      redirect_uri: issuance.redirectUri,
      code_verifier: issuance.codeVerifier,
      client_assertion: await createClientAssertion(ctx, attestedKey, { clientId, audience, now }),
    })
    await ctx.stores.issuances.spendCode(issuance.state)
    return formRequest(url, form, headers)
  }
  return exchangeWithDpop(ctx, { signer, method: 'POST', url, build }, 'token')
}

/**
 * Returns the signer with the key of the attestation in the pushed request: no other key may redeem the code. If the
 * attestation has expired, first obtains another one if none is usable, so that the wallet is Operational (D-1139).
 * Rejects with a `Refusal` if the key is lost, or no attestation can be obtained.
 */
async function requireAttestedSigner(ctx: WalletContext, decision: Decision<WalletAnswer>, thumbprint: string) {
  const record = await ctx.stores.wallet.read()
  const held = record?.attestations.find((one) => one.thumbprint === thumbprint)
  if (held !== undefined && held.expiresAt <= ctx.clock.now()) await becomeOperational(ctx) // WI-03
  const key = held && (await ctx.secureKeys.openKey(held.keyTag))
  return signerOf(ctx, decision.found('WI-03', WI.attestationEnded, key, 'attestation_lost'))
}
