/**
 * Asks the person, and does what they say: a code for the wallet, or `access_denied` (it-wallet §Requirements, PID
 * Provider: consent). Both happen in the browser session that logged in, and only from our own page.
 */
import { type Decision, equalTexts, type NumericDate, randomToken } from '../base/index.ts'
import type { Parameters } from '../http/index.ts'
import { createAuthorizationResponse } from '../oauth/index.ts'
import { PP, type PpAnswer } from './answers.ts'
import type { PidProviderServices } from './context.ts'
import { type Ending, endSession, requestUriClaim } from './end-authorization.ts'
import type { AuthorizationSession, UserLogin } from './grant.ts'
import { type PidClaims, pairwiseSubject } from './pid-claims.ts'

type ConsentContext = Pick<
  PidProviderServices,
  'decide' | 'clock' | 'random' | 'crypto' | 'config' | 'personSecret' | 'stores' | 'onFault'
>

/** What the person sees: what will be issued, and to whom (PP-14). */
export interface ConsentView {
  readonly claims: PidClaims
  readonly walletProvider: string
  /** Goes into the form, and comes back with the answer. */
  readonly consentToken: string
}

export function showConsent(ctx: ConsentContext, sessionId: string | undefined): Promise<ConsentView> {
  return ctx.decide('pid-provider/consent', async (decision) => {
    const { session, login } = await requireLogin(ctx, decision, sessionId, ctx.clock.now())
    const { walletProvider, walletProviderName = walletProvider } = session.request
    return { claims: login.claims, walletProvider: walletProviderName, consentToken: session.consentToken }
  })
}

export interface ConsentAnswer {
  readonly sessionId: string | undefined
  readonly form: Parameters
}

export async function decideConsent(ctx: ConsentContext, { sessionId, form }: ConsentAnswer): Promise<Ending> {
  let open: AuthorizationSession | undefined
  try {
    return await ctx.decide('pid-provider/consent', async (decision) => {
      const now = ctx.clock.now()
      const { session, login } = await requireLogin(ctx, decision, sessionId, now)
      const token = form.get('consent_token') ?? ''
      decision.that('PP-59', PP.consentForged, equalTexts(ctx, token, session.consentToken), 'consent_token_mismatch')
      const answer = form.get('decision')
      const isAnswer = answer === 'accept' || answer === 'refuse'
      decision.that('PP-14', PP.consentMalformed, isAnswer, 'consent_malformed', 'form.decision')
      open = session
      decision.that('PP-14', PP.consentRefused, answer === 'accept', 'consent_refused')
      const code = await grantCode(ctx, decision, session, login, now)
      const { redirectUri, state } = session.request
      return {
        kind: 'ended',
        location: createAuthorizationResponse(redirectUri, { code, state, iss: ctx.config.entityId }),
      } as const // PP-15
    })
  } catch (thrown) {
    return endSession(ctx, open, thrown, 'pid-provider/consent')
  }
}

async function requireLogin(
  ctx: ConsentContext,
  decision: Decision<PpAnswer>,
  sessionId: string | undefined,
  now: NumericDate,
): Promise<{ readonly session: AuthorizationSession; readonly login: UserLogin }> {
  const found = await ctx.stores.authorizationSessions.find(sessionId ?? '', now)
  const session = decision.found('PP-60', PP.noSession, found, 'session_unknown')
  const login = decision.found('PP-60', PP.noSession, session.login, 'login_missing')
  return { session, login }
}

/** Spends the `request_uri` and keeps the grant, in one store call. */
async function grantCode(
  ctx: ConsentContext,
  decision: Decision<PpAnswer>,
  session: AuthorizationSession,
  login: UserLogin,
  now: NumericDate,
): Promise<string> {
  const { id, request } = session
  const code = randomToken(ctx.random) // PP-15
  const outcome = await ctx.stores.authorizationSessions.end({
    id,
    requestUri: request.requestUri,
    claims: [requestUriClaim(session)],
    grant: {
      code,
      codeExpiresAt: now + ctx.config.codeLifetimeSeconds, // PP-69
      request,
      login,
      subject: pairwiseSubject(ctx, login.claims, request.clientId), // PP-86
    },
  })
  decision.that('PP-60', PP.noSession, outcome !== 'gone', 'session_unknown')
  decision.that('PP-11', PP.requestGone, outcome === 'ended', 'request_uri_used')
  return code
}
