/**
 * Credential response of the immediate flow (OpenID4VCI D13 §7.3; it-wallet §Credential request). The PID Provider
 * sends the PID to the wallet, and a c_nonce for the next request or a renewal (PP-33).
 */
import { z } from 'zod'
import { type Failure, fail, type JsonObject, placeOf } from '../base/index.ts'
import { type CredentialFormat, credentialFormat } from '../oauth/index.ts'

/** Reasons for a wallet to refuse a credential response. */
export type CredentialResponseCode = 'credential_response_malformed' | 'format_mismatch'

const schema = z.looseObject({
  format: z.string(),
  credential: z.string().min(1),
  c_nonce: z.string().min(1),
  c_nonce_expires_in: z.int().positive(),
})

/** A credential that is issued at once (OpenID4VCI D13 §7.3). Deferred issuance is not supported. */
export interface CredentialResponse {
  readonly format: CredentialFormat
  /** SD-JWT text, or base64url of the CBOR `IssuerSigned`. */
  readonly credential: string
  /** The c_nonce for the next key proof. */
  readonly c_nonce: string
  /** Seconds. */
  readonly c_nonce_expires_in: number
}

/** Creates the body of the 200 response. */
export const createCredentialResponse = (response: CredentialResponse): CredentialResponse => ({
  format: response.format, // PP-28
  credential: response.credential, // PP-28
  c_nonce: response.c_nonce, // PP-28
  c_nonce_expires_in: response.c_nonce_expires_in, // PP-28
})

/** Creates the body of the 200 response in the final profile (OpenID4VCI 1.0 §8.3), without a c_nonce. */
export const createFinalCredentialResponse = (credential: string): Readonly<Record<string, unknown>> => ({
  credentials: [{ credential }], // PP-120
})

/** Parses the body of a D13 response, for the wallet. Requires the requested format. Does not verify the credential. */
export function parseCredentialResponse(
  body: JsonObject,
  requested: CredentialFormat,
): CredentialResponse | Failure<CredentialResponseCode> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return fail('credential_response_malformed', placeOf('body', parsed.error)) // WI-54
  const { credential, c_nonce, c_nonce_expires_in } = parsed.data
  if (credentialFormat(parsed.data.format) !== requested)
    return fail('format_mismatch', 'body.format', { expected: requested, found: parsed.data.format }) // WI-54
  return { format: requested, credential, c_nonce, c_nonce_expires_in }
}
