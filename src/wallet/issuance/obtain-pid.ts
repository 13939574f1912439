/**
 * A PID from beginning to end (it-wallet §What the service does, area B): push the request, send the user to the PID
 * Provider, take the response, redeem the code, request the credential, check it, store it.
 */
import { Refusal } from '../../base/index.ts'
import { canBeRepeated, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import type { HeldCredential } from '../storage/wallet-record.ts'
import { beginIssuance, type IssuanceWish } from './begin-issuance.ts'
import { redeemCode } from './redeem-code.ts'
import { requestCredential } from './request-credential.ts'
import { type AuthorizedIssuance, endIssuance, takeAuthorizationResponse } from './take-authorization-response.ts'

/**
 * Both halves. While the second finds a party out of reach it is repeated, as often as `attempts` says and after a pause
 * that grows. Who is still refused has to log in again: the URL is known here alone. An app that wants to go on later takes
 * the halves one by one.
 */
export async function obtainPid(ctx: WalletContext, issuer: string, wish?: IssuanceWish): Promise<HeldCredential> {
  const { authorizationUrl, redirectUri, state } = await beginIssuance(ctx, issuer, wish)
  const opened = await ctx.userAgent.authorize(authorizationUrl, redirectUri, state)
  const { attempts, firstPauseSeconds } = ctx.config
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    try {
      return await completeIssuance(ctx, opened)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.answer.error !== WI.unreachable.error) throw thrown
    }
    await ctx.pause(firstPauseSeconds * 2 ** (attempt - 1))
  }
  return completeIssuance(ctx, opened)
}

/**
 * The second half: for an app that was closed while the user was in the browser. When it fails by an outage or a fault, the
 * same URL goes on where it stopped: before the code was sent, at the credential request, or with the PID that is stored
 * already (D-135).
 */
export async function completeIssuance(ctx: WalletContext, redirectUrl: string): Promise<HeldCredential> {
  const authorized = await takeAuthorizationResponse(ctx, redirectUrl)
  const { issuance } = authorized
  try {
    const pid = await pidOf(ctx, authorized)
    // What cannot be ended now ends by its time: the PID is there.
    await endIssuance(ctx, issuance).catch(() => ctx.stores.issuances.giveBack(issuance.state))
    return pid
  } catch (thrown) {
    if (canBeRepeated(thrown)) ctx.stores.issuances.giveBack(issuance.state)
    else await endIssuance(ctx, issuance)
    throw thrown
  }
}

/** One PID per login: where it was stored and its issuance could not be ended, no second one is asked for. */
async function pidOf(ctx: WalletContext, authorized: AuthorizedIssuance): Promise<HeldCredential> {
  const { grant } = authorized.issuance
  if (grant === undefined) return requestCredential(ctx, await redeemCode(ctx, authorized))
  return (await ctx.stores.credentials.ofGrant(grant)) ?? requestCredential(ctx, { ...grant, dpopNonce: undefined })
}

/** A further PID under the living access token, with the c_nonce of the last response and a key of its own (WI-55). */
export async function renewPid(ctx: WalletContext, id: string): Promise<HeldCredential> {
  const grant = await ctx.decide('wallet/renewal', async (decision) => {
    decision.found('WI-55', WI.credentialUnknown, await ctx.stores.credentials.find(id), 'credential_unknown')
    const found = decision.found('WI-55', WI.renewalOver, await ctx.stores.credentials.grantOf(id), 'grant_missing')
    const living = ctx.clock.now() < Math.min(found.expiresAt, found.cNonceExpiresAt)
    decision.that('WI-55', WI.renewalOver, living, 'grant_expired')
    return found
  })
  return requestCredential(ctx, { ...grant, dpopNonce: undefined })
}
