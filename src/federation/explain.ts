/**
 * Why an entity is trusted, or why not: every path that was tried, every rule on it in the order in which it is looked
 * at, and the first that failed. Data; rendering it in words is the caller's business.
 */
import { failed, type NumericDate, type Verified } from '../base/index.ts'
import { removeForbiddenTypes } from './constraints.ts'
import { type EntityStatement, parseEntityStatement } from './entity-statement.ts'
import {
  type ResolveCode,
  type ResolveContext,
  type ResolveOptions,
  resolveTrustChains,
} from './resolve-trust-chain.ts'
import { type ResolveTrustMarkCode, resolveTrustMarks } from './resolve-trust-marks.ts'
import type { TrustChain } from './trust-chain.ts'
import type { EntityType } from './trust-evaluator.ts'

export type TrustStep =
  | 'reach'
  | 'statements'
  | 'times'
  | 'links'
  | 'anchor'
  | 'signatures'
  | 'constraints'
  | 'metadata'

/** In the order of the judgement. */
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

/** To which step each code belongs. A code without a step does not compile. */
export const trustStepOf: Readonly<Record<ResolveCode, TrustStep>> = {
  unreachable: 'reach',
  url_forbidden: 'reach',
  address_forbidden: 'reach',
  status_unexpected: 'reach',
  media_type_unexpected: 'reach',
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

export interface ExplainedStep {
  readonly step: TrustStep
  readonly result: 'holds' | 'fails' | 'not_reached'
  readonly code?: ResolveCode
  readonly at?: string
}

export interface ExplainedPath {
  /** Entity identifiers, the subject first. */
  readonly path: readonly string[]
  readonly steps: readonly ExplainedStep[]
}

/** A trust mark that the entity shows, or that is demanded and that it does not show. */
export interface ExplainedTrustMark {
  readonly trustMarkType: string
  readonly result: 'holds' | 'fails' | 'absent'
  readonly code?: ResolveTrustMarkCode
  readonly at?: string
}

/** A type in which the entity was to be trusted, and that its resolved metadata lacks. */
export interface MissingType {
  readonly entityType: string
  /** Whether the entity says that it plays it. */
  readonly published: boolean
  /** Whose constraints do not allow the type, nearest to the entity first. */
  readonly removedBy: readonly string[]
}

export interface TrustExplanation {
  readonly entityId: string
  readonly verdict: 'trusted' | 'entity_type_missing' | 'trust_mark_missing' | 'no_trust_chain'
  /** Valid ones first, the shortest leading. */
  readonly paths: readonly ExplainedPath[]
  /** The types that the resolved metadata has; empty without a valid chain. */
  readonly entityTypes: readonly string[]
  /** None as long as one of the types is played. */
  readonly missingTypes: readonly MissingType[]
  /** None without a valid chain. */
  readonly trustMarks: readonly ExplainedTrustMark[]
  readonly expiresAt?: NumericDate
}

export interface ExplainOptions extends ResolveOptions {
  /** Trust marks of which the entity must hold one; not said: none is demanded. */
  readonly requiredTrustMarks?: readonly string[]
}

/**
 * Resolves anew, past every cache, and tells all; of `types` the entity must play one, if there are any. Issuers of trust
 * marks are asked whether these still hold.
 */
export async function explainTrust(
  ctx: ResolveContext,
  entityId: string,
  types: readonly EntityType[],
  { requiredTrustMarks: demanded = [], ...options }: ExplainOptions,
): Promise<TrustExplanation> {
  const { chains, rejected } = await resolveTrustChains(ctx, entityId, options)
  const [shortest] = chains
  const entityTypes = Object.keys(shortest?.metadata ?? {})
  const trustMarks = shortest ? await explainTrustMarks(ctx, shortest, demanded, options) : []
  const plays = types.length === 0 || types.some((type) => entityTypes.includes(type))
  const marked =
    demanded.length === 0 || trustMarks.some((mark) => mark.result === 'holds' && demanded.includes(mark.trustMarkType))
  const faults = [
    shortest === undefined && 'no_trust_chain',
    !plays && 'entity_type_missing',
    !marked && 'trust_mark_missing',
  ] as const
  return {
    entityId,
    verdict: faults.find((fault) => fault !== false) ?? 'trusted',
    paths: [
      ...chains.map(({ path }) => ({ path, steps: explainSteps() })),
      ...rejected.map(({ path, failure }) => ({ path, steps: explainSteps(failure) })),
    ],
    entityTypes,
    missingTypes: shortest && !plays ? types.map((type) => explainMissingType(type, shortest, options)) : [],
    trustMarks,
    ...(shortest && { expiresAt: shortest.expiresAt }),
  }
}

/** No policy takes a type away and no superior's metadata does: only constraints do (OpenID Federation 1.0 §6.2.3). */
function explainMissingType(
  entityType: EntityType,
  { path, statements }: Verified<TrustChain>,
  options: ResolveOptions,
): MissingType {
  const [subject, ...superiors] = path.flatMap((_, index) => {
    const statement = parseEntityStatement(statements[index] ?? '', options, `statement[${index}]`)
    return failed(statement) ? [] : [statement]
  })
  const allows = ({ constraints = {} }: EntityStatement) =>
    Object.hasOwn(removeForbiddenTypes(constraints, { [entityType]: {} }), entityType)
  return {
    entityType,
    published: Object.hasOwn(subject?.metadata ?? {}, entityType),
    removedBy: superiors.filter((statement) => !allows(statement)).map(({ iss }) => iss),
  }
}

/** An issuer without a status endpoint cannot be asked: its marks hold by their signature. */
async function explainTrustMarks(
  ctx: ResolveContext,
  chain: Verified<TrustChain>,
  demanded: readonly string[],
  options: ResolveOptions,
): Promise<readonly ExplainedTrustMark[]> {
  const { valid, rejected } = await resolveTrustMarks(ctx, chain, { ...options, askStatus: true })
  const shown = [
    ...valid.map(({ entry }) => ({ trustMarkType: entry.trust_mark_type, result: 'holds' as const })),
    ...rejected.map(({ trustMarkType, failure: { code, at } }) =>
      code === 'mark_status_endpoint_missing'
        ? { trustMarkType, result: 'holds' as const }
        : { trustMarkType, result: 'fails' as const, code, at },
    ),
  ]
  const absent = demanded.filter((type) => shown.every(({ trustMarkType }) => trustMarkType !== type))
  return [...shown, ...absent.map((trustMarkType) => ({ trustMarkType, result: 'absent' as const }))]
}

function explainSteps(failure?: { readonly code: ResolveCode; readonly at: string }): readonly ExplainedStep[] {
  const failing = failure ? trustSteps.indexOf(trustStepOf[failure.code]) : trustSteps.length
  return trustSteps.map((step, index) => {
    if (index < failing) return { step, result: 'holds' }
    if (index > failing || failure === undefined) return { step, result: 'not_reached' }
    return { step, result: 'fails', code: failure.code, at: failure.at }
  })
}
