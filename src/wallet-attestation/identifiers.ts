/**
 * The names under which the attestation artefacts travel.
 */

/** `typ` of each (it-wallet §Data formats, GEN-12). */
export const walletAttestationTypes = { request: 'war+jwt', attestation: 'wallet-attestation+jwt' } as const
