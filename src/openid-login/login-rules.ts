/**
 * Reasons why a login creates no account (RP-121). For each of them, the application gets `access_denied`.
 * `login_expired` also means a result without credentials. `login_subject_missing` means that the claim for `sub` is
 * missing, empty, or neither a string nor a number.
 */
import { rules } from '../base/index.ts'
import { RP } from '../relying-party/index.ts'

export type LoginCode = 'login_cancelled' | 'login_expired' | 'login_refused' | 'login_subject_missing'

export const LOGIN_RULES = rules<LoginCode>()(RP.pageRefused, {
  'RP-121': ['login_cancelled', 'login_expired', 'login_refused', 'login_subject_missing'],
})
