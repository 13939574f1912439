/** Maps each failure of an administrator's bearer token to its requirement and answer (WP-76). */
import { joinRules, rows } from '../../base/index.ts'
import type { Administered, AdministratorFault } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'

/** Failure code and place of each fault of an administrator's token. */
export const administratorCodes = {
  authorization_missing: ['authorization_missing', 'authorization'],
  authorization_malformed: ['authorization_malformed', 'authorization'],
  token_unknown: ['token_unknown', 'authorization'],
} as const

/** Requirement and answer of each failure code. */
export const ADMINISTRATOR_RULES = joinRules<AdministratorFault>()(
  rows(WP.unauthorized, { 'WP-76': ['authorization_missing', 'authorization_malformed'] }),
  rows(WP.tokenUnknown, { 'WP-76': ['token_unknown'] }),
)

/** The decision about an administrator's request, and the entry for the log of changes. The token was verified. */
export type WpAdministered = Administered<WpAnswer>
