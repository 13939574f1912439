/** Rules of the operator's bearer token, and of the bodies of the administration. */
import type { Rules } from '../../base/index.ts'
import { TA, type TrustAnchorAnswer } from '../answers.ts'

export const operatorCodes = {
  authorization_missing: ['token_missing', ''],
  authorization_malformed: ['token_missing', ''],
  token_unknown: ['token_wrong', 'authorization'],
} as const

export const OPERATOR_RULES = {
  token_missing: ['FED-34', TA.unauthenticated],
  token_wrong: ['FED-34', TA.unauthenticated],
} as const satisfies Rules<'token_missing' | 'token_wrong', TrustAnchorAnswer>

export const ADMIN_RULES = {
  request_malformed: ['GEN-23', TA.malformed],
} as const satisfies Rules<'request_malformed', TrustAnchorAnswer>
