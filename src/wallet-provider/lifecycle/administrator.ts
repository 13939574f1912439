/**
 * Administrators of the provider, their rights, and the rules for their tokens (WP-76). A management interface with its
 * own logins would replace this file.
 */
import { joinRules, rows } from '../../base/index.ts'
import type { Administered, AdministratorFault, Administrator as MemberAdministrator } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'

/** A right of an administrator. */
export type AdministratorRight =
  | 'revoke_wallet_instance'
  | 'release_wallet_instance'
  | 'read_wallet_instances'
  | 'link_user'
  | 'manage_attestation_keys'

/** An administrator of the provider, from the configuration. */
export interface Administrator extends MemberAdministrator {
  /** Defaults to all rights. */
  readonly rights?: readonly AdministratorRight[]
}

export const administratorCodes = {
  authorization_missing: ['authorization_missing', 'authorization'],
  authorization_malformed: ['authorization_malformed', 'authorization'],
  token_unknown: ['token_unknown', 'authorization'],
} as const

export const ADMINISTRATOR_RULES = joinRules<AdministratorFault>()(
  rows(WP.unauthorized, { 'WP-76': ['authorization_missing', 'authorization_malformed'] }),
  rows(WP.tokenUnknown, { 'WP-76': ['token_unknown'] }),
)

/** A decision about the request of a verified administrator. */
export type WpAdministered = Administered<WpAnswer, Administrator>

/** Refuses an administrator who does not have the right. */
export function requireRight({ administrator: { rights }, decision }: WpAdministered, right: AdministratorRight): void {
  const hasRight = rights === undefined || rights.includes(right)
  decision.that('WP-76', WP.forbidden, hasRight, 'right_missing', 'authorization')
}
