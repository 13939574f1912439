/**
 * The authorization request to a national OpenID Connect provider: a signed request object in the query of the
 * browser's redirect.
 *
 * OpenID Connect Core 1.0 §6.1; RFC 9101; SPID/CIE rules 2023-10.
 */
import { buildAuthorizationUrlWithJAR, type Configuration, type ServerMetadata } from 'openid-client'
import { type CryptoContext, setParameters } from '../base/index.ts'
import { codeChallengeMethod } from '../oauth/index.ts'
import { type PendingOidcLogin, requestedLevel } from '../pid-provider/index.ts'
import type { NationalLoginKey } from './national-login-key.ts'

/** Returns the scope. SPID providers refuse scopes that their metadata do not list, such as `profile` (D-146). */
const scopeOf = ({ scopes_supported }: ServerMetadata): string =>
  scopes_supported?.includes('profile') === false ? 'openid' : 'openid profile'

const claimsRequest = (names: readonly string[]) => ({
  id_token: { acr: { essential: true, value: requestedLevel }, auth_time: { essential: true } },
  userinfo: Object.fromEntries(names.map((name) => [name, { essential: true }])),
})

interface LoginRequestInput {
  readonly configuration: Configuration
  readonly key: NationalLoginKey
  readonly requestedClaims: readonly string[]
}

/**
 * Returns the URL with the signed request object, and with the parameters that OpenID Connect Core 1.0 §6.1 and the
 * national rules also require in the query. Keeps the query of the provider's endpoint.
 */
export async function authorizationUrl(
  ctx: CryptoContext,
  { configuration, key, requestedClaims }: LoginRequestInput,
  pending: PendingOidcLogin,
): Promise<string> {
  const parameters = {
    response_type: 'code',
    scope: scopeOf(configuration.serverMetadata()),
    redirect_uri: pending.callbackUrl,
    state: pending.state,
    nonce: pending.loginNonce,
    code_challenge: ctx.crypto.digestText('sha-256', pending.codeVerifier),
    code_challenge_method: codeChallengeMethod, // PP-113
    prompt: 'consent login', // PP-61
    acr_values: requestedLevel, // PP-61, PP-113
    claims: JSON.stringify(claimsRequest(requestedClaims)), // PP-61
  }
  const { searchParams: signed } = await buildAuthorizationUrlWithJAR(configuration, parameters, key) // PP-113
  const { authorization_endpoint: endpoint = '' } = configuration.serverMetadata()
  const { response_type, scope, code_challenge, code_challenge_method } = parameters
  return setParameters(endpoint, {
    client_id: signed.get('client_id') ?? undefined,
    request: signed.get('request') ?? undefined,
    ...{ response_type, scope, code_challenge, code_challenge_method }, // PP-113
  })
}
