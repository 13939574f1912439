/**
 * What the codes of an SD-JWT mean wherever one is taken: the GEN rows for its signature, the surface's own requirement for
 * its disclosures. Joined with the rows of a use case.
 */
import { joinRules, rows } from '../base/index.ts'
import type { SdJwtCode } from '../sd-jwt/index.ts'
import { jwsRules } from './jws-rules.ts'

/** `id` is the requirement of the surface that takes the presentation. */
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
