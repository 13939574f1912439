/**
 * client_data: what the hardware key signs and the vendor's assertion is bound to. It is not transmitted: the wallet
 * makes it and the Wallet Provider rebuilds it, both with this one serialiser (WP-66; it-wallet §Data formats).
 */
import type { CryptoContext } from '../base/index.ts'

/** The two members of `client_data` (it-wallet §Data formats). */
export interface ClientData {
  /** The Wallet Provider's. */
  readonly challenge: string
  /** RFC 7638, of the ephemeral key. */
  readonly jwk_thumbprint: string
}

/** The text: this order of members, no white space, UTF-8. */
export const serialiseClientData = ({ challenge, jwk_thumbprint }: ClientData): string =>
  JSON.stringify({ challenge, jwk_thumbprint }) // WP-66

/** client_data_hash: SHA-256 of the text. */
export const hashClientData = ({ crypto }: CryptoContext, clientData: string): Uint8Array =>
  crypto.digest('sha-256', clientData)
