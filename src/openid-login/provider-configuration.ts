/**
 * Configures `oidc-provider` for applications that log users in with their wallet: code flow, PKCE, pairwise subjects,
 * no session, no refresh token, and claims that are kept for a few minutes.
 */
import { errors, type HttpContext, interactionPolicy, type ProviderContext } from 'oidc-provider'
import type { JsonObject } from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import type { OpenIdClient, OpenIdLoginConfig } from './config.ts'
import { libraryCookies } from './exchange.ts'
import { findClient, type PreparedLogin, permittedLogins } from './logins.ts'
import type { ClientCredential } from './parts.ts'
import { createRecordAdapter, type SealedRecords } from './record-adapter.ts'
import { signingKeysOf } from './signing-keys.ts'
import type { ClientMetadata } from './usable-clients.ts'

interface ProviderParts {
  readonly config: OpenIdLoginConfig
  readonly issuer: string
  readonly logins: ReadonlyMap<string, PreparedLogin>
  readonly records: SealedRecords
  readonly signers: readonly [Signer, ...Signer[]]
  readonly credentials: ReadonlyMap<string, ClientCredential>
}

const off = { enabled: false }
/** Lifetime of an authorization code in seconds. */
const codeSeconds = 60
/** Maximum duration of a login in seconds. */
export const interactionSeconds = 900
/** Algorithms of client assertions. */
export const assertionAlgorithms = ['RS256', 'ES256', 'ES384', 'ES512', 'PS256']

/** Endpoints below the issuer. */
export const endpoints = {
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  interaction: '/interaction',
  return: '/return',
  logout: '/logout',
} as const

/** Kind of the record with the claims of a login. */
export const claimsKind = 'Claims'

/** Splits the library's account id into `sub` and the id of the record with the claims. */
const accountParts = (accountId: string): readonly [sub: string, claimsId: string] => {
  const [sub = '', claimsId = ''] = accountId.split('.', 2)
  return [sub, claimsId]
}

/** Returns the library's account id for a `sub` and the id of the record with the claims. */
export const accountIdOf = (sub: string, claimsId: string): string => `${sub}.${claimsId}`

/** Returns the configuration of `oidc-provider`. */
export function providerConfiguration(
  parts: ProviderParts,
): Readonly<Record<string, unknown>> & { readonly clients: readonly ClientMetadata[] } {
  const { config, logins, records, issuer } = parts
  const all = [...logins.values()]
  const signing = parts.signers.map(({ alg }) => alg)
  return {
    adapter: (kind: string) => createRecordAdapter(records, kind),
    clients: config.clients.map((client) => metadataOf(client, parts)),
    jwks: { keys: signingKeysOf(parts.signers) },
    acrValues: all.flatMap(({ acr }) => acr ?? []),
    scopes: ['openid', ...all.flatMap(({ scope }) => scope ?? [])],
    claims: {
      ...{ acr: null, auth_time: null, iss: null },
      openid: ['sub', ...new Set(all.flatMap(({ claims }) => Object.keys(claims)))],
    },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    clientBasedCORS: (_ctx: unknown, origin: string, { clientId }: { readonly clientId: string }) =>
      findClient(config, clientId)?.browserOrigins.includes(origin) === true, // D-851
    clientDefaults: { id_token_signed_response_alg: signing[0] },
    clockTolerance: 30,
    cookies: { names: libraryCookies },
    discovery: { end_session_endpoint: `${issuer}${endpoints.logout}` },
    enabledJWA: {
      clientAuthSigningAlgValues: assertionAlgorithms,
      idTokenSigningAlgValues: [...new Set(signing)],
      userinfoSigningAlgValues: [...new Set(signing)],
    },
    expiresWithSession: () => false,
    features: {
      claimsParameter: { enabled: true },
      devInteractions: off,
      dPoP: off,
      externalSigningSupport: { enabled: true, ack: 'experimental-01' },
      pushedAuthorizationRequests: off,
      resourceIndicators: off,
      rpInitiatedLogout: off,
    },
    findAccount: ({ oidc: { client } }: ProviderContext, accountId: string) => ({
      accountId,
      claims: async (use: 'id_token' | 'userinfo', _scope: string, requested: object = {}) => {
        const found = await records.find({ kind: claimsKind, id: accountParts(accountId)[1] })
        if (found === undefined) throw loginOverError(use)
        const all = Object.entries(found.claims as JsonObject)
        const includesAll = use === 'userinfo' || findClient(config, client?.clientId)?.claimsInIdToken === true
        const included = includesAll ? all : all.filter(([name]) => Object.hasOwn(requested, name))
        return { ...Object.fromEntries(included), sub: accountId }
      },
    }),
    interactions: {
      policy: createPolicy(),
      url: (_ctx: unknown, { uid }: { readonly uid: string }) => `${issuer}${endpoints.interaction}/${uid}`,
    },
    pairwiseIdentifier: async (_ctx: unknown, accountId: string) => accountParts(accountId)[0],
    pkce: {
      required: (_ctx: unknown, { clientId }: { readonly clientId: string }) =>
        !findClient(config, clientId)?.withoutPkce,
    },
    renderError: (ctx: HttpContext, refusal: object) => {
      ctx.body = refusal
    },
    responseTypes: ['code'],
    routes: {
      authorization: endpoints.authorization,
      jwks: endpoints.jwks,
      token: endpoints.token,
      userinfo: endpoints.userinfo,
    },
    sectorIdentifierUriValidate: () => false,
    subjectTypes: ['pairwise'],
    ttl: {
      AccessToken: secondsLeft,
      AuthorizationCode: codeSeconds,
      Grant: config.claimsLifetimeSeconds,
      IdToken: config.claimsLifetimeSeconds,
      Interaction: interactionSeconds,
      Session: interactionSeconds,
    },
  }
}

/**
 * Returns the error for a login whose claims are deleted, because they expired or because a second use of the code
 * revoked the login.
 */
const loginOverError = (use: 'id_token' | 'userinfo'): errors.OIDCProviderError =>
  use === 'userinfo' ? new errors.InvalidToken('the login has ended') : new errors.InvalidGrant('the login has ended')

/**
 * Returns the lifetime of an access token in seconds, at least 1. The token expires when the claims are deleted. Reads
 * the system's clock, as the library did for the `exp` of the grant.
 */
const secondsLeft = ({ oidc }: ProviderContext): number =>
  Math.max(1, (oidc.entities.Grant?.exp ?? 0) - Math.floor(Date.now() / 1000))

/**
 * Returns the metadata of a client. `sector_identifier_uri` has no effect on `sub`, and nobody fetches it. The library
 * requires it if the redirect URIs have several hosts or ports (OpenID Connect Core 1.0 §8.1).
 */
function metadataOf(client: OpenIdClient, { issuer, logins, credentials }: ProviderParts): ClientMetadata {
  const { secret, jwks } = credentials.get(client.clientId) ?? {}
  const scopes = permittedLogins(logins, client).flatMap(({ scope }) => scope ?? [])
  return {
    client_id: client.clientId,
    client_name: client.displayName,
    redirect_uris: client.redirectUris,
    response_types: ['code'],
    grant_types: ['authorization_code'],
    subject_type: 'pairwise',
    sector_identifier_uri: `https://${new URL(client.redirectUris[0] ?? issuer).host}`, // RP-227
    token_endpoint_auth_method: client.authentication.method,
    scope: ['openid', ...scopes].join(' '),
    ...(secret !== undefined && { client_secret: secret }),
    ...(jwks !== undefined && { jwks }),
  }
}

/**
 * Creates a policy that asks the user only once, whichever of `login`, `consent` and `select_account` the request has
 * as `prompt` (RP-204). A login that does not result in a required `acr` or `sub` fails with `access_denied`. Responses
 * omit requested claims that the wallet did not present. A request without the scope `openid` is refused before the
 * user is asked: its access token would not permit the userinfo endpoint.
 */
function createPolicy(): interactionPolicy.Policy {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  policy.get('consent')?.checks.remove('op_claims_missing')
  for (const { checks } of policy)
    for (const promptCheck of checks) {
      const asks = promptCheck.check
      promptCheck.check = async (ctx) => {
        if (!ctx.oidc.requestParamScopes.has('openid')) throw new errors.InvalidScope('openid is missing', 'openid')
        const isAsked = await asks(ctx)
        if (isAsked && ctx.oidc.result?.login !== undefined)
          throw new errors.AccessDenied('the login does not give what the request requires')
        return isAsked
      }
    }
  return policy
}
