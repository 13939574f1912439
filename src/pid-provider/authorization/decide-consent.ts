/**
 * Shows the consent page and acts on the person's answer: a code for the wallet, or `access_denied` (it-wallet
 * §Requirements, PID Provider: consent). Accepts an answer only in the browser session that logged in, and only from
 * this provider's page.
 */
import { type Decision, encodeBase64url, encodeUtf8, equalTexts, type NumericDate } from '../../base/index.ts'
import type { CredentialType } from '../../credential/index.ts'
import type { PageLanguage, Parameters } from '../../http/index.ts'
import { createAuthorizationResponse } from '../../oauth/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import { type PidClaims, subjectsOf } from '../issuance/pid-claims.ts'
import type { AuthorizationSession, Grant, UserLogin } from '../token/grant.ts'
import { endSession, requestUriClaim } from './end-authorization.ts'
import type { Ending } from './ending.ts'
import { redirectDestination } from './redirect-destination.ts'

type ConsentContext = Pick<
  PidProviderServices,
  'decide' | 'clock' | 'crypto' | 'config' | 'type' | 'personSecret' | 'stores' | 'onFault'
>

/** Contents of the consent page: the claims to issue and their recipient (PP-14). */
export interface ConsentView {
  readonly type: CredentialType
  readonly claims: PidClaims
  readonly walletProviderName: string
  /** Host or scheme to which the browser is redirected with the code (PP-156). */
  readonly destination: string
  /** Hidden field of the form. The answer must repeat it. */
  readonly consentToken: string
  /** Language that the wallet requested. If `undefined`, the page has the browser's language. */
  readonly language: PageLanguage | undefined
  /** End of the session. */
  readonly until: NumericDate
}

/**
 * Returns the contents of the page and the token that its form must repeat (PP-59). Changes nothing. Rejects with a
 * `Refusal` if the browser has no session, or no session with a login.
 */
export function showConsent(ctx: ConsentContext, sessionIds: readonly string[]): Promise<ConsentView> {
  return ctx.decide('pid-provider/consent', async (decision) => {
    const newest = await findNewestSession(ctx, sessionIds)
    const session = decision.found('PP-60', PP.noSession, newest, 'session_unknown')
    const { claims } = requireLogin(decision, session)
    const { walletProvider, walletProviderName = walletProvider, redirectUri, language } = session.request
    return {
      type: ctx.type,
      claims,
      walletProviderName,
      destination: redirectDestination(redirectUri),
      consentToken: session.consentToken,
      language,
      until: session.expiresAt,
    }
  })
}

/** Returns the browser's newest session that has a login, otherwise its newest session. */
async function findNewestSession(
  { stores, clock }: ConsentContext,
  sessionIds: readonly string[],
): Promise<AuthorizationSession | undefined> {
  let newest: AuthorizationSession | undefined
  for (const id of sessionIds.toReversed()) {
    const session = await stores.authorizationSessions.find(id, clock.now())
    if (session?.login) return session
    newest ??= session
  }
  return newest
}

interface ConsentAnswer {
  /** Session ids in the cookie, one for each tab. */
  readonly sessionIds: readonly string[]
  readonly form: Parameters
}

/**
 * Returns the redirect to the wallet with a code, with `access_denied` if the person refused, or with another error if
 * the answer could not be carried out. The same answer sent again gets the same result until the code is redeemed or
 * expires (D-228). Rejects with a `Refusal` for an answer without an open session. Also rejects for a forged or
 * malformed answer, and leaves the session open.
 */
export async function decideConsent(ctx: ConsentContext, { sessionIds, form }: ConsentAnswer): Promise<DecidedConsent> {
  const now = ctx.clock.now()
  const token = form.get('consent_token') ?? ''
  const answer = form.get('decision')
  let sessionId: string | undefined
  let handle = ''
  let openSession: AuthorizationSession | undefined
  try {
    const ending = await ctx.decide('pid-provider/consent', async (decision) => {
      const formSession = await findSessionOfForm(ctx, sessionIds, { token, answer }, now)
      const { session: liveSession, record } = formSession
      sessionId = formSession.sessionId
      handle = formSession.handle
      const session = decision.found('PP-60', PP.noSession, record, 'session_unknown')
      if ('code' in session) return redirectWithCode(ctx, session)
      if (session !== liveSession) {
        openSession = session
        decision.refuse(['PP-14', PP.consentRefused], 'consent_refused')
      }
      const login = requireLogin(decision, session)
      const isOwnForm = equalTexts(ctx, token, session.consentToken)
      decision.that('PP-59', PP.consentForged, isOwnForm, 'consent_token_mismatch', 'form.consent_token')
      const isAnswer = answer === 'accept' || answer === 'refuse'
      decision.that('PP-14', PP.consentMalformed, isAnswer, 'consent_malformed', 'form.decision')
      openSession = session
      decision.that('PP-14', PP.consentRefused, answer === 'accept', 'consent_refused')
      const { request } = session
      const grant: Grant = {
        code: handle, // PP-15
        codeExpiresAt: now + ctx.config.codeLifetimeSeconds, // PP-69
        request,
        login,
        subject: subjectsOf(ctx, login, request.clientId).pairwise, // PP-86
      }
      await storeGrant(ctx, decision, session, grant)
      return redirectWithCode(ctx, grant)
    })
    return { ending, sessionId }
  } catch (thrown) {
    const changes = { id: handle, expiresAt: now + ctx.config.codeLifetimeSeconds }
    const refused = openSession && answer === 'refuse' ? createRefusalRecord(openSession, changes) : undefined
    const ending = await endSession(ctx, openSession, thrown, 'pid-provider/consent', refused && (() => refused))
    return { ending, sessionId }
  }
}

/** The redirect to the wallet, and the ended session's id in the cookie. */
interface DecidedConsent {
  readonly ending: Ending
  readonly sessionId: string | undefined
}

interface SessionOfForm {
  readonly sessionId?: string
  /** Handle under which the result of this answer is stored. */
  readonly handle: string
  /** The session, if it has not ended. */
  readonly session?: AuthorizationSession
  /** The session, or the stored result of the same answer. */
  readonly record?: Grant | AuthorizationSession
}

/**
 * Returns the session of this browser whose form was sent, or the stored result of the same answer. If there is
 * neither, returns the newest session, although its token does not match.
 */
async function findSessionOfForm(
  ctx: ConsentContext,
  sessionIds: readonly string[],
  { token, answer }: { readonly token: string; readonly answer: string | undefined },
  now: NumericDate,
): Promise<SessionOfForm> {
  let newest: SessionOfForm = { handle: '' }
  for (const sessionId of sessionIds) {
    const handle = handleOfAnswer(ctx, sessionId, token, answer)
    const session = await ctx.stores.authorizationSessions.find(sessionId, now)
    const record = session ?? (await findEarlierResult(ctx, handle, now))
    if (record === undefined) continue
    newest = { sessionId, handle, record, ...(session && { session }) }
    if (session === undefined || equalTexts(ctx, token, session.consentToken)) break
  }
  return newest
}

/**
 * Returns the handle of an answer's result, a code or a refusal. Only a repetition of the same answer computes the same
 * handle (D-228): it is an HMAC under the 256-bit session id, which is never stored in clear.
 */
const handleOfAnswer = (
  { crypto }: Pick<ConsentContext, 'crypto'>,
  sessionId: string,
  consentToken: string,
  answer: string | undefined,
): string => encodeBase64url(crypto.hmac(encodeUtf8(sessionId), JSON.stringify([answer, consentToken])))

/** Returns the grant or the refusal of an identical earlier answer, after a double click or a lost response. */
const findEarlierResult = async (
  ctx: ConsentContext,
  handle: string,
  now: NumericDate,
): Promise<Grant | AuthorizationSession | undefined> =>
  (await unspentGrant(ctx, handle, now)) ?? ctx.stores.authorizationSessions.find(handle, now)

async function unspentGrant({ stores }: ConsentContext, code: string, now: NumericDate): Promise<Grant | undefined> {
  const grant = await stores.grants.findByCode(code)
  return grant && grant.token === undefined && now < grant.codeExpiresAt ? grant : undefined
}

/** Creates the record of a refusal: the session without its login, under another id. */
const createRefusalRecord = (
  { login, ...session }: AuthorizationSession,
  changes: Pick<AuthorizationSession, 'id' | 'expiresAt'>,
): AuthorizationSession => ({ ...session, ...changes })

const requireLogin = (decision: Decision<PpAnswer>, { login }: AuthorizationSession): UserLogin =>
  decision.found('PP-60', PP.noSession, login, 'login_missing')

/** Spends the `request_uri` and stores the grant. Accepts the same grant of an identical concurrent answer. */
async function storeGrant(
  ctx: ConsentContext,
  decision: Decision<PpAnswer>,
  session: AuthorizationSession,
  grant: Grant,
): Promise<void> {
  const outcome = await ctx.stores.authorizationSessions.end({
    id: session.id,
    requestUri: session.request.requestUri,
    claims: [requestUriClaim(session)],
    grant,
  })
  if (outcome !== 'ended' && (await unspentGrant(ctx, grant.code, ctx.clock.now()))) return
  decision.that('PP-60', PP.noSession, outcome !== 'gone', 'session_unknown')
  decision.that('PP-11', PP.requestGone, outcome === 'ended', 'request_uri_used', 'request_uri')
}

const redirectWithCode = ({ config }: ConsentContext, { code, request: { redirectUri, state } }: Grant): Ending => ({
  kind: 'ended',
  location: createAuthorizationResponse(redirectUri, { code, state, iss: config.entityId }), // PP-15
})
