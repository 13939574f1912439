/** Maps each failure of an administrator's bearer token to its requirement and answer (PP-112). */
import { joinRules, rows } from '../../base/index.ts'
import { PP } from '../answers.ts'

/** Failure code and place of each fault of an administrator's token. */
export const administratorCodes = {
  authorization_missing: ['admin_token_missing', 'authorization'],
  authorization_malformed: ['admin_token_missing', 'authorization'],
  token_unknown: ['admin_token_unknown', 'authorization'],
} as const

/** Requirement and answer of each failure code. */
export const ADMINISTRATOR_RULES = joinRules<'admin_token_missing' | 'admin_token_unknown'>()(
  rows(PP.adminTokenMissing, { 'PP-112': ['admin_token_missing'] }),
  rows(PP.adminTokenUnknown, { 'PP-112': ['admin_token_unknown'] }),
)
