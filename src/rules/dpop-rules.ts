/**
 * Rules for the codes of a DPoP proof and of a request to a protected resource. The PID Provider's token and credential
 * endpoints and the Relying Party's request endpoint have different requirements for the same codes. The caller joins
 * the rules with its own rows.
 */
import { joinRules, type Rule, type Rules, rows, rules } from '../base/index.ts'
import type { AuthorizationHeaderCode, DpopHeaderCode, DpopProofCode, ProtectedResourceCode } from '../oauth/index.ts'
import { type JwsCode, jwkRules, jwsRules, prefixCodes } from './jws-rules.ts'

/** Requirements of one endpoint, one for each group of checks. */
export interface DpopRequirements {
  /** Number of `DPoP` headers: exactly one. */
  readonly count: string
  /** Presence of the claims. */
  readonly required: string
  /** Header members `typ` and `alg`. */
  readonly header: string
  /** Header member `jwk`, and the signature that it must verify. */
  readonly key: string
  /** Claims `htm` and `htu`. */
  readonly target: string
  /** Claim `iat`. */
  readonly window: string
  /** Form of the claim `jti`. */
  readonly jti: string
  /** Claim `ath`. */
  readonly hash: string
  /** Binding of the token, the code or the attestation to the proof's key. */
  readonly binding: string
  /** Claim `nonce`, if the server requires one. */
  readonly nonce: string
}

/** Requirements at the PID Provider's token endpoint. */
export const tokenDpop: DpopRequirements = {
  count: 'PP-78',
  required: 'PP-19',
  header: 'PP-79',
  key: 'PP-80',
  target: 'PP-81',
  window: 'PP-82',
  jti: 'PP-84',
  hash: 'PP-91',
  binding: 'PP-51',
  nonce: 'PP-77',
}

/** Requirements at the PID Provider's credential endpoint. */
const credentialDpop: DpopRequirements = { ...tokenDpop, required: 'PP-91', binding: 'PP-90' }

/** Requirements at the Relying Party's request endpoint, where the token is the Wallet Attestation. */
export const requestUriDpop: DpopRequirements = {
  count: 'RP-45',
  required: 'RP-44',
  header: 'RP-44',
  key: 'RP-44',
  target: 'RP-44',
  window: 'RP-44',
  jti: 'RP-44',
  hash: 'RP-44',
  binding: 'RP-44',
  nonce: 'RP-44',
}

/** Returns the rules for the number of `DPoP` headers: exactly one. */
export const dpopHeaderRules = <A>(answer: A, ids: DpopRequirements = tokenDpop) =>
  rules<DpopHeaderCode>()(answer, { [ids.count]: ['dpop_missing', 'dpop_duplicated'] })

/**
 * Returns the rules for all faults of a proof. `useNonce` is the answer to faults of the nonce. Defaults to `answer`.
 */
export const dpopRules = <A>(answer: A, ids: DpopRequirements = tokenDpop, useNonce: A = answer) =>
  joinRules<DpopProofCode>()(
    jwsRules(answer),
    jwkRules(answer),
    withRequirements(ids, {
      ...rows(answer, {
        header: ['typ_mismatch', 'alg_none', 'alg_mac', 'alg_unsupported'],
        key: ['jwk_missing', 'jwk_private', 'signature_invalid'],
        required: ['jti_missing', 'htm_missing', 'htu_missing', 'iat_missing'],
        jti: ['jti_malformed'],
        target: ['htm_mismatch', 'htu_mismatch'],
        window: ['not_yet_valid', 'proof_stale'],
        hash: ['ath_missing', 'ath_mismatch'],
        binding: ['jkt_mismatch'],
      }),
      ...rows(useNonce, { nonce: ['dpop_nonce_missing', 'nonce_foreign', 'nonce_expired'] }),
    }),
  )

/** Replaces the name of each group by its requirement. Two groups may have the same requirement. */
const withRequirements = <C extends string, A>(ids: DpopRequirements, table: Rules<C, A>): Rules<C, A> =>
  Object.fromEntries(
    Object.entries<Rule<A>>(table).map(([code, [group, answer]]) => [
      code,
      [ids[group as keyof typeof ids], answer] as const,
    ]),
  ) as Rules<C, A>

/** Answers of a protected resource to refused requests (RFC 9449 §7.1, §9). */
export interface ProtectedResourceAnswers<A> {
  /** Answer to a request without a token, or with another scheme than DPoP. Its `WWW-Authenticate` names no error. */
  readonly tokenMissing: A
  readonly invalidToken: A
  readonly invalidProof: A
  /** Answer with a new nonce, to a proof whose nonce is missing or invalid. */
  readonly useNonce: A
}

/** Returns the rules for the `Authorization` header. */
const authorizationRules = <A>({
  tokenMissing,
  invalidToken,
}: Pick<ProtectedResourceAnswers<A>, 'tokenMissing' | 'invalidToken'>) =>
  joinRules<AuthorizationHeaderCode>()(
    rows(tokenMissing, { 'PP-23': ['authorization_scheme_unsupported'], 'PP-89': ['authorization_missing'] }),
    rows(invalidToken, { 'PP-89': ['authorization_malformed'] }),
  )

/**
 * Returns the rules for a request to the credential endpoint: access token and proof together. A proof with a key that
 * the token is not bound to counts as a fault of the token (PP-90).
 */
export const protectedResourceRules = <A>(answers: ProtectedResourceAnswers<A>) =>
  joinRules<ProtectedResourceCode>()(
    authorizationRules(answers),
    dpopHeaderRules(answers.invalidProof, credentialDpop),
    dpopRules(answers.invalidProof, credentialDpop, answers.useNonce),
    tokenRules(answers.invalidToken),
    rows(answers.invalidToken, { 'PP-90': ['jkt_mismatch'] }),
  )

type TokenCode = Extract<ProtectedResourceCode, `token_${string}`>

const tokenRules = <A>(answer: A) =>
  joinRules<TokenCode>()(
    rules<`token_${JwsCode}`>()(answer, { 'PP-89': prefixCodes('token_', jwsRules(answer)) }),
    rows(answer, {
      'GEN-01': ['token_alg_none'],
      'GEN-02': ['token_alg_mac'],
      'GEN-03': ['token_alg_unsupported'],
      'GEN-05': ['token_crit_unsupported'],
      'GEN-10': ['token_time_invalid'],
      'GEN-28': ['token_json_duplicate_member'],
      'PP-88': ['token_expired'],
      'PP-89': [
        'token_kid_unknown',
        'token_iss_mismatch',
        'token_access_token_malformed',
        'token_aud_mismatch',
        'token_binding_contradictory',
      ],
    }),
  )
