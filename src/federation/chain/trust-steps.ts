/** Steps of the evaluation of a path, and the step at which each failure occurs. */
import type { ResolveCode } from './rejected-path.ts'

/** A step of the evaluation of a path. */
export type TrustStep =
  | 'reach'
  | 'statements'
  | 'times'
  | 'links'
  | 'anchor'
  | 'signatures'
  | 'constraints'
  | 'metadata'

/** Steps in the order of the evaluation. */
export const trustSteps: readonly TrustStep[] = [
  'reach',
  'statements',
  'times',
  'links',
  'anchor',
  'signatures',
  'constraints',
  'metadata',
]

/** The step at which each failure occurs, by failure code. */
export const trustStepOf: Readonly<Record<ResolveCode, TrustStep>> = {
  unreachable: 'reach',
  url_forbidden: 'reach',
  address_forbidden: 'reach',
  status_unexpected: 'reach',
  media_type_unexpected: 'reach',
  coding_unexpected: 'reach',
  answer_too_large: 'reach',
  not_text: 'reach',
  superior_loops: 'reach',
  limit_reached: 'reach',
  no_superior: 'reach',
  fetch_endpoint_missing: 'reach',
  json_malformed: 'statements',
  json_too_large: 'statements',
  json_too_deep: 'statements',
  json_duplicate_member: 'statements',
  jws_malformed: 'statements',
  jws_unsigned: 'statements',
  alg_none: 'statements',
  alg_mac: 'statements',
  alg_unsupported: 'statements',
  crit_unsupported: 'statements',
  typ_mismatch: 'statements',
  kid_missing: 'statements',
  trust_chain_forbidden: 'statements',
  iss_missing: 'statements',
  sub_missing: 'statements',
  iat_missing: 'statements',
  exp_missing: 'statements',
  entity_id_invalid: 'statements',
  jwks_missing: 'statements',
  jwks_empty: 'statements',
  jwk_kid_missing: 'statements',
  jwk_kid_doubled: 'statements',
  jwk_malformed: 'statements',
  jwk_private: 'statements',
  jwk_unsupported: 'statements',
  metadata_malformed: 'statements',
  metadata_null: 'statements',
  claim_misplaced: 'statements',
  claim_malformed: 'statements',
  crit_unknown: 'statements',
  policy_crit_unknown: 'statements',
  authority_hints_malformed: 'statements',
  not_a_configuration: 'statements',
  not_a_subordinate_statement: 'statements',
  time_invalid: 'times',
  expired: 'times',
  not_yet_valid: 'times',
  chain_empty: 'links',
  chain_too_long: 'links',
  chain_too_short: 'links',
  subject_mismatch: 'links',
  order_wrong: 'links',
  link_broken: 'links',
  chain_loop: 'links',
  superior_not_hinted: 'links',
  anchor_unknown: 'anchor',
  anchor_key_mismatch: 'signatures',
  kid_unknown: 'signatures',
  subject_key_mismatch: 'signatures',
  key_mismatch: 'signatures',
  key_unusable: 'signatures',
  signature_invalid: 'signatures',
  constraints_malformed: 'constraints',
  path_too_long: 'constraints',
  name_excluded: 'constraints',
  name_not_permitted: 'constraints',
  policy_malformed: 'metadata',
  policy_operand_invalid: 'metadata',
  policy_combination_invalid: 'metadata',
  policy_merge_impossible: 'metadata',
  policy_violated: 'metadata',
  metadata_schema_violated: 'metadata',
  metadata_key_private: 'metadata',
  federation_endpoint_invalid: 'metadata',
}
