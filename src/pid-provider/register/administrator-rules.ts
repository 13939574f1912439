/** Rules of the administrators' bearer tokens (PP-112). */
import type { Rules } from '../../base/index.ts'
import { PP, type PpAnswer } from '../answers.ts'

export const administratorCodes = {
  authorization_missing: ['admin_token_missing', ''],
  authorization_malformed: ['admin_token_missing', ''],
  token_unknown: ['admin_token_unknown', ''],
} as const

export const ADMINISTRATOR_RULES = {
  admin_token_missing: ['PP-112', PP.adminTokenMissing],
  admin_token_unknown: ['PP-112', PP.adminTokenUnknown],
} as const satisfies Rules<'admin_token_missing' | 'admin_token_unknown', PpAnswer>
