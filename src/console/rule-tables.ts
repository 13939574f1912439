/** The rule tables of the console, by surface, for `npm run requirements`. */
import { PROVIDER_LOGIN_RULES } from './access/login-rules.ts'

export const ruleTables = { 'console/login/callback': PROVIDER_LOGIN_RULES } as const
