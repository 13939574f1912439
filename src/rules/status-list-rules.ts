/**
 * What the codes of a status list mean wherever one is asked. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { StatusCode } from '../status-list/index.ts'
import { jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/** A list that does not hold proves nothing and refuses; one that cannot be had is `unavailable`: a 503. */
export const statusListRules = <A>(id: string, refused: A, unavailable: Rule<A>) =>
  ({
    ...jwsRules(refused),
    ...trustRules(refused, unavailable[1]),
    status_token_malformed: [id, refused],
    status_uri_mismatch: [id, refused],
    status_key_unknown: [id, refused],
    list_malformed: [id, refused],
    list_too_large: [id, refused],
    index_out_of_range: [id, refused],
    url_malformed: [id, refused],
    url_not_https: [id, refused],
    url_forbidden_part: [id, refused],
    url_forbidden: ['FED-08', refused],
    address_forbidden: ['FED-08', refused],
    unreachable: unavailable,
    status_unexpected: unavailable,
    media_type_unexpected: unavailable,
    answer_too_large: unavailable,
    not_text: unavailable,
  }) as const satisfies Record<StatusCode, Rule<A>>
