/** Rights in an administration. Each route of an administration names the right that a request needs. */

/**
 * All rights:
 * - `observe`: read recent decisions; the console has only this right in a request that names no operator
 * - `read`: read entries of registers, logs and key rings
 * - `suspend`: suspend a credential, and end its suspension
 * - `revoke`: revoke credentials and Wallet Instances
 * - `release`: release held Wallet Instances
 * - `link`: link Wallet Instances to users
 * - `keys`: create, activate and revoke keys
 * - `members`: manage members of a federation and their certificates
 * - `marks`: manage trust marks
 * - `applications`: manage applications behind a Relying Party
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
