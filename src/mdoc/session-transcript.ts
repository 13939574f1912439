/**
 * What an mdoc presentation is signed over besides its document: the SessionTranscript of OpenID4VP 1.0 §B.2.6.1, for
 * answers by redirect or `direct_post` (D-40).
 */
import { type CryptoContext, decodeBase64url } from '../base/index.ts'
import { type Cbor, encodeCbor } from '../cose/index.ts'

/** What the device's signature binds a response to (OpenID4VP 1.0 §B.2.6.1). */
export interface OpenId4VpSession {
  readonly clientId: string
  /** The `nonce` of the Request Object. */
  readonly presentationNonce: string
  /** RFC 7638, of the verifier's key that the response is encrypted to; not said when it is not encrypted. */
  readonly encryptionThumbprint?: string | undefined
  readonly responseUri: string
}

/**
 * `[null, null, ["OpenID4VPHandover", SHA-256 of the handover's information]]`. Throws a TypeError for a thumbprint
 * that is no base64url.
 */
export function openId4VpTranscript(ctx: CryptoContext, session: OpenId4VpSession): Cbor {
  const thumbprint = session.encryptionThumbprint
  const jwkThumbprint = thumbprint === undefined ? null : decodeBase64url(thumbprint)
  if (jwkThumbprint === undefined) throw new TypeError('a thumbprint is base64url')
  const information = encodeCbor([session.clientId, session.presentationNonce, jwkThumbprint, session.responseUri])
  return [null, null, ['OpenID4VPHandover', ctx.crypto.digest('sha-256', information)]]
}
