/** Values of `typ` for Wallet Attestation Requests and Wallet Attestations. */

/**
 * `typ` of request and attestation in the specification's profile (it-wallet §Data formats, GEN-12), and in the profile
 * of IT-Wallet 1.0 (D-300).
 */
export const walletAttestationTypes = {
  request: 'war+jwt',
  attestation: 'wallet-attestation+jwt',
  itWallet1Request: 'wp-war+jwt',
  itWallet1Attestation: 'oauth-client-attestation+jwt',
} as const
