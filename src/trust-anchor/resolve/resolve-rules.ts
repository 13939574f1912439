/**
 * Rules for a chain that this entity resolves for others or for its operator. The caller provides three answers: for
 * faults of the chain, for faults of the resolved metadata, and for an entity that does not answer.
 */
import { joinRules, rows } from '../../base/index.ts'
import type { ResolveCode } from '../../federation/index.ts'
import { trustChainRules } from '../../rules/index.ts'
import type { TrustAnchorAnswer } from '../answers.ts'

interface ResolveAnswers {
  readonly chain: TrustAnchorAnswer
  readonly metadata: TrustAnchorAnswer
  readonly silent: TrustAnchorAnswer
}

/** Returns the rules of a resolution with these answers. */
export const resolveRules = ({ chain, metadata, silent }: ResolveAnswers) =>
  joinRules<ResolveCode>()(
    trustChainRules(chain),
    rows(metadata, {
      'FED-04': ['policy_violated'],
      'FED-20': ['metadata_schema_violated'],
      'FED-21': ['policy_merge_impossible'],
      'FED-22': ['policy_malformed', 'policy_operand_invalid', 'policy_combination_invalid'],
      'GEN-15': ['metadata_key_private'],
      'GEN-19': ['federation_endpoint_invalid'],
    }),
    rows(chain, {
      'FED-02': [
        'status_unexpected',
        'media_type_unexpected',
        'coding_unexpected',
        'not_text',
        'fetch_endpoint_missing',
      ],
      'FED-08': ['url_forbidden', 'address_forbidden'],
      'FED-11': ['not_a_configuration'],
      'FED-12': ['no_superior'],
      'FED-14': ['not_a_subordinate_statement'],
      'FED-37': ['answer_too_large', 'superior_loops', 'limit_reached'],
    }),
    rows(silent, { 'GEN-27': ['unreachable'] }),
  )
