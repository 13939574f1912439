/**
 * The login of a user: orders a presentation in this process, redirects the browser to the presentation, and creates an
 * account from the result, for this login only (RP-121). The application gets `access_denied` if the user presents no
 * usable data.
 */
import { errors, type Interaction, type Provider } from 'oidc-provider'
import { encodeBase64url, fail, isJsonObject, type JsonObject, type Random, Refusal } from '../base/index.ts'
import {
  type EndpointRequest,
  type HttpResponse,
  languageOfLocales,
  languageParameter,
  redirect,
  withTrace,
} from '../http/index.ts'
import { type Application, type PresentationApi, RP } from '../relying-party/index.ts'
import type { OpenIdClient, OpenIdLoginConfig } from './config.ts'
import type { NodeExchange } from './exchange.ts'
import { createLoginCookie, type LoginCookieContext } from './login-cookie.ts'
import { LOGIN_RULES, type LoginCode } from './login-rules.ts'
import {
  createSubject,
  findClient,
  mapClaims,
  type PreparedLogin,
  requestedAcrs,
  sectorOf,
  selectLogin,
} from './logins.ts'
import { accountIdOf, claimsKind, interactionSeconds } from './provider-configuration.ts'
import type { SealedRecords } from './record-adapter.ts'

/** Services and settings of a login. */
export interface InteractionContext extends LoginCookieContext {
  readonly random: Random
  readonly provider: Provider
  readonly config: OpenIdLoginConfig
  readonly logins: ReadonlyMap<string, PreparedLogin>
  readonly records: SealedRecords
  readonly orders: PresentationApi
  /** The OpenID Provider as an application of the Relying Party. */
  readonly application: Application
  /** URL to which the browser returns after the presentation. */
  readonly returnUrl: string
  /** Secret of the pairwise subjects. */
  readonly subjectSecret: Uint8Array
}

/**
 * Returns the interaction that this browser began. Returns `undefined` if there is none, or if the settings no longer
 * list its client.
 */
export async function findInteraction(
  { provider, config }: Pick<InteractionContext, 'provider' | 'config'>,
  { request, response }: NodeExchange,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(request, response)
    return findClient(config, interaction.params.client_id) && interaction
  } catch (thrown) {
    if (thrown instanceof errors.SessionNotFound) return undefined
    throw thrown
  }
}

/**
 * Orders a presentation and redirects the browser to the page that begins it. Rejects with a `Refusal` if this browser
 * has no interaction, or if the order is refused.
 */
export async function beginLogin(
  ctx: InteractionContext,
  surface: string,
  interaction: Interaction | undefined,
  request: Pick<EndpointRequest, 'header' | 'chosenLanguage'>,
): Promise<HttpResponse> {
  const { uid, client, login, locales } = await ctx.orders.decide(surface, async (decision) => {
    const found = decision.found('RP-121', RP.requestOver, interaction, 'login_over')
    return { uid: found.uid, ...requestedLogin(ctx, found) }
  })
  const { startUrl } = await ctx.orders.order(ctx.application, {
    ...login.order,
    ...(ctx.config.profile && { profile: ctx.config.profile }),
    flow: isPhone(request) ? 'same-device' : 'cross-device',
    return_url: ctx.returnUrl,
    state: uid,
    purpose: client.displayName,
  })
  const language = request.chosenLanguage === undefined ? languageOfLocales(locales) : undefined // D-850
  const url = new URL(startUrl)
  if (language !== undefined) url.searchParams.set(languageParameter, language)
  return redirect(url.href, {}, 303)
}

/** Returns true if the browser is on a phone or tablet, where most users have their wallet. */
const isPhone = ({ header }: Pick<EndpointRequest, 'header'>): boolean =>
  header('sec-ch-ua-mobile') === '?1' || /\b(?:Android|iPhone|iPad|Mobile)\b/.test(header('user-agent') ?? '')

function requestedLogin(
  { config, logins }: Pick<InteractionContext, 'config' | 'logins'>,
  { params }: Interaction,
): { readonly client: OpenIdClient; readonly login: PreparedLogin; readonly locales: string } {
  const client = findClient(config, params.client_id) as OpenIdClient
  const words = (value: unknown): readonly string[] => (typeof value === 'string' ? value.split(' ') : [])
  const claims = typeof params.claims === 'string' ? params.claims : undefined
  const acrValues = [...requestedAcrs(claims), ...words(params.acr_values)]
  const selection = { acrValues, scopes: words(params.scope) }
  const locales = typeof params.ui_locales === 'string' ? params.ui_locales : ''
  return { client, login: selectLogin(logins, client, selection), locales }
}

/**
 * Ends the login with the result of the presentation: redeems the reference, and stores the claims for the application.
 * Redirects the browser to the resume endpoint of `oidc-provider`, and this endpoint redirects the browser to the
 * application. The resume endpoint requires the cookie of this answer: the browser that brings the presentation gets
 * it, and no other browser that has the first cookie of the login (D-1097). The result is `access_denied` if the user
 * presented no usable data. Rejects with a `Refusal` if the browser has no such login, if the reference cannot be
 * redeemed, or if the presentation is of another login.
 */
export async function finishLogin(
  ctx: InteractionContext,
  surface: string,
  {
    interaction,
    exchange,
    reference,
  }: {
    readonly interaction: Interaction | undefined
    readonly exchange: NodeExchange
    readonly reference: string
  },
): Promise<HttpResponse> {
  const presented: JsonObject = interaction ? await ctx.orders.redeem(ctx.application, reference) : {}
  let submitted: HttpResponse | undefined
  try {
    return await ctx.orders.decide(surface, async (decision) => {
      const found = decision.found('RP-121', RP.requestOver, interaction, 'login_over')
      decision.that('RP-121', RP.pageRefused, presented.state === found.uid, 'login_foreign', 'reference')
      const account = await accountOf(ctx, found, presented)
      const denied = { error: 'access_denied', error_description: 'the user did not present the data' }
      await saveEnded(ctx, found)
      const ended = account.refusal === undefined ? account.result : denied
      submitted = await finishInteraction(ctx, { exchange, uid: found.uid }, ended)
      decision.checkNow(LOGIN_RULES, () =>
        account.refusal === undefined ? 'presented' : fail(account.refusal, 'presentation'),
      )
      return submitted
    })
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || submitted === undefined) throw thrown
    return withTrace(submitted, thrown)
  }
}

/** Kind of the record of a login that has ended. The id of the record is the `uid` of the interaction. */
const endedKind = 'Ended'

const saveEnded = ({ records }: InteractionContext, { uid, params }: Interaction): Promise<void> =>
  records.save({ kind: endedKind, id: uid }, { clientId: String(params.client_id) }, interactionSeconds)

/**
 * Returns the client of a login that has ended, or `undefined` if no such login is known. Users open such a login again
 * when they go back or click twice.
 */
export async function findClientOfEndedLogin(
  { records, config }: Pick<InteractionContext, 'records' | 'config'>,
  uid: string,
): Promise<OpenIdClient | undefined> {
  const ended = await records.find({ kind: endedKind, id: uid })
  return findClient(config, ended?.clientId)
}

async function finishInteraction(
  ctx: InteractionContext,
  { exchange, uid }: { readonly exchange: NodeExchange; readonly uid: string },
  result: Readonly<Record<string, unknown>>,
): Promise<HttpResponse> {
  await ctx.provider.interactionFinished(exchange.request, exchange.response, result)
  const { headers } = await exchange.ended
  return redirect(String(headers.location), { 'set-cookie': createLoginCookie(ctx, uid, 'finished') }, 303)
}

type Account =
  | { readonly refusal: LoginCode; readonly result?: never }
  | { readonly refusal?: undefined; readonly result: Readonly<Record<string, unknown>> }

const refusals: Readonly<Record<string, LoginCode>> = {
  cancelled: 'login_cancelled',
  expired: 'login_expired',
  refused: 'login_refused',
}

/** Creates the account of this login, and stores its claims. Returns the refusal if nothing usable was presented. */
async function accountOf(ctx: InteractionContext, interaction: Interaction, presented: JsonObject): Promise<Account> {
  const { status, credentials } = presented
  if (status !== 'presented' || !isJsonObject(credentials))
    return { refusal: refusals[String(status)] ?? 'login_expired' }
  const { client, login } = requestedLogin(ctx, interaction)
  const sub = createSubject(ctx, ctx.subjectSecret, sectorOf(client), { subject: login.subject, credentials })
  if (sub === undefined) return { refusal: 'login_subject_missing' }
  const id = encodeBase64url(ctx.random.bytes(32))
  const accountId = accountIdOf(sub, id)
  const grant = new ctx.provider.Grant({ accountId, clientId: client.clientId })
  grant.addOIDCScope(String(interaction.params.scope))
  grant.addOIDCClaims(Object.keys(login.claims))
  const grantId = await grant.save()
  const content = { claims: mapClaims(login, credentials), grantId }
  await ctx.records.save({ kind: claimsKind, id }, content, ctx.config.claimsLifetimeSeconds)
  const acr = login.acr === undefined ? {} : { acr: login.acr }
  const result = { login: { accountId, remember: false, ...acr }, consent: { grantId }, select_account: {} }
  return { result }
}
