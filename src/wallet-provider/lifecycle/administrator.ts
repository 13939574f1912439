/** Rules for the tokens of administrators (WP-76). */
import { joinRules, rows } from '../../base/index.ts'
import type { Administered, AdministratorFault } from '../../member/index.ts'
import { WP, type WpAnswer } from '../answers.ts'

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
export type WpAdministered = Administered<WpAnswer>
