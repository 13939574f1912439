/** Reasons for which a federation key is revoked (OpenID Federation 1.0 §8.7.3). */
export const keyRevocationReasons = ['unspecified', 'compromised', 'superseded'] as const

/** Reason of a revocation. */
export type KeyRevocationReason = (typeof keyRevocationReasons)[number]
