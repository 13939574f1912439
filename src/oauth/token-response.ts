/**
 * Token response (RFC 6749 §5.1, RFC 9449 §5; it-wallet §Token response): the DPoP-bound access token and the first
 * c_nonce, from the PID Provider to the wallet.
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf } from '../base/index.ts'
import type { AuthorizationDetail } from './authorization-details.ts'
import { authorizationDetailType, tokenTypeDpop } from './identifiers.ts'
import type { RequestedConfigurations } from './requested-credentials.ts'

/** Why the provider's answer gives no DPoP-bound token (RFC 9449 §5). */
export type TokenResponseCode = 'token_response_malformed' | 'token_type_mismatch'

const schema = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.int().positive(),
  c_nonce: z.string().min(1),
  c_nonce_expires_in: z.int().positive(),
})

/** The answer by its shape; the token in it is for `checkReceivedAccessToken` to judge. */
export type TokenResponse = z.infer<typeof schema>

/** What goes out with an access token (RFC 6749 §5.1, OpenID4VCI D13 §6.2). */
export interface TokenResponseInput {
  readonly accessToken: string
  /** Seconds, as the token's own `exp` − `iat`. */
  readonly expiresIn: number
  readonly cNonce: string
  /** Seconds. */
  readonly cNonceExpiresIn: number
  /** As granted (RFC 9396 §7). */
  readonly authorizationDetails: readonly AuthorizationDetail[]
}

/** The body of the 200. */
export const createTokenResponse = (input: TokenResponseInput): Readonly<Record<string, unknown>> => ({
  access_token: input.accessToken, // PP-20
  token_type: tokenTypeDpop, // PP-20
  expires_in: input.expiresIn, // PP-20
  c_nonce: input.cNonce, // PP-20
  c_nonce_expires_in: input.cNonceExpiresIn, // PP-20
  authorization_details: input.authorizationDetails, // PP-76
})

/**
 * The body of the 200 in the final profile (OpenID4VCI 1.0 §6.2): without a c_nonce, which its wallets ask the nonce
 * endpoint for. What was asked for by details has an identifier, the same word as its configuration (D-314).
 */
export const createFinalTokenResponse = (
  input: Pick<TokenResponseInput, 'accessToken' | 'expiresIn'> & { readonly configurations: RequestedConfigurations },
): Readonly<Record<string, unknown>> => ({
  access_token: input.accessToken, // PP-120
  token_type: tokenTypeDpop, // PP-120
  expires_in: input.expiresIn, // PP-120
  ...(input.configurations.by === 'scope'
    ? { scope: input.configurations.ids.join(' ') } // PP-120
    : { authorization_details: input.configurations.ids.map(grantedConfiguration) }), // PP-120
})

const grantedConfiguration = (id: string) => ({
  type: authorizationDetailType,
  credential_configuration_id: id,
  credential_identifiers: [id],
})

/** Reads the body, as the wallet does. The token itself is judged by `checkReceivedAccessToken`. */
export function parseTokenResponse(body: JsonObject): TokenResponse | Failure<TokenResponseCode> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return fail('token_response_malformed', placeOf('body', parsed.error)) // WI-48
  if (parsed.data.token_type.toLowerCase() !== tokenTypeDpop.toLowerCase())
    return fail('token_type_mismatch', 'body.token_type') // WI-48
  return parsed.data
}
