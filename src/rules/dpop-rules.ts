/**
 * What the codes of a DPoP proof, and of a request to a protected resource, mean: three surfaces share these rows (the
 * PID Provider's token and credential endpoints, the Relying Party's request endpoint), each under its own requirements
 * of the catalogue. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { AuthorizationHeaderCode, DpopHeaderCode, DpopProofCode, ProtectedResourceCode } from '../oauth/index.ts'
import { jwkRules, jwsParseRules, jwsRules, jwtTimeRules } from './jws-rules.ts'

/** Which requirement each group of checks enforces on one surface. */
export interface DpopRequirements {
  /** Exactly one header. */
  readonly count: string
  /** A claim is not there. */
  readonly required: string
  /** `typ`, `alg`. */
  readonly header: string
  /** `jwk` and the signature that it must verify. */
  readonly key: string
  /** `htm`, `htu`. */
  readonly target: string
  /** `iat`. */
  readonly window: string
  /** The form of `jti`. */
  readonly jti: string
  /** `ath`. */
  readonly hash: string
  /** The key is the one that the token, the code or the attestation is bound to. */
  readonly binding: string
  /** A nonce that the server demands. */
  readonly nonce: string
}

/** PID Provider, token endpoint. */
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

/** PID Provider, credential endpoint. */
export const credentialDpop: DpopRequirements = { ...tokenDpop, required: 'PP-91', binding: 'PP-90' }

/** Relying Party, request endpoint: the token is the Wallet Attestation. */
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

/** One header, no more. */
export const dpopHeaderRules = <A>(answer: A, ids: DpopRequirements = tokenDpop) =>
  ({
    dpop_missing: [ids.count, answer],
    dpop_duplicated: [ids.count, answer],
  }) as const satisfies Record<DpopHeaderCode, Rule<A>>

/** Everything that can be wrong with a proof. `useNonce` is the answer's own unless it is given. */
export const dpopRules = <A>(answer: A, ids: DpopRequirements = tokenDpop, useNonce: A = answer) =>
  ({
    ...jwsRules(answer),
    ...jwkRules(answer),
    typ_mismatch: [ids.header, answer],
    alg_none: [ids.header, answer],
    alg_mac: [ids.header, answer],
    alg_unsupported: [ids.header, answer],
    jwk_missing: [ids.key, answer],
    jwk_private: [ids.key, answer],
    signature_invalid: [ids.key, answer],
    jti_missing: [ids.required, answer],
    jti_malformed: [ids.jti, answer],
    htm_missing: [ids.required, answer],
    htm_mismatch: [ids.target, answer],
    htu_missing: [ids.required, answer],
    htu_mismatch: [ids.target, answer],
    iat_missing: [ids.required, answer],
    not_yet_valid: [ids.window, answer],
    proof_stale: [ids.window, answer],
    ath_missing: [ids.hash, answer],
    ath_mismatch: [ids.hash, answer],
    jkt_mismatch: [ids.binding, answer],
    dpop_nonce_missing: [ids.nonce, useNonce],
    nonce_foreign: [ids.nonce, useNonce],
    nonce_expired: [ids.nonce, useNonce],
  }) as const satisfies Record<DpopProofCode, Rule<A>>

/** How a protected resource words its refusals (RFC 9449 §7.1, §9). */
export interface ProtectedResourceAnswers<A> {
  /** No token was sent: the challenge names no error. */
  readonly tokenMissing: A
  readonly invalidToken: A
  readonly invalidProof: A
  /** A proof without a nonce, or with one that does not hold: the answer brings one. */
  readonly useNonce: A
}

/** The `Authorization` header. */
export const authorizationRules = <A>({
  tokenMissing,
  invalidToken,
}: Pick<ProtectedResourceAnswers<A>, 'tokenMissing' | 'invalidToken'>) =>
  ({
    authorization_missing: ['PP-89', tokenMissing],
    authorization_scheme_unsupported: ['PP-23', tokenMissing],
    authorization_malformed: ['PP-89', invalidToken],
  }) as const satisfies Record<AuthorizationHeaderCode, Rule<A>>

/** The credential endpoint's request: access token and proof together. A proof by another key is the token's fault (PP-90). */
export const protectedResourceRules = <A>(answers: ProtectedResourceAnswers<A>) =>
  ({
    ...authorizationRules(answers),
    ...dpopHeaderRules(answers.invalidProof, credentialDpop),
    ...dpopRules(answers.invalidProof, credentialDpop, answers.useNonce),
    jkt_mismatch: ['PP-90', answers.invalidToken],
    ...tokenRules(answers.invalidToken),
  }) as const satisfies Record<ProtectedResourceCode, Rule<A>>

type TokenCode = Extract<ProtectedResourceCode, `token_${string}`>

const tokenRules = <A>(answer: A) => {
  const { json_duplicate_member, alg_none, alg_mac, alg_unsupported, crit_unsupported } = jwsParseRules(answer)
  const { time_invalid } = jwtTimeRules(answer)
  return {
    token_json_malformed: ['PP-89', answer],
    token_json_too_large: ['PP-89', answer],
    token_json_too_deep: ['PP-89', answer],
    token_json_duplicate_member: json_duplicate_member,
    token_jws_malformed: ['PP-89', answer],
    token_jws_unsigned: ['PP-89', answer],
    token_alg_none: alg_none,
    token_alg_mac: alg_mac,
    token_alg_unsupported: alg_unsupported,
    token_crit_unsupported: crit_unsupported,
    token_typ_mismatch: ['PP-89', answer],
    token_key_mismatch: ['PP-89', answer],
    token_key_unusable: ['PP-89', answer],
    token_signature_invalid: ['PP-89', answer],
    token_time_invalid: time_invalid,
    token_expired: ['PP-88', answer],
    token_not_yet_valid: ['PP-89', answer],
    token_kid_unknown: ['PP-89', answer],
    token_iss_mismatch: ['PP-89', answer],
    token_access_token_malformed: ['PP-89', answer],
    token_aud_mismatch: ['PP-89', answer],
    token_binding_contradictory: ['PP-89', answer],
  } as const satisfies Record<TokenCode, Rule<A>>
}
