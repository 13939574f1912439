/**
 * The user's pages at the sandbox's OpenID Provider: the login, then the consent. The user can cancel on either page.
 * Each page is one form at `/interaction/<id>`, bound to the browser by the provider's own cookie. The SAML identity
 * provider uses the functions for forms, levels and answers too.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Interaction, Provider } from 'oidc-provider'
import { failed } from '../../base/index.ts'
import {
  type Html,
  type HttpResponse,
  type Language,
  parseParameters,
  preferredLanguage,
  redirect,
  respondPage,
  toolLanguage,
} from '../../http/index.ts'
import { type LevelOfAssurance, levelsOfAssurance } from '../../pid-provider/login/national-identity-provider.ts'
import { type SandboxAccount, scopeClaims } from './accounts.ts'
import { type EndedInteractions, storedRedirect } from './ended-interactions.ts'
import { renderConsentPage, renderLoginPage, renderMessagePage } from './pages.ts'

type Form = ReadonlyMap<string, string>

export interface InteractionContext {
  readonly provider: Provider
  readonly accounts: readonly SandboxAccount[]
  readonly ended: EndedInteractions
}

/** Maximum length of a submitted form in characters. */
const bodyLimit = 8192
const levelsInOrder: readonly LevelOfAssurance[] = ['low', 'substantial', 'high']

/**
 * Serves one request to an interaction page. If the browser repeats the last request of an interaction, repeats the
 * redirect.
 */
export async function serveInteraction(
  ctx: InteractionContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let interaction: Interaction
  try {
    interaction = await ctx.provider.interactionDetails(request, response)
  } catch {
    const location = storedRedirect(ctx, request, response)
    if (location !== undefined) return sendAnswer(response, redirect(location, {}, 303))
    return sendPage(response, renderMessagePage(request.headers['accept-language'] ?? '', 'expired'), 400)
  }
  const form = request.method === 'POST' ? await readForm(request) : undefined
  if (form?.get('action') === 'cancel') return finish(ctx, request, response, denied(interaction))
  if (interaction.prompt.name === 'login') return login(ctx, interaction, { form, request, response })
  return consent(ctx, interaction, { form, request, response })
}

const denied = ({ prompt }: Interaction) => ({
  error: 'access_denied',
  error_description: prompt.name === 'login' ? 'the user cancelled the login' : 'the user refused consent',
})

/** A request to a page, with its submitted form, and its response. */
export interface PageExchange {
  readonly form: Form | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function login(
  ctx: InteractionContext,
  interaction: Interaction,
  { form, request, response }: PageExchange,
): Promise<void> {
  const username = form?.get('username') ?? ''
  const account = ctx.accounts.find((candidate) => candidate.username === username)
  const level = account && levelFor(account, form?.get('level'))
  if (account === undefined || level === undefined || form?.get('password') !== account.password) {
    const clientName = await clientNameOf(ctx, interaction, language(request))
    const page = { clientName, username, wrong: form !== undefined }
    return sendPage(response, renderLoginPage(language(request), page), form === undefined ? 200 : 403)
  }
  if (account.error !== undefined)
    return finish(ctx, request, response, { error: account.error, error_description: 'this account always fails' })
  await endSessionOfOther(ctx, interaction, username, { request, response })
  const acr = Object.keys(levelsOfAssurance).find((name) => levelsOfAssurance[name] === level)
  return finish(ctx, request, response, { login: { accountId: username, acr, remember: false } })
}

/**
 * Ends the browser's session if it belongs to another user. The library would end it with a page of its own, which is
 * in English and needs script.
 */
async function endSessionOfOther(
  { provider }: InteractionContext,
  interaction: Interaction,
  username: string,
  { request, response }: Pick<PageExchange, 'request' | 'response'>,
): Promise<void> {
  const session = await provider.Session.get(provider.createContext(request, response))
  if (session.accountId === undefined || session.accountId === username) return
  await session.destroy()
  interaction.session = undefined // the library would require the ended session
  await interaction.persist()
}

/**
 * Returns the level that the user chose, or the account's level if none was chosen. Returns `undefined` for an unknown
 * level and for one above the account's.
 */
export function levelFor(account: SandboxAccount, chosen: string | undefined): LevelOfAssurance | undefined {
  if (chosen === undefined) return account.level
  const level = levelsInOrder.find((candidate) => candidate === chosen)
  return level && levelsInOrder.indexOf(level) <= levelsInOrder.indexOf(account.level) ? level : undefined
}

async function consent(
  ctx: InteractionContext,
  interaction: Interaction,
  { form, request, response }: PageExchange,
): Promise<void> {
  const accountId = interaction.session?.accountId ?? ''
  const claims = ctx.accounts.find(({ username }) => username === accountId)?.claims ?? {}
  const requested = new Set(requestedClaims(interaction))
  if (form === undefined) {
    const clientName = await clientNameOf(ctx, interaction, language(request))
    const shown = Object.fromEntries(Object.entries(claims).filter(([name]) => requested.has(name)))
    return sendPage(response, renderConsentPage(language(request), { clientName, claims: shown }))
  }
  const grant = new ctx.provider.Grant({ accountId, clientId: String(interaction.params.client_id) })
  grant.addOIDCScope(String(interaction.params.scope))
  grant.addOIDCClaims([...requested])
  return finish(ctx, request, response, { consent: { grantId: await grant.save() } })
}

/** Returns the names of the claims that the request names in `claims`, and of the claims that its scopes release. */
function requestedClaims({ params }: Interaction): readonly string[] {
  const claims = typeof params.claims === 'string' ? (JSON.parse(params.claims) as Record<string, object>) : {}
  const named = Object.values(claims).flatMap((members) => Object.keys(members ?? {}))
  const scopes = String(params.scope).split(' ')
  return [...named, ...Object.entries(scopeClaims).flatMap(([scope, names]) => (scopes.includes(scope) ? names : []))]
}

/** Returns the client's name in this language, otherwise `client_name`, otherwise the client identifier. */
async function clientNameOf(ctx: InteractionContext, { params }: Interaction, language: Language): Promise<string> {
  const client = await ctx.provider.Client.find(String(params.client_id))
  return client?.[`client_name#${language}`] ?? client?.clientName ?? String(params.client_id)
}

const finish = (
  { provider }: InteractionContext,
  request: IncomingMessage,
  response: ServerResponse,
  result: Readonly<Record<string, unknown>>,
): Promise<void> => provider.interactionFinished(request, response, result)

export const language = (request: IncomingMessage) =>
  toolLanguage(preferredLanguage(request.headers['accept-language']))

/** Returns the submitted form. An invalid or too long form counts as an empty one. */
export async function readForm(request: IncomingMessage): Promise<Form> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > bodyLimit) return new Map()
  }
  const form = parseParameters(text, 'form')
  return failed(form) ? new Map() : form
}

/** Sends a page with the security headers of `respondPage`. */
export async function sendPage(response: ServerResponse, body: Html, status = 200): Promise<void> {
  sendAnswer(response, await respondPage(body, status))
}

/** Sends a response with Node's server. */
export function sendAnswer(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.writeHead(status, { ...headers } as OutgoingHttpHeaders)
  response.end(body)
}
