/**
 * Completes a national login (it-wallet §Requirements, PID Provider: authentication at eIDAS level High). Accepts the
 * identity provider's answer once, from the browser that began the login. Stores the person's claims until consent. The
 * session gets a new id, so that only the browser that sent the answer has it.
 */
import {
  encodeBase64url,
  encodeUtf8,
  type Failure,
  fail,
  joinRules,
  type NumericDate,
  Refusal,
  rows,
  rules,
} from '../../base/index.ts'
import type { Parameters } from '../../http/index.ts'
import { jwsRules } from '../../rules/index.ts'
import { PP } from '../answers.ts'
import { endSession } from '../authorization/end-authorization.ts'
import type { Ending } from '../authorization/ending.ts'
import type { PidProviderServices } from '../context.ts'
import { personSubjects } from '../issuance/pid-claims.ts'
import type { AuthorizationSession } from '../token/grant.ts'
import type { NationalLoginCode } from './national-identity-provider.ts'
import { findPerson } from './person-claims.ts'
import { PERSON_SOURCE_RULES } from './person-source.ts'
import type { RelayStateCode } from './saml/saml-codes.ts'
import { checkRelayState } from './saml/saml-login.ts'
import { samlAnswerRules } from './saml/saml-rules.ts'

export const LOGIN_RULES = joinRules<NationalLoginCode>()(
  jwsRules(PP.loginForged),
  samlAnswerRules(PP.loginForged),
  rows(PP.levelTooLow, { 'PP-13': ['acr_unknown'] }),
  rows(PP.identityProviderDown, {
    'PP-58': ['provider_unreachable', 'provider_untrusted', 'provider_malformed', 'client_rejected'],
  }),
  rows(PP.identityProviderFault, { 'PP-58': ['provider_error'] }),
  rows(PP.loginForged, {
    'PP-61': ['login_stale'],
    'PP-62': [
      'state_missing',
      'state_mismatch',
      'response_iss_missing',
      'response_iss_mismatch',
      'code_missing',
      'code_rejected',
      'token_response_malformed',
      'kid_unknown',
      'signature_invalid',
      'id_token_missing',
      'id_token_malformed',
      'nonce_mismatch',
      'iss_mismatch',
      'aud_mismatch',
      'at_hash_mismatch',
      'acr_missing',
      'userinfo_unsigned',
      'userinfo_undecryptable',
      'userinfo_malformed',
      'userinfo_iss_mismatch',
      'userinfo_aud_mismatch',
      'userinfo_sub_mismatch',
    ],
    'PP-65': ['pending_malformed', 'pending_foreign'],
  }),
  rows(PP.loginFailed, {
    'PP-65': ['pending_expired'],
    'PP-66': [
      'user_denied',
      'user_login_required',
      'user_consent_required',
      'user_credentials_failed',
      'user_level_unavailable',
      'user_timed_out',
      'user_consent_refused',
      'user_blocked',
      'user_card_invalid',
      'user_cancelled',
      'user_identity_unsuitable',
    ],
  }),
  rows(PP.attributesMissing, { 'PP-67': ['attribute_missing', 'attribute_malformed'] }),
)

export const LOGIN_ORIGIN_RULES = rules<RelayStateCode | 'login_response_foreign'>()(PP.loginForeign, {
  'PP-65': ['relay_state_missing', 'relay_state_mismatch', 'login_response_foreign'],
})

type LoginContext = Pick<
  PidProviderServices,
  | 'decide'
  | 'clock'
  | 'crypto'
  | 'config'
  | 'type'
  | 'personSecret'
  | 'personSource'
  | 'identityProviders'
  | 'stores'
  | 'onFault'
>

interface LoginAnswer {
  /** `id` of the identity provider, from the callback's path. */
  readonly provider: string
  /** Session ids in the cookie, one for each tab. */
  readonly sessionIds: readonly string[]
  readonly parameters: Parameters
}

/** A successful login. The consent page follows. */
interface ConsentStep {
  readonly kind: 'consent'
  /** New session id for the cookie. */
  readonly sessionId: string
}

/** Result of a login, and the session id with which the browser sent the answer. */
interface LoginResult {
  readonly step: ConsentStep | Ending
  /** Session id in the cookie. `undefined` if the cookie contains no known session. */
  readonly cookieSessionId: string | undefined
}

const loginSurface = 'pid-provider/login/callback/:provider'

/**
 * Returns the session's new id for the consent page. Claims the answer before it sends a request to the provider
 * (PP-65). The answer stays spent even if the login then fails. Returns such a failure as an `Ending`, which redirects
 * to the wallet. A repeated answer gets the same result again. Rejects with a `Refusal` for an answer that does not
 * belong to a login of this browser, and for an answer that is still being processed. Does not ask for consent.
 */
export async function completeLogin(
  ctx: LoginContext,
  { provider, sessionIds, parameters }: LoginAnswer,
): Promise<LoginResult> {
  const sessions = ctx.stores.authorizationSessions
  let cookieSessionId: string | undefined
  let newId = ''
  let openSession: AuthorizationSession | undefined
  let ended: Ending | undefined
  try {
    const step = await ctx.decide(loginSurface, async (decision) => {
      const now = ctx.clock.now()
      const answeredSession = await findAnsweredSession(ctx, sessionIds, parameters, now)
      cookieSessionId = answeredSession?.cookieSessionId
      newId = answeredSession?.newId ?? ''
      const session = decision.found('PP-60', PP.noSession, answeredSession?.session, 'session_unknown')
      decision.that('PP-65', PP.loginForeign, session.provider === provider, 'provider_foreign', 'path.provider')
      const identityProvider = ctx.identityProviders.find(({ id }) => id === provider)
      const adapter = decision.found('PP-65', PP.noSession, identityProvider, 'provider_unknown', 'path.provider')
      decision.checkNow(LOGIN_ORIGIN_RULES, () => checkOrigin(ctx, session, parameters))
      if (session.login) return { kind: 'consent', sessionId: session.id } as const // PP-65
      ended = session.ended
      decision.that('PP-65', PP.loginRepeated, ended === undefined, 'login_response_used')
      openSession = session
      const { id, loginRequestId, expiresAt } = session
      const outcome = await sessions.takeLoginAnswer({
        id,
        claims: [{ name: 'login_response', value: loginRequestId, expiresAt }],
      })
      decision.that('PP-65', PP.loginRepeated, outcome === 'taken', 'login_response_used')
      const login = await decision.check(LOGIN_RULES, () =>
        adapter.complete({ parameters, pending: session.pendingLogin, now }),
      )
      decision.note('entity', login.issuer)
      decision.that('PP-13', PP.levelTooLow, login.levelOfAssurance === 'high', 'level_too_low', 'acr')
      const person = await decision.check(PERSON_SOURCE_RULES, () => findPerson(ctx, login, now))
      const recorded = await sessions.recordLogin({
        id,
        newId,
        login: {
          claims: person.claims,
          subjects: personSubjects(ctx, person.fiscalNumber, session.request.clientId), // PP-86
        },
      })
      decision.that('PP-60', PP.noSession, recorded === 'recorded', 'session_unknown')
      return { kind: 'consent', sessionId: newId } as const
    })
    return { step, cookieSessionId }
  } catch (thrown) {
    if (ended && thrown instanceof Refusal) return { step: ended, cookieSessionId }
    const session = openSession
    const createRecord = session && ((ending: Ending) => ({ ...session, id: newId, ended: ending }))
    return { step: await endSession(ctx, session, thrown, loginSurface, createRecord), cookieSessionId }
  }
}

interface AnsweredSession {
  readonly session: AuthorizationSession
  /** Session id in the cookie. */
  readonly cookieSessionId: string
  /** Session id after the login. */
  readonly newId: string
}

/**
 * Returns the browser's session of the answered login. If none matches, returns its newest session. The caller's checks
 * then refuse the answer.
 */
async function findAnsweredSession(
  ctx: LoginContext,
  sessionIds: readonly string[],
  parameters: Parameters,
  now: NumericDate,
): Promise<AnsweredSession | undefined> {
  const sessions = ctx.stores.authorizationSessions
  let newest: AnsweredSession | undefined
  for (const cookieSessionId of sessionIds) {
    const newId = idAfterLogin(ctx, cookieSessionId, parameters)
    const session = (await sessions.find(cookieSessionId, now)) ?? (await sessions.find(newId, now))
    if (session === undefined) continue
    newest = { session, cookieSessionId, newId }
    if (checkOrigin(ctx, session, parameters) === undefined) break
  }
  return newest
}

/** Refuses an answer without the `state` or RelayState of this login. */
function checkOrigin(
  { identityProviders }: LoginContext,
  session: AuthorizationSession,
  parameters: Parameters,
): Failure<RelayStateCode | 'login_response_foreign'> | undefined {
  const provider = identityProviders.find(({ id }) => id === session.provider)
  if (provider?.channel === 'saml') return checkRelayState(parameters, session.pendingLogin)
  if (parameters.get('state') !== session.loginRequestId) return fail('login_response_foreign', 'query.state') // PP-65
  return undefined
}

/** Returns the session id after the login. Only the same answer and cookie give the same id (D-143, D-286). */
const idAfterLogin = ({ crypto }: Pick<LoginContext, 'crypto'>, sessionId: string, parameters: Parameters): string => {
  const answer = ['login', parameters.get('code'), parameters.get('SAMLResponse')]
  return encodeBase64url(crypto.hmac(encodeUtf8(sessionId), JSON.stringify(answer)))
}
