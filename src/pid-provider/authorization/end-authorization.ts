/**
 * The end of an authorization without a code. The wallet gets the error by a redirect (PP-57, PP-58). If the browser
 * has a session, the `request_uri` is spent first, so that the wallet gets only one result. An error that must not be
 * redirected, for example because the wallet is unknown, is thrown again and becomes an error page.
 */
import { type Claim, Refusal, traceOfFault, Unavailable } from '../../base/index.ts'
import { describeBriefly, describeRefusal } from '../../http/index.ts'
import { type AuthorizationError, createAuthorizationErrorResponse } from '../../oauth/index.ts'
import type { PpAnswer } from '../answers.ts'
import { maximumAuthorizationSeconds } from '../config.ts'
import type { PidProviderServices } from '../context.ts'
import type { AuthorizationSession, PushedRequest } from '../token/grant.ts'
import type { Ending, Explanation } from './ending.ts'

/**
 * Returns the single-use claim of a `request_uri`. The claim lasts as long as any session that began with this
 * `request_uri` can exist.
 */
export const requestUriClaim = ({ request, expiresAt }: AuthorizationSession): Claim<'request_uri'> => ({
  name: 'request_uri',
  value: request.requestUri,
  expiresAt: Math.max(expiresAt, request.expiresAt) + maximumAuthorizationSeconds,
})

/**
 * Returns the error redirect to the wallet for a thrown error. Throws the error again if it must not be redirected.
 * Passes an error that is not a `Refusal` to `onFault`.
 */
export function errorRedirect(
  ctx: Pick<PidProviderServices, 'config' | 'onFault'>,
  request: PushedRequest | undefined,
  thrown: unknown,
  surface: string,
): Ending {
  const walletError = request && walletErrorOf(thrown)
  if (request === undefined || walletError === undefined) throw thrown
  if (!(thrown instanceof Refusal)) ctx.onFault(thrown, surface)
  const location = createAuthorizationErrorResponse(request.redirectUri, {
    error: walletError.error, // PP-58
    error_description: walletError.description,
    state: request.state,
    iss: ctx.config.entityId,
  })
  const trace = thrown instanceof Refusal ? thrown.trace : (traceOfFault(thrown) ?? '')
  return {
    kind: 'ended',
    location,
    trace,
    ...(walletError.explain === undefined ? {} : { explain: walletError.explain }),
  }
}

/**
 * Ends the session and returns the error redirect to the wallet. `createRecord` creates a record that replaces the
 * session, so that the same message sent again gets the same result (D-228, D-413). Rejects with the error if there is
 * no session, if the session cannot be ended or has been logged in, or if the error must not be redirected.
 */
export async function endSession(
  ctx: Pick<PidProviderServices, 'clock' | 'config' | 'onFault' | 'stores'>,
  session: AuthorizationSession | undefined,
  thrown: unknown,
  surface: string,
  createRecord?: (ended: Ending) => AuthorizationSession,
): Promise<Ending> {
  const ending = errorRedirect(ctx, session?.request, thrown, surface)
  if (session === undefined) throw thrown
  const { id, request } = session
  const claims = [requestUriClaim(session)]
  const refused = createRecord?.(ending)
  const sessions = ctx.stores.authorizationSessions
  const outcome = await sessions.end({ id, requestUri: request.requestUri, claims, refused })
  if (outcome === 'ended') return ending
  const stored = refused && (await sessions.find(refused.id, ctx.clock.now()))
  // If the stored session has a login, the same answer was already accepted. A reload leads to the consent (D-286).
  if (stored && stored.login === undefined) return ending
  throw thrown
}

interface WalletError {
  readonly error: AuthorizationError
  readonly description: string
  readonly explain?: Explanation
}

function walletErrorOf(thrown: unknown): WalletError | undefined {
  if (thrown instanceof Unavailable)
    return { error: 'temporarily_unavailable', description: 'A service that this request needs cannot be reached.' }
  if (!(thrown instanceof Refusal))
    return { error: 'server_error', description: 'The request could not be carried out.' }
  const answer = thrown.answer as PpAnswer
  const { toWallet, explained } = answer
  if (toWallet === undefined) return undefined
  const explain = explained && { code: thrown.code, answer, description: describeRefusal(thrown) }
  return { error: toWallet, description: describeBriefly(thrown), ...(explain && { explain }) }
}
