/** Rights in an administration. Each route of an administration names the one that a request needs. */

/**
 * All rights:
 * - `observe`: recent decisions, also by the console itself
 * - `read`: entries of registers, logs and key rings
 * - `suspend`: suspend a credential, and end its suspension
 * - `revoke`: revoke credentials and Wallet Instances
 * - `release`: release held Wallet Instances
 * - `link`: link Wallet Instances to users
 * - `keys`: create, activate and revoke keys
 * - `members`: members of a federation
 * - `marks`: trust marks
 * - `applications`: applications behind a Relying Party
 */
export const administrationRights = [
  'observe',
  'read',
  'suspend',
  'revoke',
  'release',
  'link',
  'keys',
  'members',
  'marks',
  'applications',
] as const

/** A right in an administration. */
export type AdministrationRight = (typeof administrationRights)[number]
