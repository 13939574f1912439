/**
 * `oidc-provider` set up as the SPID/CIE rules of 2023-10 describe an OpenID Provider: signed request objects only, PKCE,
 * `private_key_jwt` addressed to the token endpoint, pairwise subjects, userinfo signed and encrypted,
 * the Italian claims. One difference is deliberate: asked for a
 * level, it answers with the one that the user reached, because real ones may, and because a relying party must look.
 */
import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { errors, type HttpContext, interactionPolicy, type ProviderContext } from 'oidc-provider'
import { fiscalNumberClaim, levelsOfAssurance } from '../../pid-provider/index.ts'
import type { SandboxAccount } from './accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { sayOnPage } from './message-page.ts'

const signing = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256']
const responseSigning = ['RS256', 'ES256']
const off = { enabled: false }
const tenMinutes = 600
const twoMinutes = 120

export interface ProviderParties {
  /** `openid_relying_party` metadata of the clients, with `client_id` and keys by value. */
  readonly clients: readonly Readonly<Record<string, unknown>>[]
  readonly accounts: readonly SandboxAccount[]
}

export function providerConfiguration({ clients, accounts }: ProviderParties): Readonly<Record<string, unknown>> {
  const secret = randomBytes(32)
  return {
    adapter: createMemoryAdapter(),
    clients: clients.map(clientOf),
    jwks: { keys: [rsaJwk(), p256Jwk()] },
    acrValues: Object.keys(levelsOfAssurance),
    scopes: ['openid', 'profile', 'email'],
    claims: {
      acr: null,
      auth_time: null,
      iss: null,
      sid: null,
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'birthdate', 'place_of_birth', 'gender', fiscalNumberClaim],
      email: ['email'],
    },
    conformIdTokenClaims: false, // the CIE profile has the claims in both places
    responseTypes: ['code'],
    clientAuthMethods: ['private_key_jwt'],
    subjectTypes: ['pairwise'],
    pairwiseIdentifier: async (_ctx: unknown, accountId: string, client: { readonly clientId: string }) =>
      createHmac('sha256', secret).update(`${client.clientId}\0${accountId}`).digest('base64url'),
    pkce: { required: () => true },
    assertJwtClientAuthClaimsAndHeader: demandOwnAudience,
    clockTolerance: 30,
    clientBasedCORS: () => false,
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: {
        session: 'national-idp-session',
        interaction: 'national-idp-interaction',
        resume: 'national-idp-resume',
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
      policy: answeringPolicy(),
      url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}`,
    },
    findAccount: (_ctx: unknown, username: string) => {
      const account = accounts.find((candidate) => candidate.username === username)
      return account && { accountId: username, claims: async () => ({ ...account.claims, sub: username }) }
    },
    renderError: (ctx: HttpContext, { error }: { readonly error: string }) => sayOnPage(ctx, 'fault', error),
  }
}

/** Without the checks that would ask again and again for a level which this user does not have. */
function answeringPolicy(): interactionPolicy.Policy {
  const policy = interactionPolicy.base()
  policy.get('login')?.checks.remove('essential_acr')
  policy.get('login')?.checks.remove('essential_acrs')
  return policy
}

/** The library would take the issuer as well. */
function demandOwnAudience({ oidc }: ProviderContext, { aud }: { readonly aud?: unknown }): void {
  if (![aud].flat().includes(oidc.urlFor('token'))) throw new errors.InvalidClientAuth('aud is not the token endpoint')
}

/** What userinfo cannot be made without. */
const obligatory = [
  'id_token_signed_response_alg',
  'userinfo_signed_response_alg',
  'userinfo_encrypted_response_alg',
  'userinfo_encrypted_response_enc',
]

/** A client as the provider registers it: what is the federation's own is left out. */
function clientOf({ client_registration_types, ...metadata }: Readonly<Record<string, unknown>>) {
  const missing = obligatory.filter((name) => metadata[name] === undefined)
  if (missing.length > 0) throw new TypeError(`the client metadata lack ${missing}`)
  return { ...metadata, require_signed_request_object: true }
}

const named = (jwk: object, alg: string): Readonly<Record<string, unknown>> => ({
  ...jwk,
  kid: randomBytes(12).toString('hex'),
  use: 'sig',
  alg,
})

const rsaJwk = () =>
  named(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }), 'RS256')
const p256Jwk = () =>
  named(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), 'ES256')
