/** Rules for the tokens of administrators (RP-114). */
import { rules } from '../base/index.ts'
import type { AdministratorFault } from '../member/index.ts'
import { RP } from './answers.ts'

export const administratorCodes = {
  authorization_missing: ['authorization_missing', 'authorization'],
  authorization_malformed: ['authorization_malformed', 'authorization'],
  token_unknown: ['token_unknown', 'authorization'],
} as const

export const ADMINISTRATOR_RULES = rules<AdministratorFault>()(RP.administratorUnknown, {
  'RP-114': ['authorization_missing', 'authorization_malformed', 'token_unknown'],
})
