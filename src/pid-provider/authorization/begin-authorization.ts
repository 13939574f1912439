/**
 * Begins an authorization in a browser: finds the pushed request, lets the person choose among several national
 * identity providers, and sends the browser to one (it-wallet §Endpoints, GET authorization endpoint). Ignores all
 * parameters except the reference to the pushed request (PP-55), the chosen `provider`, and `cancel` (PP-215). A reload
 * begins again (PP-11).
 */
import { type Decision, type NumericDate, type Random, randomToken, rules } from '../../base/index.ts'
import type { PageLanguage, Parameters } from '../../http/index.ts'
import {
  type AuthorizationRequestCode,
  type PushedAuthorizationReference,
  parseAuthorizationQuery,
} from '../../oauth/index.ts'
import { PP, type PpAnswer } from '../answers.ts'
import type { PidProviderServices } from '../context.ts'
import type { BegunLogin, NationalIdentityProvider, ProviderCode } from '../login/national-identity-provider.ts'
import type { AuthorizationSession, PushedRequest } from '../token/grant.ts'
import { endSession, errorRedirect } from './end-authorization.ts'
import type { Ending } from './ending.ts'

export const AUTHORIZE_RULES = rules<AuthorizationRequestCode>()(PP.notPushed, {
  'PP-12': ['request_uri_missing'],
  'PP-54': ['client_id_missing'],
})

/** Parameter with which the person cancels on the page of the choice. */
export const cancelParameter = 'cancel'

export const BEGIN_LOGIN_RULES = rules<ProviderCode>()(PP.identityProviderDown, {
  'PP-58': ['provider_unreachable', 'provider_untrusted', 'provider_malformed', 'provider_error'],
})

export interface ProviderChoice {
  readonly kind: 'choice'
  /** Language that the wallet requested. Defaults to the browser's. */
  readonly language: PageLanguage | undefined
  readonly reference: PushedAuthorizationReference
  readonly providers: readonly Pick<NationalIdentityProvider, 'id' | 'displayName' | 'scheme' | 'logoUrl'>[]
  /** Time until which the person may choose. */
  readonly until: NumericDate
}

interface LoginRedirect {
  readonly kind: 'login'
  readonly location: string
  /** New session id for the cookie. */
  readonly sessionId: string
}

type BeginContext = Pick<
  PidProviderServices,
  'decide' | 'clock' | 'random' | 'config' | 'endpoints' | 'identityProviders' | 'stores' | 'onFault'
>

/**
 * Returns the choice among several providers, or the location of the login with its session. Extends the lifetime of
 * the pushed request for a choice (D-229), and stores the session of a login. Rejects with a refusal, outage or fault
 * that occurs before a provider is chosen. For a fault that occurs afterwards, returns an `Ending`, which redirects to
 * the wallet (RFC 6749 §4.1.2.1). If the person cancels, spends the request and returns an `Ending` too.
 */
export async function beginAuthorization(
  ctx: BeginContext,
  query: Parameters,
): Promise<ProviderChoice | LoginRedirect | Ending> {
  let pushed: PushedRequest | undefined
  const isCancelled = query.get(cancelParameter) !== undefined
  try {
    return await ctx.decide('pid-provider/authorize', async (decision) => {
      const now = ctx.clock.now()
      const reference = decision.checkNow(AUTHORIZE_RULES, () => parseAuthorizationQuery(query))
      const storedRequest =
        (await ctx.stores.pushedRequests.find(reference.request_uri, now)) ??
        (isCancelled ? (await findCancellation(ctx, reference.request_uri))?.request : undefined)
      const request = decision.found('PP-54', PP.requestGone, storedRequest, 'request_uri_unknown', 'query.request_uri')
      const isOwn = request.clientId === reference.client_id
      decision.that('PP-54', PP.requestGone, isOwn, 'request_uri_foreign', 'query.client_id')
      if (isCancelled) pushed = request
      decision.that('PP-215', PP.consentRefused, !isCancelled, 'user_cancelled', `query.${cancelParameter}`)
      const provider = findChosenProvider(ctx.identityProviders, query.get('provider'))
      if (provider === undefined) {
        const until = request.expiresAt + ctx.config.authorizationLifetimeSeconds // PP-11
        await ctx.stores.pushedRequests.keep({ requestUri: request.requestUri, until })
        const providers = orderProviders(ctx.random, ctx.identityProviders)
        return { kind: 'choice', language: request.language, reference, providers, until }
      }
      pushed = request
      return beginLogin(ctx, decision, request, provider, now)
    })
  } catch (thrown) {
    if (isCancelled && pushed) return cancelAuthorization(ctx, pushed, thrown)
    return errorRedirect(ctx, pushed, thrown, 'pid-provider/authorize')
  }
}

/** Returns the id under which the end of a cancelled request is stored, so that a repetition finds it (D-1174). */
const cancellationId = (requestUri: string): string => `cancelled ${requestUri}`

const findCancellation = ({ stores, clock }: BeginContext, requestUri: string) =>
  stores.authorizationSessions.find(cancellationId(requestUri), clock.now())

/**
 * Spends the `request_uri` and returns the error redirect to the wallet. Returns it also if the person has cancelled
 * before. Throws `thrown` if the request was used at the same time by a login in another tab.
 */
async function cancelAuthorization(ctx: BeginContext, request: PushedRequest, thrown: unknown): Promise<Ending> {
  const surface = 'pid-provider/authorize'
  if (await findCancellation(ctx, request.requestUri)) return errorRedirect(ctx, request, thrown, surface)
  const session: AuthorizationSession = {
    id: randomToken(ctx.random),
    request,
    provider: '',
    pendingLogin: {},
    loginRequestId: '',
    consentToken: randomToken(ctx.random),
    expiresAt: ctx.clock.now() + ctx.config.codeLifetimeSeconds,
  }
  await ctx.stores.authorizationSessions.begin(session)
  const createRecord = (ended: Ending) => ({ ...session, id: cancellationId(request.requestUri), ended })
  return endSession(ctx, session, thrown, surface, createRecord)
}

/** Returns the other providers, then those of SPID in random order, because the rules of SPID forbid a preference. */
function orderProviders(random: Random, all: readonly NationalIdentityProvider[]): readonly NationalIdentityProvider[] {
  const { spid = [], others = [] } = Object.groupBy(all, ({ scheme }) => (scheme === 'spid' ? 'spid' : 'others'))
  if (spid.length < 2) return [...others, ...spid]
  const keys = random.bytes(spid.length)
  const keyed = spid.map((provider, index) => ({ provider, key: keys[index] ?? 0 }))
  return [...others, ...keyed.toSorted((one, other) => one.key - other.key).map(({ provider }) => provider)]
}

/** Returns the only provider, or the one that the person chose on the login page, if it exists. */
const findChosenProvider = (
  providers: readonly NationalIdentityProvider[],
  id: string | undefined,
): NationalIdentityProvider | undefined =>
  providers.length === 1 ? providers[0] : providers.find((provider) => provider.id === id)

async function beginLogin(
  ctx: BeginContext,
  decision: Decision<PpAnswer>,
  request: PushedRequest,
  provider: NationalIdentityProvider,
  now: NumericDate,
): Promise<LoginRedirect> {
  const callbackUrl = ctx.endpoints.loginCallback(provider.id)
  const begun: BegunLogin = await decision.check(BEGIN_LOGIN_RULES, () => provider.begin({ callbackUrl, now }))
  const sessionId = randomToken(ctx.random)
  await ctx.stores.authorizationSessions.begin({
    id: sessionId,
    request,
    provider: provider.id,
    pendingLogin: begun.pending,
    loginRequestId: begun.requestId,
    consentToken: randomToken(ctx.random), // PP-59
    expiresAt: now + ctx.config.authorizationLifetimeSeconds,
  })
  return { kind: 'login', location: begun.location, sessionId }
}
