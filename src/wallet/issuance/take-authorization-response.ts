/**
 * Verifies the URL with which the browser returns to the wallet against the issuance that its `state` names. A response
 * with an unknown `state` is discarded and has no effect (WI-40). A response that fails another check ends its issuance
 * (WI-20, WI-41).
 */
import { type Decision, joinRules, rows } from '../../base/index.ts'
import { type AuthorizationResponseCode, verifyAuthorizationResponse } from '../../oauth/index.ts'
import { type WalletAnswer, WI, withStatedReason } from '../answers.ts'
import { discardKey, type WalletContext } from '../context.ts'
import type { PendingIssuance } from '../storage/wallet-record.ts'

export const AUTHORIZATION_RESPONSE_RULES = joinRules<AuthorizationResponseCode>()(
  rows(WI.foreignRedirect, {
    'GEN-09': ['parameter_duplicated'],
    'WI-20': ['redirect_uri_mismatch'],
    'WI-40': ['state_missing', 'state_mismatch'],
    'WI-41': ['iss_missing', 'iss_mismatch'],
  }),
  rows(WI.issuerFaulty, { 'WI-42': ['authorization_response_malformed'] }),
)

/** Answers to error codes of RFC 6749 §4.1.2.1. For any other code, the provider has refused the issuance. */
const answersByError = new Map<string, WalletAnswer>([
  ['access_denied', WI.issuanceUnauthorized],
  ['server_error', WI.issuerUnavailable],
  ['temporarily_unavailable', WI.issuerUnavailable],
])

export interface AuthorizedIssuance {
  readonly issuance: PendingIssuance
  readonly code: string
}

/**
 * Returns the issuance and the code. Reserves the issuance: until it is given back (`giveBack`), another call with the
 * same URL finds no issuance. Rejects with a `Refusal` if no issuance is found. Rejects with a `Refusal` and ends the
 * issuance if it has expired, or if the response is not valid or contains an error.
 */
export function takeAuthorizationResponse(ctx: WalletContext, url: string): Promise<AuthorizedIssuance> {
  return ctx.decide('wallet/authorization-response', async (decision) => {
    const state = stateOf(url)
    const found = state === undefined ? undefined : await ctx.stores.issuances.take(state)
    const issuance = decision.found('WI-40', WI.foreignRedirect, found, 'state_unknown')
    try {
      return { issuance, code: await verifyResponse(ctx, decision, url, issuance) }
    } catch (thrown) {
      await endIssuance(ctx, issuance)
      throw thrown
    }
  })
}

async function verifyResponse(
  ctx: Pick<WalletContext, 'clock'>,
  decision: Decision<WalletAnswer>,
  url: string,
  issuance: PendingIssuance,
): Promise<string> {
  decision.that('WI-40', WI.issuanceEnded, ctx.clock.now() < issuance.expiresAt, 'state_expired')
  const response = await decision.check(AUTHORIZATION_RESPONSE_RULES, () => verifyAuthorizationResponse(url, issuance))
  if (response.kind === 'code') return response.code
  const answer = answersByError.get(response.error) ?? WI.issuerRefused
  const outcome = withStatedReason(answer, response.error_description ?? response.error)
  return decision.refuse(['WI-42', outcome], 'authorization_refused')
}

/**
 * Deletes an issuance. Deletes the DPoP key of its grant, too, if no stored credential needs that key. If the issuance
 * cannot be deleted now, ends its reservation and leaves it to its expiry.
 */
export async function endIssuance(ctx: WalletContext, { state }: Pick<PendingIssuance, 'state'>): Promise<void> {
  const { issuances } = ctx.stores
  const ended = await issuances.end(state).catch(() => undefined)
  if (ended === undefined) issuances.giveBack(state)
  for (const tag of ended?.deletableKeyTags ?? []) await discardKey(ctx, tag)
}

/** Returns the unverified `state` of the URL, to find the issuance. The whole response is verified afterwards. */
function stateOf(url: string): string | undefined {
  return URL.canParse(url) ? (new URL(url).searchParams.get('state') ?? undefined) : undefined
}
