/** The roles that are served by themselves; the wallet is a library. */
export const roleNames = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const
/** One of those four. */
export type ServedRole = (typeof roleNames)[number]
