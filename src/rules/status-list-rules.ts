/**
 * What the codes of a status list mean wherever one is asked. Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { StatusCode } from '../status-list/index.ts'
import { jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/** A list that does not hold, or is not where it must be, proves nothing and refuses; an outage is `unavailable`: a 503. */
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
    status_unexpected: [id, refused],
    media_type_unexpected: [id, refused],
    coding_unexpected: [id, refused],
    answer_too_large: [id, refused],
    not_text: [id, refused],
    unreachable: unavailable,
  }) as const satisfies Record<StatusCode, Rule<A>>
