/**
 * Rules for the failure codes of an SD-JWT. Faults of its JWS have the GEN requirements of `jwsRules`. All others have
 * the requirement that the caller passes. The caller joins the rules with its own rows.
 */
import { joinRules, rows } from '../base/index.ts'
import type { SdJwtCode } from '../sd-jwt/index.ts'
import { jwsRules } from './jws-rules.ts'

/** Returns the rules. `id` is the caller's requirement. */
export const sdJwtRules = <A>(id: string, answer: A) =>
  joinRules<SdJwtCode>()(
    jwsRules(answer),
    rows(answer, {
      [id]: [
        'sd_jwt_malformed',
        'sd_jwt_too_large',
        'sd_alg_unsupported',
        'disclosure_malformed',
        'disclosure_length',
        'disclosure_salt_invalid',
        'disclosure_name_invalid',
        'disclosure_name_reserved',
        'disclosure_repeated',
        'disclosure_unreferenced',
        'disclosure_kind_mismatch',
        'disclosure_never_selective',
        'digest_repeated',
        'digest_malformed',
        'claim_name_clash',
      ],
    }),
  )
