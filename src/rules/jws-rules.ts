/**
 * What the codes of a JWS mean wherever one is accepted: the GEN rows of the catalogue, with the answer that the
 * accepting surface gives. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { JwkCode, JwsParseCode, JwsVerifyCode, JwtTimeCode } from '../jose/index.ts'

/** Of `parseJws`: shape, algorithm, `crit` and `typ`. */
export const jwsParseRules = <A>(answer: A) =>
  ({
    json_malformed: ['GEN-23', answer],
    json_too_large: ['GEN-23', answer],
    json_too_deep: ['GEN-23', answer],
    json_duplicate_member: ['GEN-28', answer],
    jws_malformed: ['GEN-23', answer],
    jws_unsigned: ['GEN-01', answer],
    alg_none: ['GEN-01', answer],
    alg_mac: ['GEN-02', answer],
    alg_unsupported: ['GEN-03', answer],
    crit_unsupported: ['GEN-05', answer],
    typ_mismatch: ['GEN-14', answer],
  }) as const satisfies Record<JwsParseCode, Rule<A>>

/** Of `verifyJws`. */
export const jwsVerifyRules = <A>(answer: A) =>
  ({
    key_mismatch: ['GEN-11', answer],
    key_unusable: ['GEN-16', answer],
    signature_invalid: ['GEN-01', answer],
  }) as const satisfies Record<JwsVerifyCode, Rule<A>>

/** Of `checkJwtTimes`. */
export const jwtTimeRules = <A>(answer: A) =>
  ({
    time_invalid: ['GEN-10', answer],
    expired: ['GEN-04', answer],
    not_yet_valid: ['GEN-04', answer],
  }) as const satisfies Record<JwtTimeCode, Rule<A>>

/** Of `parsePublicJwk`: a key that came from outside. */
export const jwkRules = <A>(answer: A) =>
  ({
    jwk_malformed: ['GEN-16', answer],
    jwk_private: ['GEN-15', answer],
    jwk_unsupported: ['GEN-16', answer],
  }) as const satisfies Record<JwkCode, Rule<A>>

/** All of them at once. A use case overrides the rows that its own requirements name. */
export const jwsRules = <A>(answer: A) => ({
  ...jwsParseRules(answer),
  ...jwsVerifyRules(answer),
  ...jwtTimeRules(answer),
})
