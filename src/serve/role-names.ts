/** Roles that a process can serve. The wallet is a library. */
export const roleNames = ['trust-anchor', 'wallet-provider', 'pid-provider', 'relying-party'] as const
/** A role that a process can serve. */
export type ServedRole = (typeof roleNames)[number]
