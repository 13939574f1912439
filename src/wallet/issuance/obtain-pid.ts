/**
 * Obtains a PID in two halves (it-wallet §What the service does, area B). The first half pushes the request and sends
 * the user to the PID Provider. The second half verifies the authorization response, redeems the code, and requests,
 * checks and stores the credential.
 */
import { Refusal } from '../../base/index.ts'
import { mayRetry, type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import { pauseBeforeRetry } from '../exchange.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { beginIssuance, type IssuanceWish } from './begin-issuance.ts'
import { redeemCode } from './redeem-code.ts'
import { requestCredential } from './request-credential.ts'
import { type AuthorizedIssuance, endIssuance, takeAuthorizationResponse } from './take-authorization-response.ts'

/**
 * Returns the stored PID. Runs both halves of an issuance. Runs the second half at most `attempts` times, with growing
 * pauses, while a party cannot be reached. The party's `Retry-After` can prolong a pause. After the last attempt the
 * user must log in again, because the redirect URL is not stored. An app that must continue after a restart calls
 * `beginIssuance` and `completeIssuance` instead.
 */
export async function obtainPid(ctx: WalletContext, issuer: string, wish?: IssuanceWish): Promise<HeldCredential> {
  const { authorizationUrl, redirectUri, state } = await beginIssuance(ctx, issuer, wish)
  const redirectUrl = await ctx.userAgent.authorize(authorizationUrl, redirectUri, state)
  for (let attempt = 1; attempt < ctx.config.attempts; attempt += 1) {
    try {
      return await completeIssuance(ctx, redirectUrl)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.answer.error !== WI.unreachable.error) throw thrown
      const { retryAfterSeconds }: WalletAnswer = thrown.answer
      await pauseBeforeRetry(ctx, attempt, retryAfterSeconds)
    }
  }
  return completeIssuance(ctx, redirectUrl)
}

/**
 * Completes an issuance after the browser has returned, also in an app that was closed meanwhile. After an outage or an
 * error of a port, a call with the same URL continues (D-135). That call redeems the code if the code was not sent, or
 * got a 429 (D-1137). If a grant (access token and `c_nonce`) was stored, it requests the credential, or returns the
 * PID that is already stored. If the code got another response and no grant was stored, the issuance has ended. A
 * refusal that is not an outage ends the issuance too. For a URL that belongs to no pending issuance, changes nothing
 * and rejects with a `Refusal`.
 */
export async function completeIssuance(ctx: WalletContext, redirectUrl: string): Promise<HeldCredential> {
  const authorized = await takeAuthorizationResponse(ctx, redirectUrl)
  const { issuance } = authorized
  try {
    const pid = await pidOf(ctx, authorized)
    await endIssuance(ctx, issuance)
    return pid
  } catch (thrown) {
    if (mayRetry(thrown)) ctx.stores.issuances.giveBack(issuance.state)
    else await endIssuance(ctx, issuance)
    throw thrown
  }
}

/** Returns the PID of an issuance. Returns the stored one if an earlier attempt stored it: one login gives one PID. */
async function pidOf(ctx: WalletContext, authorized: AuthorizedIssuance): Promise<HeldCredential> {
  const { grant } = authorized.issuance
  if (grant === undefined) return requestCredential(ctx, await redeemCode(ctx, authorized))
  return (await ctx.stores.credentials.ofGrant(grant)) ?? requestCredential(ctx, { ...grant, dpopNonce: undefined })
}

/**
 * Obtains and stores another PID under an access token that is still valid, with the c_nonce of the last response and a
 * new key (WI-55). Rejects with a `Refusal` if the credential is unknown or has no token, if the token or the c_nonce
 * has expired, or if `requestCredential` does.
 */
export async function renewPid(ctx: WalletContext, id: string): Promise<HeldCredential> {
  const grant = await ctx.decide('wallet/renewal', async (decision) => {
    decision.found('WI-55', WI.credentialUnknown, await ctx.stores.credentials.find(id), 'credential_unknown')
    const stored = decision.found('WI-55', WI.renewalOver, await ctx.stores.credentials.grantOf(id), 'grant_missing')
    const isRenewable = ctx.clock.now() < Math.min(stored.expiresAt, stored.cNonceExpiresAt)
    decision.that('WI-55', WI.renewalOver, isRenewable, 'grant_expired')
    return stored
  })
  return requestCredential(ctx, { ...grant, dpopNonce: undefined })
}
