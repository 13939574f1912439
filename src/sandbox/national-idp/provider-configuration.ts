/**
 * Configures `oidc-provider` as an OpenID Provider by the SPID/CIE rules of 2023-10. It requires signed request
 * objects, PKCE, and `private_key_jwt` addressed to the token endpoint. It returns pairwise subjects, the Italian
 * claims, and signed and encrypted userinfo. It deliberately deviates in one rule: it logs a user in even below the
 * requested level, and states the level. Real providers may do so, and a relying party must check the level.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { errors, type HttpContext, interactionPolicy, type ProviderContext } from 'oidc-provider'
import type { Fetch } from '../../base/index.ts'
import type { TrustEvaluator } from '../../federation/index.ts'
import { levelsOfAssurance } from '../../pid-provider/login/national-identity-provider.ts'
import { type SandboxAccount, scopeClaims } from './accounts.ts'
import { clientOf } from './client-metadata.ts'
import { interactionCookie, resumeCookie } from './ended-interactions.ts'
import { createFederatedClients } from './federated-clients.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { sendMessagePage } from './message-page.ts'
import type { ProviderKeys } from './provider-keys.ts'

const signing = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256']
const responseSigning = ['RS256', 'ES256']
const off = { enabled: false }
const tenMinutes = 600
const twoMinutes = 120

interface ProviderParties {
  /** `openid_relying_party` metadata of the clients, with `client_id` and keys by value. */
  readonly clients: readonly Readonly<Record<string, unknown>>[]
  readonly accounts: readonly SandboxAccount[]
  readonly keys: ProviderKeys
  /**
   * Trust evaluator for additional clients, and fetch for URLs in their metadata. Without a federation, only the
   * registered clients exist.
   */
  readonly federation?: { readonly trust: TrustEvaluator; readonly fetch: Fetch } | undefined
}

interface ProviderError {
  readonly error: string
  readonly error_description?: string
}
type FetchOptions = Pick<Required<RequestInit>, 'headers' | 'signal'>

/** Returns the configuration of `oidc-provider` for the sandbox's provider. */
export function providerConfiguration({
  clients,
  accounts,
  keys,
  federation,
}: ProviderParties): Readonly<Record<string, unknown>> {
  const secret = randomBytes(32)
  return {
    adapter: adapterOf(federation?.trust),
    clients: clients.map(clientOf),
    extraClientMetadata: { properties: ['client_name#it', 'client_name#en'] }, // OpenID Connect Registration §2.1
    ...(federation && { fetch: (url: URL, init: FetchOptions) => federation.fetch(new Request(url, init)) }),
    jwks: { keys: keys.privateKeys },
    acrValues: Object.keys(levelsOfAssurance),
    scopes: ['openid', ...Object.keys(scopeClaims)],
    claims: {
      acr: null,
      auth_time: null,
      iss: null,
      sid: null,
      openid: ['sub'],
      ...scopeClaims,
    },
    conformIdTokenClaims: false, // the CIE profile returns the claims in the ID Token and in userinfo
    responseTypes: ['code'],
    clientAuthMethods: ['private_key_jwt'],
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: async (_ctx: unknown, accountId: string, client: { readonly clientId: string }) =>
      createHmac('sha256', secret).update(`${client.clientId}\0${accountId}`).digest('base64url'),
    pkce: { required: () => true },
    assertJwtClientAuthClaimsAndHeader: requireTokenEndpointAudience,
    clockTolerance: 30,
    clientBasedCORS: () => false,
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: 'national-idp-session',
        interaction: interactionCookie,
        resume: resumeCookie,
      },
    },
    ttl: {
      AccessToken: twoMinutes,
      AuthorizationCode: 60,
      Grant: twoMinutes,
      IdToken: tenMinutes,
      Interaction: tenMinutes,
      Session: tenMinutes,
    },
    features: {
      claimsParameter: { enabled: true },
      devInteractions: off,
      encryption: { enabled: true },
      jwtUserinfo: { enabled: true },
      pushedAuthorizationRequests: off,
      requestObjects: { enabled: true, requireSignedRequestObject: true },
      resourceIndicators: off,
      rpInitiatedLogout: off,
    },
    enabledJWA: {
      clientAuthSigningAlgValues: signing,
      idTokenSigningAlgValues: responseSigning,
      requestObjectSigningAlgValues: signing,
      userinfoEncryptionAlgValues: ['RSA-OAEP', 'RSA-OAEP-256'],
      userinfoEncryptionEncValues: ['A128CBC-HS256', 'A256CBC-HS512'],
      userinfoSigningAlgValues: responseSigning,
    },
    interactions: {
      policy: singleLoginPolicy(),
      url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}`,
    },
    findAccount: (_ctx: unknown, username: string) => {
      const account = accounts.find((candidate) => candidate.username === username)
      return account && { accountId: username, claims: async () => ({ ...account.claims, sub: username }) }
    },
    renderError: (ctx: HttpContext, { error, error_description }: ProviderError) =>
      sendMessagePage(ctx, 'fault', [error, error_description].filter(Boolean).join(': ')),
  }
}

/**
 * Returns the function that creates a store for each model of the library. Clients that are not registered at the start
 * come from the federation.
 */
function adapterOf(trust: TrustEvaluator | undefined) {
  const MemoryAdapter = createMemoryAdapter()
  const clients = trust && createFederatedClients(trust)
  return (model: string) => (model === 'Client' && clients ? clients : new MemoryAdapter(model))
}

/** Returns a policy without the checks that would repeat the login of a user who cannot reach the requested level. */
function singleLoginPolicy(): interactionPolicy.Policy {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.remove('essential_acr')
  policy.get('login')?.checks.remove('essential_acrs')
  return policy
}

/** Requires the token endpoint as audience. The library would also accept the issuer. */
function requireTokenEndpointAudience({ oidc }: ProviderContext, { aud }: { readonly aud?: unknown }): void {
  if (![aud].flat().includes(oidc.urlFor('token'))) throw new errors.InvalidClientAuth('aud is not the token endpoint')
}
