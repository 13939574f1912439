/**
 * Operations of the operator on subordinates: add, change, suspend, remove, show. An entity is evaluated before it is
 * added, and again before any change that others see. A refusal names the rule and the place.
 */
import type { Json, JsonObject, NumericDate } from '../../base/index.ts'
import { findKey, type Metadata, unknownConstraints, unknownOperators } from '../../federation/index.ts'
import { sameKey } from '../../jose/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { changed, type Subordinate, type SubordinateChange, type SubordinateEntry } from '../stores.ts'
import {
  type ChangeRequest,
  changeRequest,
  type Operator,
  onboardRequest,
  readAdminRequest,
  removalRequest,
} from './admin-requests.ts'
import { emptiedLists } from './candidate-metadata.ts'
import { type CandidateConfiguration, fetchCandidate, judgeCandidate } from './judge-candidate.ts'
import { constraintsFor, missingBound, policyFor } from './policies.ts'

/** An entity for the operator. */
interface SubordinateView extends JsonObject {
  readonly entity_id: string
  readonly status: string
}

function viewOf(
  entry: SubordinateEntry & Partial<Subordinate>,
  ctx: Pick<TrustAnchorServices, 'config'>,
  { resolved, emptied = [] }: { readonly resolved?: Metadata; readonly emptied?: readonly string[] } = {},
): SubordinateView {
  const unknown = unknownMembers(entry)
  return {
    entity_id: entry.entityId,
    status: entry.status ?? 'candidate',
    ...(entry.revision !== undefined && { revision: entry.revision }),
    entity_types: entry.entityTypes,
    intermediate: entry.intermediate,
    kids: entry.keys.map(({ kid }) => kid as Json),
    metadata_policy: policyFor(entry, ctx.config),
    constraints: constraintsFor(entry, ctx.config),
    ...(unknown.length > 0 && { unknown }),
    ...(emptied.length > 0 && { emptied }),
    ...(resolved && { resolved_metadata: resolved }),
  }
}

/**
 * Returns the operator's constraints and policy operators that this software does not know. They bind only readers that
 * know them, and usually are typing errors (D-238).
 */
const unknownMembers = ({ metadataPolicy = {}, constraints = {} }: SubordinateEntry): readonly string[] => [
  ...unknownOperators(metadataPolicy).map((place) => `metadata_policy.${place}`),
  ...unknownConstraints(constraints).map((place) => `constraints.${place}`),
]

/** Adds an entity. With `dry_run` only shows the result. */
export async function onboardSubordinate(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<{ readonly taken: boolean; readonly view: SubordinateView }> {
  const request = readAdminRequest(decision, onboardRequest, body)
  const now = ctx.clock.now()
  const candidate = await fetchCandidate(ctx, decision, request.entity_id, now)
  const own = Object.keys(candidate.statement.metadata)
  const types = request.entity_types ?? own.filter((type) => type !== 'federation_entity')
  const entry: SubordinateEntry = {
    entityId: request.entity_id,
    keys: request.jwks?.keys ?? candidate.statement.keys,
    entityTypes: types.length > 0 ? types : ['federation_entity'],
    intermediate: request.intermediate,
    ...(request.metadata && { metadata: request.metadata }),
    ...(request.metadata_policy && { metadataPolicy: request.metadata_policy }),
    ...(request.constraints && { constraints: request.constraints }),
    ...(request.credential_types && { credentialTypes: request.credential_types }),
  }
  const { metadata: resolved } = await judgeCandidate(ctx, decision, candidate, entry, now)
  requireBounds(decision, entry)
  const seen = { resolved, emptied: emptiedLists(candidate.statement.metadata, resolved) }
  if (request.dry_run) return { taken: false, view: viewOf(entry, ctx, seen) }
  const outcome = await ctx.subordinates.add(entry, act(request.reason))
  decision.that('FED-06', TA.alreadyKnown, outcome === 'added', 'subordinate_known', 'entity_id')
  decision.note('change', 'added')
  const record = await ctx.subordinates.find(entry.entityId)
  const taken = decision.found('FED-06', TA.unknownEntry, record, 'subordinate_unknown')
  return { taken: true, view: viewOf(taken, ctx, seen) }
}

function requireBounds(decision: Operator['decision'], entry: SubordinateEntry): void {
  const missing = missingBound(entry)
  const place = `constraints.${missing}`
  decision.that('FED-53', TA.candidateRefused, missing === undefined, 'intermediate_unbounded', place)
}

/**
 * Changes the record of a subordinate, suspends or resumes it, and returns the record afterwards. A change of its keys
 * needs a configuration that is signed with a recorded key.
 */
export async function changeSubordinate(
  ctx: TrustAnchorServices,
  operator: Operator,
  body: JsonObject,
): Promise<SubordinateView> {
  const { decision, act } = operator
  const request = readAdminRequest(decision, changeRequest, body)
  const now = ctx.clock.now()
  const found = await ctx.subordinates.find(request.entity_id)
  const record = decision.found('FED-06', TA.unknownEntry, found, 'subordinate_unknown')
  decision.note('entity', record.entityId)
  const { change, emptied } = await changeOf(ctx, operator, record, request, now)
  const changes = Object.keys(change).length > 0
  if (changes) {
    const outcome = await ctx.subordinates.change(
      record.entityId,
      change,
      act(request.reason),
      request.revision ?? record.revision,
    )
    decision.that('FED-06', TA.outdated, outcome === 'changed', `subordinate_${outcome}`, 'revision')
    decision.note('change', 'changed')
  }
  if (request.status !== undefined) {
    const verb = request.status === 'active' ? 'resume' : 'suspend'
    const expected = request.revision === undefined || !changes ? request.revision : request.revision + 1
    const outcome = await ctx.subordinates[verb](record.entityId, act(request.reason), expected)
    decision.that('FED-06', TA.outdated, outcome !== 'outdated', 'subordinate_outdated', 'revision')
    decision.note('change', request.status)
  }
  const after = await ctx.subordinates.find(record.entityId)
  return viewOf(decision.found('FED-06', TA.unknownEntry, after, 'subordinate_unknown'), ctx, { emptied })
}

/** Returns the change, and the lists of the metadata that it would empty. */
async function changeOf(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  record: Subordinate,
  request: ChangeRequest,
  now: NumericDate,
): Promise<{ readonly change: SubordinateChange; readonly emptied: readonly string[] }> {
  const change: { -readonly [member in keyof SubordinateChange]: SubordinateChange[member] } = {
    ...(request.entity_types && { entityTypes: request.entity_types }),
    ...(request.metadata !== undefined && { metadata: request.metadata ?? undefined }),
    ...(request.metadata_policy !== undefined && { metadataPolicy: request.metadata_policy ?? undefined }),
    ...(request.constraints !== undefined && { constraints: request.constraints ?? undefined }),
    ...(request.credential_types !== undefined && { credentialTypes: request.credential_types ?? undefined }),
  }
  if (Object.keys(change).length === 0 && !request.refresh_keys) return { change, emptied: [] }
  const candidate = await fetchCandidate(ctx, decision, record.entityId, now)
  if (request.refresh_keys) {
    decision.that('FED-14', TA.candidateRefused, signsWithKnownKey(record, candidate), 'subject_key_mismatch', 'jwks')
    change.keys = candidate.statement.keys // FED-10
  }
  const entry = changed<SubordinateEntry>(entryOf(record), change)
  const { metadata } = await judgeCandidate(ctx, decision, candidate, entry, now)
  if (request.constraints !== undefined) requireBounds(decision, entry)
  return { change, emptied: emptiedLists(candidate.statement.metadata, metadata) }
}

const entryOf = ({ status: _, revision: __, ...entry }: Subordinate): SubordinateEntry => entry

/** Returns true if the key that signed the configuration is recorded. The signature itself is verified already. */
const signsWithKnownKey = ({ keys }: Subordinate, { statement }: CandidateConfiguration): boolean => {
  const signing = findKey(statement.keys, statement.kid)
  const known = findKey(keys, statement.kid)
  return signing !== undefined && known !== undefined && sameKey(signing, known)
}

/** Removes a subordinate and revokes its marks. */
export async function removeSubordinate(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<void> {
  const request = readAdminRequest(decision, removalRequest, body)
  const { entity_id: entityId, reason } = request
  decision.note('entity', entityId)
  const known = (await ctx.subordinates.find(entityId)) !== undefined
  decision.that('FED-38', TA.unknownEntry, known, 'subordinate_unknown', 'entity_id')
  await ctx.trustMarkGrants.revokeAll(entityId, ctx.clock.now())
  const outcome = await ctx.subordinates.remove(entityId, act(reason))
  decision.that('FED-38', TA.unknownEntry, outcome === 'removed', 'subordinate_unknown', 'entity_id')
  decision.note('change', 'removed')
}

/** Returns one subordinate, or all of them. */
export async function showSubordinates(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  query: ReadonlyMap<string, string>,
): Promise<SubordinateView | readonly SubordinateView[]> {
  const entityId = query.get('entity_id')
  if (entityId === undefined) return (await ctx.subordinates.list()).map((record) => viewOf(record, ctx))
  const record = await ctx.subordinates.find(entityId)
  return viewOf(decision.found('FED-06', TA.unknownEntry, record, 'subordinate_unknown'), ctx)
}
