/** The roles that are served by themselves; the wallet is a library. */
export const roleNames = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const
/** A role that is served by itself. */
export type ServedRole = (typeof roleNames)[number]
