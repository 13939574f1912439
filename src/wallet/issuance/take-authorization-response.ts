/**
 * The browser comes back: the URL by which the wallet was opened is judged against the issuance that it says it belongs
 * to. A response that is not ours is discarded and nothing follows from it (WI-20, WI-40, WI-41).
 */
import type { Rules } from '../../base/index.ts'
import { type AuthorizationResponseCode, verifyAuthorizationResponse } from '../../oauth/index.ts'
import { inTheirWords, type WalletAnswer, WI } from '../answers.ts'
import type { WalletContext } from '../context.ts'
import type { PendingIssuance } from '../storage/wallet-record.ts'

export const AUTHORIZATION_RESPONSE_RULES = {
  redirect_uri_mismatch: ['WI-20', WI.foreignRedirect],
  parameter_duplicated: ['GEN-09', WI.foreignRedirect],
  state_missing: ['WI-40', WI.foreignRedirect],
  state_mismatch: ['WI-40', WI.foreignRedirect],
  iss_missing: ['WI-41', WI.foreignRedirect],
  iss_mismatch: ['WI-41', WI.foreignRedirect],
  response_malformed: ['WI-42', WI.issuerFaulty],
} as const satisfies Rules<AuthorizationResponseCode, WalletAnswer>

export interface AuthorizedIssuance {
  readonly issuance: PendingIssuance
  readonly code: string
}

/** Takes the response, and with it the issuance: the same URL a second time finds nothing. */
export function takeAuthorizationResponse(ctx: WalletContext, url: string): Promise<AuthorizedIssuance> {
  return ctx.decide('wallet/authorization-response', async (decision) => {
    const state = stateOf(url)
    const found = state === undefined ? undefined : await ctx.stores.issuances.take(state)
    const issuance = decision.found('WI-40', WI.foreignRedirect, found, 'state_unknown')
    decision.that('WI-40', WI.foreignRedirect, ctx.clock.now() < issuance.expiresAt, 'state_expired')
    const response = await decision.check(AUTHORIZATION_RESPONSE_RULES, () =>
      verifyAuthorizationResponse(url, issuance),
    )
    if (response.kind === 'code') return { issuance, code: response.code }
    const said = inTheirWords(WI.issuerRefused, response.error_description ?? response.error)
    return decision.refuse(['WI-42', said], 'authorization_refused')
  })
}

/** Only to find the issuance; the response itself is judged whole afterwards. */
function stateOf(url: string): string | undefined {
  return URL.canParse(url) ? (new URL(url).searchParams.get('state') ?? undefined) : undefined
}
