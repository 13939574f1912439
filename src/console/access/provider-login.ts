/**
 * Login of operators at their own OpenID Provider: authorization code flow with PKCE, state and nonce. `openid-client`
 * implements the protocol. It verifies the ID Token and its signature (OpenID Connect Core 1.0 §3.1.3.7).
 */
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import {
  type Clock,
  type Failure,
  type Fetch,
  fail,
  failed,
  isFresh,
  type JsonObject,
  type NumericDate,
  type Random,
  randomToken,
  setParameters,
  Unavailable,
} from '../../base/index.ts'
import { type ClientCredentials, createClientAuthentication } from './client-authentication.ts'
import { mergeClaims, type OperatorClaims, operatorOf } from './operator-claims.ts'
import type { PendingLogin } from './pending-logins.ts'

/**
 * Reasons why a login at a provider does not succeed. `login_provider_refused`: the authorization response is an error.
 * `login_client_rejected`: the token endpoint rejects the console as its client.
 * `login_answer_invalid`: the authorization response, the token response, the ID Token or userinfo is not valid.
 * `login_operator_unknown`: ID Token and userinfo name nobody who may open the console.
 */
export type ProviderLoginCode =
  | 'login_provider_refused'
  | 'login_client_rejected'
  | 'login_answer_invalid'
  | 'login_operator_unknown'

/** Login at an OpenID Provider. */
export interface ProviderLogin {
  /**
   * Returns the URL to which the browser goes, and the values that the console keeps. Rejects with `Unavailable` if the
   * provider's metadata cannot be read, are malformed, or belong to another issuer. Rejects with another error if the
   * client's key is not supported.
   */
  begin(): Promise<{ readonly location: string; readonly pending: PendingLogin }>
  /**
   * Redeems the code and verifies the ID Token. Reads userinfo if the ID Token alone names no operator (D-1039).
   * `parameters` are those of the callback. Returns the operator's name.
   * Rejects with `Unavailable` if the provider does not answer or answers with 429 or 5xx, and as `begin` does.
   */
  complete(parameters: ReadonlyMap<string, string>, pending: PendingLogin): Promise<string | Failure<ProviderLoginCode>>
  /**
   * Returns the URL that ends the session at the provider. Returns `undefined` if the provider has none or does not
   * answer.
   */
  logoutUrl(): Promise<string | undefined>
}

interface ProviderLoginOptions extends OperatorClaims {
  readonly issuer: string
  readonly clientId: string
  /** Secret of the client, or its private key (JWK): an EC key, or an RSA key for RS256. */
  readonly authentication: ClientCredentials
  readonly scope: string
  readonly publicUrl: string
  /** Permits a plain http provider. `fetch` restricts plain http to loopback hosts. */
  readonly loopbackHttp: boolean
}

interface ProviderLoginContext {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: Fetch
}

/** Path to which the provider sends the browser back. */
export const callbackPath = '/login/callback'

/** Lifetime of the cached metadata of the provider in seconds. */
const metadataSeconds = 3600
/**
 * Pause in seconds after a failed request for metadata. It protects the provider, because anybody can open the page
 * that causes the request.
 */
const outageSeconds = 5

/** Creates the login at an OpenID Provider. Keeps the provider's metadata for an hour, and an outage for 5 seconds. */
export function createProviderLogin(ctx: ProviderLoginContext, options: ProviderLoginOptions): ProviderLogin {
  const redirectUri = new URL(callbackPath, options.publicUrl).href
  const configuration = cacheResult(ctx.clock, () => discover(ctx, options))
  return {
    begin: async () => {
      const pending = {
        state: randomToken(ctx.random),
        nonce: randomToken(ctx.random),
        codeVerifier: randomToken(ctx.random),
      }
      const provider = await configuration()
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: options.scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { location: withQueryOf(provider.serverMetadata().authorization_endpoint ?? url.href, url), pending }
    },
    complete: async (parameters, pending) => {
      const responseUrl = new URL(redirectUri)
      for (const [name, value] of parameters) responseUrl.searchParams.set(name, value)
      const provider = await configuration()
      try {
        const tokens = await authorizationCodeGrant(provider, responseUrl, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
        })
        const claims = (tokens.claims() ?? {}) as JsonObject
        const name = operatorOf(options, claims)
        if (name !== undefined) return name
        const userinfo = await readUserinfo(provider, tokens)
        if (failed(userinfo)) return userinfo
        return operatorOf(options, mergeClaims(userinfo, claims)) ?? fail('login_operator_unknown', 'id_token')
      } catch (thrown) {
        if (thrown instanceof ProviderUnreachable) throw unavailable(thrown)
        if (thrown instanceof AuthorizationResponseError) return fail('login_provider_refused', 'query.error')
        if (rejectsClient(thrown)) return fail('login_client_rejected', 'token_response')
        return fail('login_answer_invalid', 'query.code')
      }
    },
    logoutUrl: async () => {
      const provider = await configuration().catch(() => undefined)
      const endpoint = provider?.serverMetadata().end_session_endpoint
      if (provider === undefined || endpoint === undefined) return undefined
      const back = new URL('/login', options.publicUrl).href
      return withQueryOf(endpoint, buildEndSessionUrl(provider, { post_logout_redirect_uri: back }))
    },
  }
}

/**
 * Returns the endpoint with the parameters of `url`, which the library made. Keeps the endpoint's own query as the
 * metadata state it (RFC 6749 §3.1), because the library encodes that query anew.
 */
function withQueryOf(endpoint: string, url: URL): string {
  const own = new URL(endpoint).searchParams
  const added = [...url.searchParams].filter(([name, value]) => !own.getAll(name).includes(value))
  return setParameters(endpoint, Object.fromEntries(added))
}

/** Returns the claims at the userinfo endpoint. Returns no claims if the provider has no such endpoint. */
async function readUserinfo(
  provider: Configuration,
  tokens: Awaited<ReturnType<typeof authorizationCodeGrant>>,
): Promise<JsonObject | Failure<'login_answer_invalid'>> {
  if (provider.serverMetadata().userinfo_endpoint === undefined) return {}
  try {
    return (await fetchUserInfo(provider, tokens.access_token, tokens.claims()?.sub ?? '')) as JsonObject
  } catch (thrown) {
    if (thrown instanceof ProviderUnreachable) throw thrown
    return fail('login_answer_invalid', 'userinfo')
  }
}

/** Returns true for an error of the token endpoint that concerns the client and not the code (RFC 6749 §5.2). */
const rejectsClient = (thrown: unknown): boolean =>
  thrown instanceof ResponseBodyError
    ? ['invalid_client', 'unauthorized_client'].includes(thrown.error)
    : thrown instanceof WWWAuthenticateChallengeError && thrown.status === 401

/** Thrown if a request to the provider fails. A `TypeError`, because `openid-client` wraps other errors. */
class ProviderUnreachable extends TypeError {}

const unavailable = (cause: unknown): Unavailable =>
  new Unavailable('the OpenID Provider of the operators', outageSeconds, { cause })

async function discover(
  { fetch }: ProviderLoginContext,
  { issuer, clientId, authentication, loopbackHttp }: ProviderLoginOptions,
): Promise<Configuration> {
  const send = async (url: string, request: RequestInit): Promise<Response> => {
    let response: Response
    try {
      response = await fetch(new Request(url, request))
    } catch (cause) {
      throw new ProviderUnreachable('the provider does not answer', { cause })
    }
    const { status } = response
    if (status >= 500 || status === 429) throw new ProviderUnreachable(`the provider answers with ${status}`)
    return response
  }
  const clientAuthentication = await createClientAuthentication(authentication)
  try {
    return await discovery(new URL(issuer), clientId, {}, clientAuthentication, {
      [customFetch]: (url, request) => send(url, request as RequestInit),
      execute: [enableNonRepudiationChecks, ...(loopbackHttp ? [allowInsecureRequests] : [])],
    })
  } catch (cause) {
    throw unavailable(cause)
  }
}

/** Returns a function that caches the result of `make`: a value for an hour, a rejection for 5 seconds. */
function cacheResult<T>(clock: Clock, make: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: Promise<T>; since: NumericDate; seconds: number } | undefined
  return () => {
    const now = clock.now()
    if (cached !== undefined && isFresh(cached.since, cached.seconds, now)) return cached.value
    const made = { value: make(), since: now, seconds: metadataSeconds }
    cached = made
    made.value.catch(() => {
      made.since = clock.now()
      made.seconds = outageSeconds
    })
    return made.value
  }
}
