/**
 * What the codes of trust mean wherever an entity is to be trusted, with the answers that the accepting surface gives.
 * Spread into the rule table of a use case.
 */
import type { Rule } from '../base/index.ts'
import type { TrustChainCode, TrustCode, TrustMarkCode, TrustMarkDelegationCode } from '../federation/index.ts'
import { jwkRules, jwsRules } from './jws-rules.ts'

/** For surfaces that ask a `TrustEvaluator`. `unavailable` is a 503: nothing could be said about the entity. */
export const trustRules = <A>(refused: A, unavailable: A) =>
  ({
    no_trust_chain: ['FED-02', refused],
    trust_chain_expired: ['FED-26', refused],
    entity_type_missing: ['FED-25', refused],
    trust_mark_missing: ['FED-07', refused],
    trust_unavailable: ['GEN-27', unavailable],
  }) as const satisfies Record<TrustCode, Rule<A>>

/** For surfaces that validate a chain themselves. */
export const trustChainRules = <A>(answer: A) =>
  ({
    ...jwsRules(answer),
    ...jwkRules(answer),
    typ_mismatch: ['FED-16', answer],
    alg_unsupported: ['FED-16', answer],
    expired: ['FED-19', answer],
    not_yet_valid: ['FED-16', answer],
    jwk_private: ['FED-16', answer],
    kid_missing: ['FED-16', answer],
    kid_unknown: ['FED-16', answer],
    iss_missing: ['FED-16', answer],
    sub_missing: ['FED-16', answer],
    iat_missing: ['FED-16', answer],
    exp_missing: ['FED-16', answer],
    jwks_missing: ['FED-16', answer],
    jwks_empty: ['FED-16', answer],
    jwk_kid_missing: ['FED-16', answer],
    jwk_kid_doubled: ['FED-16', answer],
    entity_id_invalid: ['FED-28', answer],
    trust_chain_forbidden: ['FED-17', answer],
    claim_misplaced: ['FED-17', answer],
    claim_malformed: ['FED-17', answer],
    metadata_malformed: ['FED-17', answer],
    metadata_null: ['FED-17', answer],
    crit_unknown: ['FED-18', answer],
    policy_crit_unknown: ['FED-18', answer],
    authority_hints_malformed: ['FED-12', answer],
    superior_not_hinted: ['FED-12', answer],
    subject_mismatch: ['FED-03', answer],
    chain_empty: ['FED-02', answer],
    chain_too_long: ['FED-37', answer],
    chain_too_short: ['FED-14', answer],
    order_wrong: ['FED-14', answer],
    link_broken: ['FED-14', answer],
    chain_loop: ['FED-14', answer],
    subject_key_mismatch: ['FED-14', answer],
    signature_invalid: ['FED-14', answer],
    anchor_unknown: ['FED-15', answer],
    anchor_key_mismatch: ['FED-15', answer],
    constraints_malformed: ['FED-20', answer],
    path_too_long: ['FED-05', answer],
    name_excluded: ['FED-23', answer],
    name_not_permitted: ['FED-23', answer],
    policy_malformed: ['FED-22', answer],
    policy_operand_invalid: ['FED-22', answer],
    policy_combination_invalid: ['FED-22', answer],
    policy_merge_impossible: ['FED-21', answer],
    policy_violated: ['FED-04', answer],
    metadata_schema_violated: ['FED-20', answer],
    metadata_key_private: ['GEN-15', answer],
    federation_endpoint_invalid: ['GEN-19', answer],
  }) as const satisfies Record<TrustChainCode, Rule<A>>

type DelegationCode = TrustMarkDelegationCode | 'delegation_missing' | 'delegation_owner_unknown'

const delegationRules = <A>(answer: A) =>
  ({
    delegation_missing: ['FED-35', answer],
    delegation_owner_unknown: ['FED-35', answer],
    delegation_json_malformed: ['FED-35', answer],
    delegation_json_too_large: ['FED-35', answer],
    delegation_json_too_deep: ['FED-35', answer],
    delegation_json_duplicate_member: ['FED-35', answer],
    delegation_jws_malformed: ['FED-35', answer],
    delegation_jws_unsigned: ['FED-35', answer],
    delegation_alg_none: ['FED-35', answer],
    delegation_alg_mac: ['FED-35', answer],
    delegation_alg_unsupported: ['FED-35', answer],
    delegation_crit_unsupported: ['FED-35', answer],
    delegation_typ_mismatch: ['FED-35', answer],
    delegation_key_mismatch: ['FED-35', answer],
    delegation_key_unusable: ['FED-35', answer],
    delegation_signature_invalid: ['FED-35', answer],
    delegation_time_invalid: ['FED-35', answer],
    delegation_expired: ['FED-35', answer],
    delegation_not_yet_valid: ['FED-35', answer],
    delegation_kid_unknown: ['FED-35', answer],
    delegation_iat_missing: ['FED-35', answer],
    delegation_iss_mismatch: ['FED-35', answer],
    delegation_sub_mismatch: ['FED-35', answer],
    delegation_type_mismatch: ['FED-35', answer],
  }) as const satisfies Record<DelegationCode, Rule<A>>

/** For surfaces that judge a trust mark. `unavailable` is a 503: the issuer's superiors do not answer. */
export const trustMarkRules = <A>(answer: A, unavailable: A) =>
  ({
    ...jwsRules(answer),
    ...delegationRules(answer),
    typ_mismatch: ['FED-07', answer],
    expired: ['FED-07', answer],
    not_yet_valid: ['FED-07', answer],
    signature_invalid: ['FED-07', answer],
    kid_unknown: ['FED-07', answer],
    mark_claim_missing: ['FED-07', answer],
    mark_claim_malformed: ['FED-35', answer],
    mark_sub_mismatch: ['FED-07', answer],
    mark_type_mismatch: ['FED-07', answer],
    mark_type_unrecognised: ['FED-07', answer],
    mark_issuer_not_allowed: ['FED-07', answer],
    mark_issuer_untrusted: ['FED-07', answer],
    mark_issuer_unavailable: ['GEN-27', unavailable],
  }) as const satisfies Record<TrustMarkCode, Rule<A>>
