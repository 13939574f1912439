/** Fixed strings of the attestation artefacts. */

/** `typ` of each artefact (it-wallet §Data formats, GEN-12), and the values of IT-Wallet 1.0 (D-300). */
export const walletAttestationTypes = {
  request: 'war+jwt',
  attestation: 'wallet-attestation+jwt',
  itWallet1Request: 'wp-war+jwt',
  itWallet1Attestation: 'oauth-client-attestation+jwt',
} as const
