/**
 * What can be wrong with a chain that this entity resolves for others or for its operator, under the answers of the
 * surface: the chain itself, the metadata at its end, or a superior that does not answer.
 */
import type { Rules } from '../../base/index.ts'
import type { ResolveCode } from '../../federation/index.ts'
import { trustChainRules } from '../../rules/index.ts'
import type { TrustAnchorAnswer } from '../answers.ts'

export interface ResolveAnswers {
  readonly chain: TrustAnchorAnswer
  readonly metadata: TrustAnchorAnswer
  readonly silent: TrustAnchorAnswer
}

export const resolveRules = ({ chain, metadata, silent }: ResolveAnswers) => {
  const ofMetadata = trustChainRules(metadata)
  return {
    ...trustChainRules(chain),
    policy_malformed: ofMetadata.policy_malformed,
    policy_operand_invalid: ofMetadata.policy_operand_invalid,
    policy_combination_invalid: ofMetadata.policy_combination_invalid,
    policy_merge_impossible: ofMetadata.policy_merge_impossible,
    policy_violated: ofMetadata.policy_violated,
    metadata_schema_violated: ofMetadata.metadata_schema_violated,
    metadata_key_private: ofMetadata.metadata_key_private,
    federation_endpoint_invalid: ofMetadata.federation_endpoint_invalid,
    not_a_subordinate_statement: ['FED-14', chain],
    unreachable: ['GEN-27', silent],
    url_forbidden: ['FED-08', chain],
    address_forbidden: ['FED-08', chain],
    status_unexpected: ['FED-02', chain],
    media_type_unexpected: ['FED-02', chain],
    coding_unexpected: ['FED-02', chain],
    answer_too_large: ['FED-37', chain],
    not_text: ['FED-02', chain],
    superior_loops: ['FED-37', chain],
    limit_reached: ['FED-37', chain],
    no_superior: ['FED-12', chain],
    fetch_endpoint_missing: ['FED-02', chain],
  } as const satisfies Rules<ResolveCode, TrustAnchorAnswer>
}
