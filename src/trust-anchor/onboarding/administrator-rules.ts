/** Rules of the administrator's bearer token, and of the request bodies of the administration. */
import { joinRules, rows, rules } from '../../base/index.ts'
import { TA } from '../answers.ts'

export const administratorCodes = {
  authorization_missing: ['token_missing', 'authorization'],
  authorization_malformed: ['token_missing', 'authorization'],
  token_unknown: ['token_wrong', 'authorization'],
} as const

export const ADMINISTRATOR_RULES = joinRules<'token_missing' | 'token_wrong'>()(
  rows(TA.unauthenticated, { 'FED-34': ['token_missing'] }),
  rows(TA.administratorUnknown, { 'FED-34': ['token_wrong'] }),
)

export const ADMINISTRATION_RULES = rules<'request_malformed'>()(TA.malformed, { 'GEN-23': ['request_malformed'] })
