/**
 * The names under which the attestation artefacts travel.
 */

/** `typ` of each (it-wallet §Data formats, GEN-12), and of those of IT-Wallet 1.0 (D-300). */
export const walletAttestationTypes = {
  request: 'war+jwt',
  attestation: 'wallet-attestation+jwt',
  itWallet1Request: 'wp-war+jwt',
  itWallet1Attestation: 'oauth-client-attestation+jwt',
} as const
