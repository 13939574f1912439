/**
 * Operations of the operator on subordinates: add, change, suspend, remove, show. An entity is evaluated before it is
 * added and before any change of its record, but not before it is suspended or resumed. A refusal names the rule and
 * the place.
 */
import type { JsonObject, NumericDate } from '../../base/index.ts'
import { type EntityStatement, issuedAtOf } from '../../federation/index.ts'
import { trustAnchorWire } from '../../profiles/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { changedRegistrationMarks, registrationMarksOf } from '../marks/registration-marks.ts'
import { applyChange, type Subordinate, type SubordinateChange, type SubordinateEntry } from '../stores.ts'
import {
  type ChangeRequest,
  changeRequest,
  type Operator,
  onboardRequest,
  readAdminRequest,
  removalRequest,
  subordinateQuery,
} from './admin-requests.ts'
import { checkCandidate, fetchCandidate } from './check-candidate.ts'
import {
  federationKeysFor,
  keysOfConfiguration,
  namesRecordedKey,
  pinKeysOfNewTypes,
  protocolKeysToPin,
} from './configuration-keys.ts'
import { endAnnouncement } from './end-announcement.ts'
import { organizationIn } from './member-keys.ts'
import { findMissingConstraint, findStatedEndpoint } from './policies.ts'
import { type MetadataRemarks, remarksOn, type SubordinateView, viewOf } from './subordinate-view.ts'

/**
 * Evaluates an entity and adds it. With `dry_run`, only evaluates it. `added` is true if the entity was added. Refuses
 * an entity that does not meet the requirements, and without `dry_run` an entity that is already a subordinate.
 */
export async function onboardSubordinate(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<{ readonly added: boolean; readonly view: SubordinateView }> {
  const request = readAdminRequest(decision, onboardRequest, body)
  const now = ctx.clock.now()
  const candidate = await fetchCandidate(ctx, decision, request.entity_id, now)
  const published = Object.keys(candidate.statement.metadata)
  const types = request.entity_types ?? published.filter((type) => type !== 'federation_entity')
  const entityTypes = types.length > 0 ? types : ['federation_entity']
  const subject = request.certificate_subject ?? organizationIn(candidate.statement.metadata)
  const { certifies, marksRegistration } = trustAnchorWire[ctx.config.profile]
  const keys = request.jwks
    ? federationKeysFor(ctx, decision, request.jwks.keys, 'jwks')
    : federationKeysFor(ctx, decision, candidate.statement.keys)
  const entry: SubordinateEntry = {
    entityId: request.entity_id,
    ...{ keys, entityTypes, intermediate: request.intermediate },
    ...protocolKeysToPin(ctx, decision, candidate, { entityTypes, intermediate: request.intermediate }),
    ...(certifies && subject && { certificateSubject: subject }),
    ...(request.accepts_announced_keys !== undefined && { acceptsAnnouncedKeys: request.accepts_announced_keys }),
    ...(request.metadata && { metadata: request.metadata }),
    ...(request.metadata_policy && { metadataPolicy: request.metadata_policy }),
    ...(request.constraints && { constraints: request.constraints }),
    ...(request.credential_types && { credentialTypes: request.credential_types }),
  }
  const { metadata: resolved } = await checkCandidate(ctx, decision, candidate, entry, now)
  requireBounds(decision, entry)
  requireOwnEndpoints(decision, entry)
  const resolution = { resolved, ...remarksOn(candidate.statement.metadata, resolved) }
  if (request.dry_run) return { added: false, view: viewOf(entry, ctx, resolution) }
  const marks = marksRegistration ? registrationMarksOf(entry, ctx.config) : []
  const outcome = await ctx.subordinates.add(entry, act(request.reason), marks)
  decision.that('FED-06', TA.alreadyKnown, outcome === 'added', 'subordinate_known', 'entity_id')
  decision.note('change', 'added')
  const record = await ctx.subordinates.find(entry.entityId)
  const stored = decision.found('FED-06', TA.unknownEntry, record, 'subordinate_unknown', 'entity_id')
  return { added: true, view: viewOf(stored, ctx, resolution) }
}

function requireBounds(decision: Operator['decision'], entry: SubordinateEntry): void {
  const missing = findMissingConstraint(entry)
  const place = `constraints.${missing}`
  decision.that('FED-53', TA.candidateRefused, missing === undefined, 'intermediate_unbounded', place)
}

function requireOwnEndpoints(decision: Operator['decision'], entry: SubordinateEntry): void {
  const stated = findStatedEndpoint(entry)
  const place = `metadata.federation_entity.${stated}`
  decision.that('FED-122', TA.candidateRefused, stated === undefined, 'endpoint_stated', place)
}

/**
 * Changes the record of a subordinate, suspends it or resumes it. Returns the resulting record. `refresh_keys` needs an
 * Entity Configuration that is signed with a recorded key. It ends a pending announcement whose `iat` is not later than
 * that of the Entity Configuration. Refuses an unknown subordinate, and a `revision` that is not the current one. Also
 * refuses a record with which the entity does not meet the requirements. The change and the new status are two steps:
 * if only the second one fails, the record stays changed.
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
  const record = decision.found('FED-06', TA.unknownEntry, found, 'subordinate_unknown', 'entity_id')
  decision.note('entity', record.entityId)
  const { change, remarks, refreshedFrom } = await changeOf(ctx, operator, record, request, now)
  const hasChanges = Object.keys(change).length > 0
  if (hasChanges) {
    const { marksRegistration } = trustAnchorWire[ctx.config.profile]
    const changedEntry = applyChange<SubordinateEntry>(entryOf(record), change)
    const outcome = await ctx.subordinates.change(
      record.entityId,
      change,
      act(request.reason),
      request.revision ?? record.revision,
      marksRegistration ? changedRegistrationMarks(record, changedEntry, ctx.config) : undefined,
    )
    decision.that('FED-06', TA.outdated, outcome === 'changed', `subordinate_${outcome}`, 'revision')
    decision.note('change', 'changed')
    if (refreshedFrom) await endAnnouncement(ctx, record.entityId, issuedAtOf(refreshedFrom))
  }
  if (request.status !== undefined) {
    const verb = request.status === 'active' ? 'resume' : 'suspend'
    const expected = request.revision === undefined || !hasChanges ? request.revision : request.revision + 1
    const outcome = await ctx.subordinates[verb](record.entityId, act(request.reason), expected)
    decision.that('FED-06', TA.outdated, outcome !== 'outdated', 'subordinate_outdated', 'revision')
    if (record.status !== request.status) decision.note('change', request.status)
  }
  const after = await ctx.subordinates.find(record.entityId)
  return viewOf(decision.found('FED-06', TA.unknownEntry, after, 'subordinate_unknown', 'entity_id'), ctx, remarks)
}

/**
 * Evaluates the requested change. Returns the change, and the remarks on the metadata that would then be resolved.
 * Writes nothing.
 */
async function changeOf(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  record: Subordinate,
  request: ChangeRequest,
  now: NumericDate,
): Promise<{
  readonly change: SubordinateChange
  /** Absent if the change does not affect the resolved metadata. */
  readonly remarks?: MetadataRemarks
  /** The Entity Configuration with the keys of the change. Only with `refresh_keys`. */
  readonly refreshedFrom?: EntityStatement
}> {
  const change: { -readonly [member in keyof SubordinateChange]: SubordinateChange[member] } = {
    ...(request.entity_types && { entityTypes: request.entity_types }),
    ...(request.metadata !== undefined && { metadata: request.metadata ?? undefined }),
    ...(request.metadata_policy !== undefined && { metadataPolicy: request.metadata_policy ?? undefined }),
    ...(request.constraints !== undefined && { constraints: request.constraints ?? undefined }),
    ...(request.credential_types !== undefined && { credentialTypes: request.credential_types ?? undefined }),
    ...(request.certificate_subject !== undefined && { certificateSubject: request.certificate_subject ?? undefined }),
    ...(request.accepts_announced_keys !== undefined && { acceptsAnnouncedKeys: request.accepts_announced_keys }),
  }
  if (Object.keys(change).length === 0 && !request.refresh_keys) return { change }
  const candidate = await fetchCandidate(ctx, decision, record.entityId, now)
  const { entityTypes = record.entityTypes } = change
  if (request.refresh_keys) {
    decision.that(
      'FED-14',
      TA.candidateRefused,
      namesRecordedKey(record, candidate),
      'subject_key_mismatch',
      'configuration.payload.jwks',
    )
    Object.assign(change, keysOfConfiguration(ctx, decision, candidate, { ...record, entityTypes })) // FED-10
  } else if (request.entity_types) {
    Object.assign(change, pinKeysOfNewTypes(ctx, decision, candidate, { ...record, entityTypes })) // FED-108
  }
  const entry = applyChange<SubordinateEntry>(entryOf(record), change)
  const { metadata } = await checkCandidate(ctx, decision, candidate, entry, now)
  if (request.constraints !== undefined) requireBounds(decision, entry)
  if (request.metadata !== undefined) requireOwnEndpoints(decision, entry)
  return {
    change,
    remarks: remarksOn(candidate.statement.metadata, metadata),
    ...(request.refresh_keys && { refreshedFrom: candidate.statement }),
  }
}

/** Returns the entry of a subordinate, without its status and revision. */
export const entryOf = ({ status: _, revision: __, ...entry }: Subordinate): SubordinateEntry => entry

/**
 * Removes a subordinate with its trust marks (FED-109), and then ends its announcement of keys. These are two steps: if
 * the second one fails, a repeated call ends the announcement. Refuses an unknown subordinate.
 */
export async function removeSubordinate(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<void> {
  const request = readAdminRequest(decision, removalRequest, body)
  const { entity_id: entityId, reason } = request
  decision.note('entity', entityId)
  const outcome = await ctx.subordinates.remove(entityId, act(reason))
  if (outcome === 'removed') decision.note('change', 'removed')
  await endAnnouncement(ctx, entityId, Number.POSITIVE_INFINITY)
  decision.that('FED-38', TA.unknownEntry, outcome === 'removed', 'subordinate_unknown', 'entity_id')
}

/**
 * Returns the subordinate that the query names, or a page of all: the first 1000 after `after`, or fewer with `limit`.
 * A page with fewer is the last one. Refuses an unknown identifier and a malformed `limit`.
 */
export async function showSubordinates(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  query: ReadonlyMap<string, string>,
): Promise<SubordinateView | readonly SubordinateView[]> {
  const request = readAdminRequest(decision, subordinateQuery, Object.fromEntries(query), 'query')
  const { entity_id: entityId, ...page } = request
  if (entityId === undefined) return (await ctx.subordinates.list(page)).map((record) => viewOf(record, ctx))
  const record = await ctx.subordinates.find(entityId)
  return viewOf(decision.found('FED-06', TA.unknownEntry, record, 'subordinate_unknown', 'entity_id'), ctx)
}
