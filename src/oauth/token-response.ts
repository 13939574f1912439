/** Token response (RFC 6749 §5.1, RFC 9449 §5; it-wallet §Token response): access token and first c_nonce. */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf } from '../base/index.ts'
import type { CredentialSupport } from '../credential/formats.ts'
import type { AuthorizationDetail } from './authorization-details.ts'
import { isDraft13Configuration } from './credential-configurations.ts'
import { authorizationDetailType, tokenTypeDpop } from './identifiers.ts'
import type { RequestedConfigurations } from './requested-credentials.ts'

/** Reasons for a wallet to refuse a token response (RFC 9449 §5). */
export type TokenResponseCode = 'token_response_malformed' | 'token_type_mismatch'

const schema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.int().positive(),
  c_nonce: z.string().min(1),
  c_nonce_expires_in: z.int().positive(),
})

/** The parsed response. `checkReceivedAccessToken` checks its token. */
export type TokenResponse = z.infer<typeof schema>

/** Content of a token response (RFC 6749 §5.1, OpenID4VCI D13 §6.2). */
export interface TokenResponseInput {
  readonly accessToken: string
  /** Seconds. Equals `exp` − `iat` of the token. */
  readonly expiresIn: number
  readonly cNonce: string
  /** Seconds. */
  readonly cNonceExpiresIn: number
  /** The granted details (RFC 9396 §7). */
  readonly authorizationDetails: readonly AuthorizationDetail[]
}

/**
 * Creates the body of the 200 answer in the specification's own profile (OpenID4VCI D13 §6.2). It contains the first
 * c_nonce. `createFinalTokenResponse` creates the body in the final profile.
 */
export const createTokenResponse = (input: TokenResponseInput): Readonly<Record<string, unknown>> => ({
  access_token: input.accessToken, // PP-20
  token_type: tokenTypeDpop, // PP-20
  expires_in: input.expiresIn, // PP-20
  c_nonce: input.cNonce, // PP-20
  c_nonce_expires_in: input.cNonceExpiresIn, // PP-20
  authorization_details: input.authorizationDetails, // PP-76
})

/**
 * Creates the body of the 200 answer in the final profile (OpenID4VCI 1.0 §6.2). Contains one detail for each requested
 * configuration, with the configuration's id as the credential identifier (D-314). After a request by `scope`, contains
 * the granted scope instead of details. Contains a c_nonce only if a configuration of D13 was requested (D-312),
 * because other wallets of this profile use the nonce endpoint.
 */
export const createFinalTokenResponse = (
  input: Omit<TokenResponseInput, 'authorizationDetails'> & { readonly configurations: RequestedConfigurations },
  support: CredentialSupport,
): Readonly<Record<string, unknown>> => ({
  access_token: input.accessToken, // PP-120
  token_type: tokenTypeDpop, // PP-120
  expires_in: input.expiresIn, // PP-120
  ...(input.configurations.by === 'scope'
    ? { scope: input.configurations.ids.join(' ') } // PP-120
    : { authorization_details: input.configurations.ids.map(grantedConfiguration) }), // PP-120
  ...(input.configurations.ids.some((id) => isDraft13Configuration(support, id))
    ? { c_nonce: input.cNonce, c_nonce_expires_in: input.cNonceExpiresIn } // PP-205
    : {}),
})

const grantedConfiguration = (id: string) => ({
  type: authorizationDetailType,
  credential_configuration_id: id,
  credential_identifiers: [id],
})

/** Parses the body in the wallet. Requires a c_nonce. Does not check the token: `checkReceivedAccessToken` does. */
export function parseTokenResponse(body: JsonObject): TokenResponse | Failure<TokenResponseCode> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return fail('token_response_malformed', placeOf('body', parsed.error)) // WI-48
  if (parsed.data.token_type.toLowerCase() !== tokenTypeDpop.toLowerCase())
    return fail('token_type_mismatch', 'body.token_type') // WI-48
  return parsed.data
}
