/**
 * The user's pages at the sandbox's SAML identity provider: the login, the consent, and the form that posts the
 * response to the service provider. The user can cancel login and consent. Each page is one form at `/login/<id>`,
 * bound to the browser by a cookie.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRecent, type Recent } from '../../../base/index.ts'
import { fiscalNumberClaim } from '../../../pid-provider/login/national-attributes.ts'
import type { LevelOfAssurance } from '../../../pid-provider/login/national-identity-provider.ts'
import { language, levelFor, type PageExchange, readForm, sendPage } from '../interaction.ts'
import { renderAnswerPage, renderConsentPage, renderLoginPage, renderMessagePage } from '../pages.ts'
import { attributesOf, type SamlAccount } from './accounts.ts'
import type { AuthnRequest, SamlifyProvider } from './samlify-provider.ts'

interface Session {
  readonly request: AuthnRequest
  readonly cookie: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly expiresAt: number
  attempts: number
  authenticated?: { readonly account: SamlAccount; readonly level: LevelOfAssurance }
}

export interface SamlInteractionContext {
  readonly provider: SamlifyProvider
  readonly accounts: readonly SamlAccount[]
  readonly sessions: Map<string, Session>
  /** Completed sessions. Submitting a form again returns the same response. */
  readonly answered: Recent<AnsweredSession>
}

interface AnsweredSession extends Session {
  readonly samlResponse: string
}

const cookieName = 'national-idp-login'
const lifetimeMilliseconds = 600_000
const maximumAttempts = 3
/** National SAML errors (`ErrorCode nr22`). */
const errors = { consentRefused: '22', cancelled: '25', tooManyWrongPasswords: '19' } as const
/** Maximum number of completed sessions. Each takes a few kilobytes. */
const maximumAnswers = 500

/** Creates in-memory session stores. Keeps at most 500 completed sessions. */
export const createSamlSessions = (): Pick<SamlInteractionContext, 'sessions' | 'answered'> => ({
  sessions: new Map(),
  answered: createRecent(maximumAnswers),
})

/**
 * Reads an AuthnRequest and redirects the browser to the login page. Sends a message page if the request is refused.
 */
export async function receiveRequest(
  { provider, sessions }: SamlInteractionContext,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const received = await provider.readRequest(query)
  if ('message' in received) return sendMessage(request, response, received)
  const now = Date.now()
  for (const [id, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(id)
  const [id, cookie] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  sessions.set(id, { request: received, cookie, expiresAt: now + lifetimeMilliseconds, attempts: 0 })
  response.writeHead(303, {
    location: `/login/${id}`,
    'set-cookie': `${cookieName}=${cookie}; Path=/login/${id}; HttpOnly; SameSite=Lax`,
    'cache-control': 'no-store',
  })
  response.end()
}

/**
 * Serves a request to `/login/<id>`: the login, the consent, or the page with the response. Sends the same response
 * again for a completed session. Sends a message page for an unknown or expired session, and to any other browser.
 */
export async function serveLogin(
  ctx: SamlInteractionContext,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answered = ctx.answered.get(id)
  const session = answered ?? ctx.sessions.get(id)
  const cookies = (request.headers.cookie ?? '').split('; ')
  if (!session || session.expiresAt <= Date.now() || !cookies.includes(`${cookieName}=${session.cookie}`))
    return sendMessage(request, response, { message: 'expired', status: 400 })
  const form = request.method === 'POST' ? await readForm(request) : undefined
  const sendAnswer = (samlResponse: string): Promise<void> => {
    ctx.sessions.delete(id)
    ctx.answered.set(id, { ...session, samlResponse })
    const { callbackUrl, relayState } = session.request
    const fields = { SAMLResponse: samlResponse, RelayState: relayState }
    return sendPage(response, renderAnswerPage(language(request), callbackUrl, fields))
  }
  if (answered) return sendAnswer(answered.samlResponse)
  const refuse = (anomaly: string): Promise<void> => sendAnswer(ctx.provider.refuse(session.request, anomaly))
  if (form?.get('action') === 'cancel') return refuse(session.authenticated ? errors.consentRefused : errors.cancelled)
  if (session.authenticated === undefined) return logIn(ctx, session, { form, request, response, refuse })
  const { account, level } = session.authenticated
  // A login form that is submitted again is not a consent.
  if (form?.get('action') !== 'consent') return sendConsent(session, account, request, response)
  return sendAnswer(await ctx.provider.answer(session.request, { level, attributes: attributesOf(account) }))
}

interface Exchange extends PageExchange {
  readonly refuse: (anomaly: string) => Promise<void>
}

async function logIn(
  { accounts }: SamlInteractionContext,
  session: Session,
  { form, request, response, refuse }: Exchange,
): Promise<void> {
  const username = form?.get('username') ?? ''
  const account = accounts.find((candidate) => candidate.username === username)
  const level = account && levelFor(account, form?.get('level'))
  if (form !== undefined) session.attempts += 1
  if (account === undefined || level === undefined || form?.get('password') !== account.password) {
    if (session.attempts >= maximumAttempts) return refuse(errors.tooManyWrongPasswords)
    const clientName = session.request.names[language(request)]
    const page = { clientName, username, wrong: form !== undefined }
    return sendPage(response, renderLoginPage(language(request), page), form === undefined ? 200 : 403)
  }
  if (account.anomaly !== undefined) return refuse(account.anomaly)
  if (account.error !== undefined)
    return sendMessage(request, response, { message: 'fault', status: 503, detail: 'ErrorCode nr02' })
  session.authenticated = { account, level }
  return sendConsent(session, account, request, response)
}

const releasedClaims = ['given_name', 'family_name', 'birthdate', 'place_of_birth', fiscalNumberClaim]

const sendConsent = (
  session: Session,
  { claims }: SamlAccount,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const shown = Object.fromEntries(Object.entries(claims).filter(([name]) => releasedClaims.includes(name)))
  const clientName = session.request.names[language(request)]
  return sendPage(response, renderConsentPage(language(request), { clientName, claims: shown }))
}

interface Message {
  readonly message: Parameters<typeof renderMessagePage>[1]
  readonly status: number
  /** Machine-readable error. */
  readonly detail?: string
}

/** Sends a page that contains only a message. */
export const sendMessage = (
  request: IncomingMessage,
  response: ServerResponse,
  { message, status, detail = '' }: Message,
): Promise<void> =>
  sendPage(response, renderMessagePage(request.headers['accept-language'] ?? '', message, detail), status)
