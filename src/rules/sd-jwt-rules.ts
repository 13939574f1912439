/**
 * What the codes of an SD-JWT mean wherever one is taken: the GEN rows for its signature, the surface's own requirement for
 * its disclosures. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { SdJwtCode } from '../sd-jwt/index.ts'
import { jwsRules } from './jws-rules.ts'

/** `id` is the requirement of the surface that takes the presentation. */
export const sdJwtRules = <A>(id: string, answer: A) =>
  ({
    ...jwsRules(answer),
    sd_jwt_malformed: [id, answer],
    sd_jwt_too_large: [id, answer],
    sd_alg_unsupported: [id, answer],
    disclosure_malformed: [id, answer],
    disclosure_length: [id, answer],
    disclosure_salt_invalid: [id, answer],
    disclosure_name_invalid: [id, answer],
    disclosure_name_reserved: [id, answer],
    disclosure_repeated: [id, answer],
    disclosure_unreferenced: [id, answer],
    disclosure_kind_mismatch: [id, answer],
    disclosure_never_selective: [id, answer],
    digest_repeated: [id, answer],
    digest_malformed: [id, answer],
    claim_name_clash: [id, answer],
  }) as const satisfies Record<SdJwtCode, Rule<A>>
