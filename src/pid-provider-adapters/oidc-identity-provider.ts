/**
 * The OpenID Connect channel to a national identity provider (CIE id, SPID). Implements the PID Provider's port with
 * `openid-client`. That library implements the protocol: signed request object, PKCE, `private_key_jwt`, userinfo. The
 * rules in `pid-provider/login/oidc` check the answers, so that every refusal has its own code.
 *
 * OpenID Connect Core 1.0; RFC 9101; SPID/CIE rules 2023-10.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  Configuration,
  clockSkew,
  customFetch,
  fetchProtectedResource,
  modifyAssertion,
  PrivateKeyJwt,
} from 'openid-client'
import {
  type Clock,
  type CryptoContext,
  type Failure,
  type Fetch,
  fail,
  failed,
  type NumericDate,
  type Random,
  randomAlphanumerics,
  randomToken,
  type Verified,
  verified,
} from '../base/index.ts'
import { type Decrypter, findVerificationKey, type JwsAlgorithm } from '../jose/index.ts'
import {
  checkCallback,
  type NationalAnswer,
  type NationalIdentityProvider,
  type NationalLogin,
  type NationalLoginCode,
  type PendingOidcLogin,
  parseLoginAttributes,
  parsePendingLogin,
  requiredClaims,
} from '../pid-provider/index.ts'
import type { NationalLoginKey } from './national-login-key.ts'
import { authorizationUrl } from './oidc-authorization-request.ts'
import { createLoginExchange, type LoginExchange, type LoginPolicy } from './oidc-login-exchange.ts'
import type { ProviderRegistration, RegisteredProvider } from './oidc-provider-registration.ts'

/** Dependencies of the adapter. */
export interface OidcIdentityProviderContext extends CryptoContext {
  readonly random: Random
  /** HTTP client that refuses forbidden URLs and addresses. */
  readonly fetch: Fetch
  /** Gives the time at which tokens arrive. Defaults to the time at which the login's completion began. */
  readonly clock?: Clock
}

/** Settings of one identity provider over OpenID Connect. */
export interface OidcIdentityProviderOptions {
  /** Short name in paths, sessions and records: `cie`. */
  readonly id: string
  readonly displayName: NationalIdentityProvider['displayName']
  /** National scheme. Defaults to none. */
  readonly scheme?: NationalIdentityProvider['scheme']
  /** Entity identifier of the PID Provider. */
  readonly clientId: string
  readonly key: NationalLoginKey
  /** Decrypts userinfo. Must be the decrypter in the PID Provider's `nationalLoginKeys`. */
  readonly decrypter?: Decrypter | undefined
  readonly registration: ProviderRegistration
  /** Requested claims about the person. Defaults to all that a PID needs. */
  readonly requestedClaims?: readonly string[]
  /** Maximum duration of a login in seconds. Defaults to 600. */
  readonly loginLifetimeSeconds?: number
  /** Maximum clock difference in seconds. Defaults to 30. */
  readonly skewSeconds?: number
  /** Permits plain http, for the sandbox. `registration` and `fetch` restrict plain http to loopback hosts. */
  readonly loopbackHttp?: boolean
}

/** Accepted signature algorithms of a provider. The national rules name RS256, RS512 and the ES family. */
const algorithms: readonly JwsAlgorithm[] = ['ES256', 'ES384', 'ES512', 'RS256', 'RS512', 'PS256']

const defaults = {
  requestedClaims: requiredClaims,
  loginLifetimeSeconds: 600,
  skewSeconds: 30,
  loopbackHttp: false,
}

/** Creates the adapter. It is stateless: any replica can complete a login that another began. */
export function createOidcIdentityProvider(
  ctx: OidcIdentityProviderContext,
  settings: OidcIdentityProviderOptions,
): NationalIdentityProvider {
  const options = { ...defaults, ...settings }
  return {
    id: options.id,
    displayName: options.displayName,
    ...(options.scheme && { scheme: options.scheme }),
    channel: 'openid_connect',
    begin: async ({ callbackUrl, now }) => {
      const provider = await options.registration(now)
      if (failed(provider)) return provider
      const pending: PendingOidcLogin = {
        provider: options.id,
        issuer: provider.metadata.issuer,
        issRequired: provider.metadata.authorization_response_iss_parameter_supported === true,
        callbackUrl,
        state: randomAlphanumerics(ctx.random, 43), // PP-113
        loginNonce: randomAlphanumerics(ctx.random, 43), // PP-113
        codeVerifier: randomToken(ctx.random), // PP-113
        startedAt: now,
      }
      const input = { ...options, configuration: configure(options, provider, now) }
      const location = await authorizationUrl(ctx, input, pending)
      return { location, pending, requestId: pending.state }
    },
    complete: (answer) => verifyLogin(ctx, options, answer),
  }
}

type Options = OidcIdentityProviderOptions & typeof defaults

/** Verifies an answer in this order: stored login, callback, registration, tokens, userinfo, attributes. */
async function verifyLogin(
  ctx: OidcIdentityProviderContext,
  options: Options,
  { parameters, pending: storedPending, now }: NationalAnswer,
): Promise<Verified<NationalLogin> | Failure<NationalLoginCode>> {
  const pending = parsePendingLogin(storedPending, {
    provider: options.id,
    now,
    lifetimeSeconds: options.loginLifetimeSeconds,
  })
  if (failed(pending)) return pending
  const callback = checkCallback(parameters, pending)
  if (failed(callback)) return callback
  const provider = await options.registration(now)
  if (failed(provider)) return provider
  if (pending.issuer !== provider.metadata.issuer) return fail('pending_foreign', 'pending.issuer') // PP-65
  const policy = loginPolicy(options, provider, pending, now)
  const exchange = createLoginExchange(ctx, provider.metadata, policy)
  const configuration = configure(options, provider, now, exchange)

  const tokens = await exchange.redeem(() =>
    authorizationCodeGrant(configuration, callbackUrl(pending, parameters), {
      expectedState: pending.state,
      pkceCodeVerifier: pending.codeVerifier, // PP-62
    }),
  )
  if (failed(tokens)) return tokens
  const { idToken, accessToken } = tokens
  const userinfo = await exchange.readUserinfo(idToken.subject, () =>
    fetchProtectedResource(configuration, accessToken, new URL(provider.metadata.userinfo_endpoint), 'GET'),
  )
  if (failed(userinfo)) return userinfo
  const attributes = parseLoginAttributes({ ...idToken.claims, ...userinfo })
  if (failed(attributes)) return attributes
  const { subject, levelOfAssurance, authenticatedAt } = idToken
  return verified({
    provider: options.id,
    issuer: pending.issuer,
    levelOfAssurance,
    subject,
    authenticatedAt,
    attributes,
  })
}

const loginPolicy = (
  { clientId, skewSeconds, decrypter, registration }: Options,
  { keys }: RegisteredProvider,
  { issuer, loginNonce, startedAt }: PendingOidcLogin,
  now: NumericDate,
): LoginPolicy => ({
  issuer,
  keyOf: async (header) => {
    const key = findVerificationKey(keys, header)
    if (key) return key
    const provider = await registration(now, header.kid) // D-236
    return failed(provider) ? provider : findVerificationKey(provider.keys, header)
  },
  algorithms,
  clientId,
  loginNonce,
  startedAt,
  now,
  skew: skewSeconds,
  decrypter,
})

/** Returns the registered callback URL with the received `code`, `state` and `iss`, never the received URL. */
function callbackUrl(pending: PendingOidcLogin, parameters: ReadonlyMap<string, string>): URL {
  const url = new URL(pending.callbackUrl)
  for (const name of ['code', 'state', 'iss']) {
    const value = parameters.get(name)
    if (value !== undefined) url.searchParams.set(name, value)
  }
  return url
}

/** Creates the library's configuration for `begin` or `complete`. The configuration's clock shows `now`. */
function configure(
  options: Options,
  { metadata }: RegisteredProvider,
  now: NumericDate,
  exchange?: LoginExchange,
): Configuration {
  const client = { [clockSkew]: now - Math.floor(Date.now() / 1000) }
  const authentication = PrivateKeyJwt(options.key, {
    [modifyAssertion]: (_header, payload) => {
      payload.aud = metadata.token_endpoint // OpenID Connect Core 1.0 §9; some providers accept no other
    },
  })
  const configuration = new Configuration(metadata, options.clientId, client, authentication)
  if (options.loopbackHttp) allowInsecureRequests(configuration)
  if (exchange) configuration[customFetch] = exchange.fetch
  return configuration
}
