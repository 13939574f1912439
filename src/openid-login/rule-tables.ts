/** Rule tables of the OpenID Provider, for `npm run requirements`. */
import { LOGIN_RULES } from './login-rules.ts'
import { REQUEST_RULES } from './refused-requests.ts'

export const ruleTables = {
  'relying-party/openid request': REQUEST_RULES,
  'relying-party/openid login': LOGIN_RULES,
} as const
