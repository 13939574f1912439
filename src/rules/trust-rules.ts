/**
 * Rules for the failure codes of trust evaluation. The caller passes its answers, and joins the rules with its own
 * rows.
 */
import { joinRules, rows } from '../base/index.ts'
import type { TrustChainCode, TrustCode } from '../federation/index.ts'
import { certificateRules } from './certificate-rules.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'

/**
 * Returns the rules for use cases with a `TrustEvaluator`. `unavailable` is the answer if an outage prevents a result.
 * Endpoints pass a 503 answer.
 */
export const trustRules = <A>(refused: A, unavailable: A) =>
  joinRules<TrustCode>()(
    rows(refused, {
      'FED-02': ['no_trust_chain'],
      'FED-07': ['trust_mark_missing'],
      'FED-25': ['entity_type_missing'],
      'FED-26': ['trust_chain_expired'],
      'FED-131': ['key_set_by_reference'],
    }),
    rows(unavailable, { 'GEN-27': ['trust_unavailable'] }),
    certificateRules(refused, unavailable),
  )

/**
 * Returns the rules of `trustRules`, with the requirement `id` for a missing or expired chain, a missing entity type
 * and a missing trust mark.
 */
export const trustRulesUnder = <A>(id: string, refused: A, unavailable: A) =>
  joinRules<TrustCode>()(
    rows(unavailable, { 'GEN-27': ['trust_unavailable'] }),
    certificateRules(refused, unavailable),
    rows(refused, {
      [id]: ['no_trust_chain', 'entity_type_missing', 'trust_chain_expired', 'trust_mark_missing'],
      'FED-131': ['key_set_by_reference'],
    }),
  )

/** Returns the rules for callers that validate a trust chain themselves, without a `TrustEvaluator`. */
export const trustChainRules = <A>(answer: A) =>
  joinRules<TrustChainCode>()(
    jwsRules(answer),
    jwkRules(answer),
    rows(answer, {
      'FED-02': ['chain_empty'],
      'FED-03': ['subject_mismatch'],
      'FED-04': ['policy_violated'],
      'FED-05': ['path_too_long'],
      'FED-12': ['authority_hints_malformed', 'superior_not_hinted'],
      'FED-14': [
        'chain_too_short',
        'order_wrong',
        'link_broken',
        'chain_loop',
        'subject_key_mismatch',
        'signature_invalid',
      ],
      'FED-15': ['anchor_unknown', 'anchor_key_mismatch'],
      'FED-16': [
        'typ_mismatch',
        'alg_unsupported',
        'not_yet_valid',
        'jwk_private',
        'kid_missing',
        'kid_unknown',
        'iss_missing',
        'sub_missing',
        'iat_missing',
        'exp_missing',
        'jwks_missing',
        'jwks_empty',
        'jwk_kid_missing',
        'jwk_kid_doubled',
      ],
      'FED-17': ['trust_chain_forbidden', 'claim_misplaced', 'claim_malformed', 'metadata_malformed', 'metadata_null'],
      'FED-18': ['crit_unknown', 'policy_crit_unknown'],
      'FED-19': ['expired'],
      'FED-20': ['constraints_malformed', 'metadata_schema_violated'],
      'FED-21': ['policy_merge_impossible'],
      'FED-22': ['policy_malformed', 'policy_operand_invalid', 'policy_combination_invalid'],
      'FED-23': ['name_excluded', 'name_not_permitted'],
      'FED-28': ['entity_id_invalid'],
      'FED-37': ['chain_too_long'],
      'GEN-15': ['metadata_key_private'],
      'GEN-19': ['federation_endpoint_invalid'],
    }),
  )
