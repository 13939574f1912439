/** Maps each failure of an administrator's bearer token to its requirement and answer (RP-114). */
import { joinRules, rows } from '../base/index.ts'
import type { AdministratorFault } from '../member/index.ts'
import { RP } from './answers.ts'

/** Failure code and place of each fault of an administrator's token. */
export const administratorCodes = {
  authorization_missing: ['authorization_missing', 'authorization'],
  authorization_malformed: ['authorization_malformed', 'authorization'],
  token_unknown: ['token_unknown', 'authorization'],
} as const

/** Requirement and answer of each failure code. */
export const ADMINISTRATOR_RULES = joinRules<AdministratorFault>()(
  rows(RP.administratorMissing, { 'RP-114': ['authorization_missing', 'authorization_malformed'] }),
  rows(RP.administratorUnknown, { 'RP-114': ['token_unknown'] }),
)
