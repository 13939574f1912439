/**
 * SessionTranscript of OpenID4VP 1.0 §B.2.6.1, for responses by redirect or `direct_post` (D-40). The device signature
 * covers it.
 */
import { type CryptoContext, decodeBase64url } from '../base/index.ts'
import { type Cbor, encodeCbor } from '../cose/index.ts'

/** The session to which the device signature binds a response (OpenID4VP 1.0 §B.2.6.1). */
export interface OpenId4VpSession {
  readonly clientId: string
  /** The `nonce` of the Request Object. */
  readonly presentationNonce: string
  /** Thumbprint (RFC 7638) of the verifier's encryption key. Absent for a response that is not encrypted. */
  readonly encryptionThumbprint?: string | undefined
  readonly responseUri: string
}

/**
 * Returns the SessionTranscript: `[null, null, ["OpenID4VPHandover", SHA-256 of the handover information]]`. Throws a
 * TypeError for a thumbprint that is not base64url, and for a text with a lone surrogate.
 */
export function openId4VpTranscript(ctx: CryptoContext, session: OpenId4VpSession): Cbor {
  const thumbprint = session.encryptionThumbprint
  const jwkThumbprint = thumbprint === undefined ? null : decodeBase64url(thumbprint)
  if (jwkThumbprint === undefined) throw new TypeError('a thumbprint must be base64url')
  const information = encodeCbor([session.clientId, session.presentationNonce, jwkThumbprint, session.responseUri])
  return [null, null, ['OpenID4VPHandover', ctx.crypto.digest('sha-256', information)]]
}
