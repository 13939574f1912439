/** Answers and rules of the console's login (GEN-46). */
import { rules } from '../../base/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import type { ProviderLoginCode } from './provider-login.ts'

/** Answers by meaning. `attempts` takes the seconds until the next attempt. */
export const loginAnswers = {
  refused: { status: 403, error: 'access_denied', text: 'This login does not open the console.' },
  stale: { status: 403, error: 'access_denied', text: 'This login has ended, or another browser began it.' },
  foreign: { status: 403, error: 'access_denied', text: 'Only a page of the console can send a change.' },
  attempts: (seconds: number): AnswerWithHeaders => ({
    status: 429,
    error: 'temporarily_unavailable',
    text: 'Too many attempts to log in; try again later.',
    headers: { 'retry-after': String(seconds) },
  }),
} as const

/** Rules for the answer of an OpenID Provider. */
export const PROVIDER_LOGIN_RULES = rules<ProviderLoginCode>()(loginAnswers.refused, {
  'GEN-46': ['login_provider_refused', 'login_client_rejected', 'login_answer_invalid', 'login_operator_unknown'],
})
