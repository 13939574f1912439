/**
 * `client_data`: challenge and thumbprint of the ephemeral key. The hardware key signs it, and the vendor's assertion
 * is bound to it. It is not transmitted: wallet and Wallet Provider create the same text (WP-66; it-wallet §Data
 * formats).
 */

/** The two members of `client_data` (it-wallet §Data formats). */
export interface ClientData {
  /** Challenge of the Wallet Provider. */
  readonly challenge: string
  /** RFC 7638 thumbprint of the ephemeral key. */
  readonly jwk_thumbprint: string
}

/** Returns `client_data` as JSON text: members in this order, no white space. Callers encode the text as UTF-8. */
export const serialiseClientData = ({ challenge, jwk_thumbprint }: ClientData): string =>
  JSON.stringify({ challenge, jwk_thumbprint }) // WP-66
