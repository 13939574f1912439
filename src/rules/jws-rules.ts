/**
 * Rules for the failure codes of a JWS, with the GEN requirements of the catalogue. The caller passes its answer, and
 * joins the rules with its own rows.
 */
import { joinRules, type Rules, rules } from '../base/index.ts'
import type { JwkCode, JwsParseCode, JwsVerifyCode, JwtTimeCode } from '../jose/index.ts'

/** Returns the rules for `parseJws`: shape, algorithm, `crit` and `typ`. */
export const jwsParseRules = <A>(answer: A) =>
  rules<JwsParseCode>()(answer, {
    'GEN-01': ['jws_unsigned', 'alg_none'],
    'GEN-02': ['alg_mac'],
    'GEN-03': ['alg_unsupported'],
    'GEN-05': ['crit_unsupported'],
    'GEN-14': ['typ_mismatch'],
    'GEN-23': ['json_malformed', 'json_too_large', 'json_too_deep', 'jws_malformed'],
    'GEN-28': ['json_duplicate_member'],
  })

/** Returns the rules for `verifyJws`. */
export const jwsVerifyRules = <A>(answer: A) =>
  rules<JwsVerifyCode>()(answer, {
    'GEN-01': ['signature_invalid'],
    'GEN-11': ['key_mismatch'],
    'GEN-16': ['key_unusable'],
  })

/** Returns the rules for `checkJwtTimes`. */
export const jwtTimeRules = <A>(answer: A) =>
  rules<JwtTimeCode>()(answer, { 'GEN-04': ['expired', 'not_yet_valid'], 'GEN-10': ['time_invalid'] })

/** Returns the rules for `parsePublicJwk`, which parses received keys. */
export const jwkRules = <A>(answer: A) =>
  rules<JwkCode>()(answer, { 'GEN-15': ['jwk_private'], 'GEN-16': ['jwk_malformed', 'jwk_unsupported'] })

/**
 * Returns the rules for parsing, signature and times. Callers override the codes for which they have a requirement of
 * their own.
 */
export const jwsRules = <A>(answer: A) =>
  joinRules<JwsCode>()(jwsParseRules(answer), jwsVerifyRules(answer), jwtTimeRules(answer))

/** Failure codes of `jwsRules`. */
export type JwsCode = JwsParseCode | JwsVerifyCode | JwtTimeCode

/**
 * Returns each code of a table with a prefix, for example `token_expired`. The prefix states which JWS of a message is
 * at fault.
 */
export const prefixCodes = <P extends string, C extends string>(prefix: P, table: Rules<C, unknown>): `${P}${C}`[] =>
  Object.keys(table).map((code): `${P}${C}` => `${prefix}${code as C}`)
