/**
 * Evaluates an entity before it becomes a subordinate: its Entity Configuration, and the trust chain with the
 * Subordinate Statement that it would get. The result contains the metadata that other entities would resolve.
 */
import {
  type Decision,
  type Failure,
  type FetchCode,
  fail,
  failed,
  fetchText,
  isEntityId,
  joinRules,
  type NumericDate,
  rows,
  rules,
  type Verified,
} from '../../base/index.ts'
import {
  type EntityConfigurationCode,
  type EntityStatement,
  entityConfigurationUrl,
  entityStatementMediaType,
  maximumStatementSize,
  NoOwnTrustChain,
  type ResolveCode,
  type TrustChain,
  unverifiedPath,
  validateTrustChain,
  verifyEntityConfiguration,
  withPath,
} from '../../federation/index.ts'
import type { AnswerWithHeaders } from '../../http/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import { isCertifiable } from '../certificates/certificate-contents.ts'
import type { TrustAnchorServices } from '../context.ts'
import { resolveRules } from '../resolve/resolve-rules.ts'
import type { SubordinateEntry } from '../stores.ts'
import { type CandidateMetadataCode, checkCandidateMetadata } from './candidate-metadata.ts'

/** Rules for the candidate's future chain. */
export const CANDIDATE_CHAIN_RULES = resolveRules({
  chain: TA.candidateRefused,
  metadata: TA.candidateRefused,
  silent: TA.superiorSilent,
})

/** Rules for the candidate's Entity Configuration. */
export const CANDIDATE_RULES = joinRules<FetchCode | EntityConfigurationCode>()(
  CANDIDATE_CHAIN_RULES,
  rows(TA.candidateRefused, {
    'FED-02': ['unreachable'],
    'FED-28': ['subject_mismatch'],
  }),
)

/** Rules for the candidate's resolved metadata. */
export const CANDIDATE_METADATA_RULES = rules<CandidateMetadataCode>()(TA.candidateRefused, {
  'FED-124': ['metadata_issuer_mismatch'],
  'FED-55': ['credential_types_missing'],
  'GEN-03': ['metadata_alg_forbidden', 'metadata_alg_missing'],
  'GEN-19': ['metadata_url_insecure'],
})

type CandidateContext = Pick<
  TrustAnchorServices,
  'config' | 'clock' | 'crypto' | 'fetch' | 'publisher' | 'statements' | 'acceptedAnchors'
>

export interface CandidateConfiguration {
  readonly compact: string
  readonly statement: Verified<EntityStatement>
}

/**
 * Fetches the Entity Configuration of an entity and verifies it with the keys that it contains. Rejects with a
 * `Refusal` if that fails, if the identifier is invalid, or if it is the identifier of this Trust Anchor or
 * Intermediate. In a profile with certificates, also rejects a host that no certificate can name. Does not establish
 * trust in the keys.
 */
export async function fetchCandidate(
  ctx: CandidateContext,
  decision: Decision<AnswerWithHeaders>,
  entityId: string,
  now: NumericDate,
): Promise<CandidateConfiguration> {
  const { algorithms, loopbackHttp, clockSkewSeconds: skew, profile } = ctx.config
  const urls = { loopbackHttp }
  decision.that('FED-28', TA.candidateRefused, isEntityId(entityId, urls), 'entity_id_invalid', 'entity_id')
  decision.that('FED-06', TA.candidateRefused, entityId !== ctx.config.entityId, 'sub_is_issuer', 'entity_id')
  const hasHost = !trustAnchorWire[profile].certifies || isCertifiable(entityId)
  decision.that('FED-120', TA.candidateRefused, hasHost, 'host_uncertifiable', 'entity_id')
  decision.note('entity', entityId)
  const request = new Request(entityConfigurationUrl(entityId), { redirect: 'error' })
  const compact = await decision.check(CANDIDATE_RULES, () =>
    fetchText(ctx.fetch, request, entityStatementMediaType, 'configuration', { size: maximumStatementSize }),
  )
  const statement = await decision.check(CANDIDATE_RULES, () =>
    verifyEntityConfiguration(ctx, compact, { entityId, algorithms, urls, now, skew }),
  )
  return { compact, statement }
}

/** Fetches the current statements about this entity, up to the Trust Anchor, without using cached ones (D-323). */
async function fetchOwnChain({ publisher }: CandidateContext): Promise<readonly string[] | Failure<ResolveCode>> {
  try {
    return (await publisher.trustChain({ anew: true })).slice(1)
  } catch (thrown) {
    const failure = thrown instanceof NoOwnTrustChain ? thrown.failure : undefined
    if (failure === undefined) throw thrown
    return fail(failure.code, `own_chain.${failure.at}`, failure.evidence)
  }
}

/**
 * Validates the chain that the candidate would have with this record. Checks its resolved metadata, and that its own
 * metadata fit the entity types and `intermediate` of the record. Requires this entity in its `authority_hints`.
 * Rejects with a `Refusal` if a check fails.
 */
export async function checkCandidate(
  ctx: CandidateContext,
  decision: Decision<AnswerWithHeaders>,
  candidate: CandidateConfiguration,
  entry: SubordinateEntry,
  now: NumericDate,
): Promise<Verified<TrustChain>> {
  const { algorithms, loopbackHttp, clockSkewSeconds: skew, entityId, authorityHints } = ctx.config
  const { federation_entity: { federation_fetch_endpoint, federation_list_endpoint } = {} } =
    candidate.statement.metadata
  const isConsistent = [federation_fetch_endpoint, federation_list_endpoint].every(
    (endpoint) => (endpoint !== undefined) === entry.intermediate,
  )
  decision.that('FED-40', TA.candidateRefused, isConsistent, 'intermediate_mismatch', 'intermediate')
  const { metadata } = candidate.statement
  const missingType = entry.entityTypes.find((type) => !Object.hasOwn(metadata, type))
  const place = `configuration.payload.metadata.${missingType}`
  decision.that('FED-25', TA.candidateRefused, missingType === undefined, 'entity_type_missing', place)
  const above = authorityHints.length === 0 ? [] : await decision.check(CANDIDATE_CHAIN_RULES, () => fetchOwnChain(ctx))
  const statements = [candidate.compact, await ctx.statements.provisional(entry, now), ...above]
  const policy = { anchors: await ctx.acceptedAnchors(), algorithms, urls: { loopbackHttp }, skew, now }
  const isHinted = candidate.statement.authority_hints.includes(entityId)
  decision.that(
    'FED-12',
    TA.candidateRefused,
    isHinted,
    'superior_not_hinted',
    'configuration.payload.authority_hints',
    {
      expected: entityId,
      found: candidate.statement.authority_hints,
      isShownAnywhere: true,
    },
  )
  const chain = await decision.check(CANDIDATE_CHAIN_RULES, async () => {
    const validated = await validateTrustChain(ctx, statements, { ...policy, subject: entry.entityId })
    return failed(validated) ? withPath(validated, unverifiedPath(statements)) : validated
  })
  const removedType = entry.entityTypes.find((type) => !Object.hasOwn(chain.metadata, type)) ?? ''
  const removedPlace = `resolved_metadata.${removedType}`
  decision.that('FED-25', TA.candidateRefused, removedType === '', 'entity_type_missing', removedPlace) // D-322
  await decision.check(CANDIDATE_METADATA_RULES, () =>
    checkCandidateMetadata(chain.metadata, entry.entityId, policy.urls),
  )
  return chain
}
