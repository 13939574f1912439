/**
 * Rules for the failure codes of a status list. The caller passes its requirement and its answers, and joins the rules
 * with its own rows.
 */
import { joinRules, type Rule, rows } from '../base/index.ts'
import type { StatusCode } from '../status-list/index.ts'
import { jwsRules } from './jws-rules.ts'
import { trustRules } from './trust-rules.ts'

/**
 * Returns the rules. `id` is the caller's requirement. A list that is invalid or missing proves nothing, so the request
 * is refused. If the list cannot be fetched now, the requirement is `outage`, and the answer is `unavailable`.
 * Endpoints pass a 503 answer.
 */
export const statusListRules = <A>(id: string, refused: A, [outage, unavailable]: Rule<A>) =>
  joinRules<StatusCode>()(
    jwsRules(refused),
    trustRules(refused, unavailable),
    rows(unavailable, { [outage]: ['unreachable'] }),
    rows(refused, { 'FED-08': ['url_forbidden', 'address_forbidden'] }),
    rows(refused, {
      [id]: [
        'status_token_malformed',
        'status_uri_mismatch',
        'status_key_unknown',
        'list_malformed',
        'list_too_large',
        'index_out_of_range',
        'url_malformed',
        'url_not_https',
        'url_forbidden_part',
        'status_unexpected',
        'media_type_unexpected',
        'coding_unexpected',
        'answer_too_large',
        'not_text',
      ],
    }),
  )
