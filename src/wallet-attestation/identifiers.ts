/**
 * The names under which the attestation artefacts travel.
 */

/** `typ` of each (it-wallet §Data formats, GEN-12). */
export const attestationTypes = { request: 'war+jwt', attestation: 'wallet-attestation+jwt' } as const

/** RFC 7523 §2.1: how a Wallet Instance asks for its attestation (WP-14). */
export const jwtBearerGrantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
