/**
 * Announcement of keys (D-734). A member sends its Entity Configuration with the keys that its superior's next
 * statement shall contain. A federation key in the current statement must have signed it. The operator approves the
 * announcement, unless the record accepts announced keys. The member must not sign with a new key before all statements
 * without that key have expired.
 */
import { type Failure, fail, failed, type JsonObject, joinRules, type NumericDate, rows } from '../../base/index.ts'
import {
  type EntityConfigurationCode,
  type EntityStatement,
  maximumStatementSize,
  parseEntityConfiguration,
  verifyEntityConfiguration,
} from '../../federation/index.ts'
import { formOf, type Route, respondJson } from '../../http/index.ts'
import { trustChainRules } from '../../rules/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'
import { applyChange, type Subordinate, type SubordinateEntry } from '../stores.ts'
import { announcementRequest, type Operator, readAdminRequest } from './admin-requests.ts'
import { entryOf } from './administer-subordinates.ts'
import { CANDIDATE_RULES, checkCandidate } from './check-candidate.ts'
import { keysOfConfiguration, namesRecordedKey } from './configuration-keys.ts'
import { endAnnouncement } from './end-announcement.ts'
import type { KeyAnnouncement } from './key-announcements.ts'
import { bareKey, hasSameKeys } from './member-keys.ts'
import { type SubordinateView, viewOf } from './subordinate-view.ts'

type AnnouncementCode = EntityConfigurationCode | 'entity_configuration_missing'

/** Rules of an announced Entity Configuration. */
export const ANNOUNCEMENT_RULES = joinRules<AnnouncementCode>()(
  trustChainRules(TA.announcementRefused),
  rows(TA.announcementRefused, {
    'FED-11': ['not_a_configuration'],
    'FED-28': ['subject_mismatch'],
    'GEN-03': ['alg_unsupported'],
    'GEN-04': ['expired', 'not_yet_valid'],
    'GEN-14': ['typ_mismatch'],
  }),
  rows(TA.malformed, { 'FED-112': ['entity_configuration_missing'] }),
)

interface AnnouncementAnswer extends JsonObject {
  readonly status: 'unchanged' | 'pending' | 'stated'
  /** Time at which the last statement without the keys has expired. */
  readonly stated_everywhere_at?: NumericDate
}

/** Returns how an Entity Configuration is verified at this time. */
export const policyOf = ({ config }: Pick<TrustAnchorServices, 'config'>, now: NumericDate) => ({
  algorithms: config.algorithms,
  urls: { loopbackHttp: config.loopbackHttp },
  skew: config.clockSkewSeconds,
  now,
})

interface Announced {
  readonly compact: string
  /** Contains only the key that `kid` names, because a parsed configuration needs a multiple of the memory. */
  readonly statement: Pick<EntityStatement, 'sub' | 'kid' | 'keys'>
}

/** Parses the Entity Configuration in the form. Does not verify it. */
function readAnnouncement(
  ctx: TrustAnchorServices,
  form: ReadonlyMap<string, string>,
  now: NumericDate,
): Announced | Failure<AnnouncementCode> {
  const compact = form.get('entity_configuration')
  if (compact === undefined) return fail('entity_configuration_missing', 'entity_configuration') // FED-112
  const statement = parseEntityConfiguration(compact, policyOf(ctx, now), 'configuration')
  if (failed(statement)) return statement
  const { sub, kid, keys } = statement
  return { compact, statement: { sub, kid, keys: keys.filter((key) => key.kid === kid).map(bareKey) } }
}

/**
 * Stores an announcement, and writes its keys into the record at once if the record permits this. The announcement
 * stays pending if `recordKeys` refuses its keys. If the record already has these keys, only ends a pending
 * announcement whose `iat` is not later. Rejects with a `Refusal` if the announcement is not a valid Entity
 * Configuration, or if no recorded key of an active member signed it. Also refuses changed keys if the announcement is
 * earlier than the last change of the member's keys, or if it is neither later than the previous announcement nor that
 * announcement while it is pending.
 */
function announceKeys(ctx: TrustAnchorServices, form: ReadonlyMap<string, string>): Promise<AnnouncementAnswer> {
  return ctx.decide('trust-anchor/key_announcement', async (decision) => {
    const now = ctx.clock.now()
    const { compact, statement } = decision.checkNow(ANNOUNCEMENT_RULES, () => readAnnouncement(ctx, form, now))
    const found = await ctx.subordinates.find(statement.sub)
    const record = decision.found(
      'FED-112',
      TA.announcementRefused,
      found,
      'subordinate_unknown',
      'configuration.payload.sub',
    )
    decision.note('entity', record.entityId)
    const active = record.status === 'active'
    decision.that('FED-112', TA.announcementRefused, active, 'subordinate_suspended', 'configuration.payload.sub')
    const place = 'configuration.payload.jwks'
    decision.that(
      'FED-112',
      TA.announcementRefused,
      namesRecordedKey(record, { statement }),
      'announcer_unknown',
      place,
    )
    const verified = await decision.check(ANNOUNCEMENT_RULES, () =>
      verifyEntityConfiguration(ctx, compact, { ...policyOf(ctx, now), entityId: record.entityId }),
    )
    const change = keysOfConfiguration(ctx, decision, { statement: verified }, record)
    const issuedAt = Math.floor(Number(verified.jws.payload.iat)) // a NumericDate may have a fraction
    const announcement = { entityId: record.entityId, statement: compact, issuedAt, receivedAt: now, pending: true }
    const act = { at: now, actor: record.entityId }
    if (hasSameKeys(record, change)) {
      const before = await storeOf(ctx).find(record.entityId)
      if (before?.pending === true && before.issuedAt === issuedAt)
        await endAnnouncement(ctx, record.entityId, issuedAt)
      // `keep` stores nothing unless this announcement is later than the pending one.
      else if (before?.pending === true) await storeOf(ctx).keep({ ...announcement, pending: false }, act)
      return { status: 'unchanged' }
    }
    const isLater = issuedAt >= (await keysChangedAt(ctx, record.entityId))
    decision.that('FED-112', TA.outdated, isLater, 'announcement_outdated', 'configuration.payload.iat')
    const isKept = (await storeOf(ctx).keep(announcement, act)) === 'kept' || (await isPending(ctx, announcement))
    decision.that('FED-112', TA.outdated, isKept, 'announcement_outdated', 'configuration.payload.iat')
    if (record.acceptsAnnouncedKeys !== true) return { status: 'pending' }
    await recordKeys(ctx, { decision, act: () => act }, record, announcement)
    decision.note('change', 'changed')
    return { status: 'stated', stated_everywhere_at: now + ctx.config.subordinateStatementLifetimeSeconds }
  })
}

/** Returns true if the store has this announcement and nobody has decided about it: an earlier answer was lost. */
async function isPending(
  ctx: TrustAnchorServices,
  { entityId, statement }: Pick<KeyAnnouncement, 'entityId' | 'statement'>,
): Promise<boolean> {
  const stored = await storeOf(ctx).find(entityId)
  return stored?.pending === true && stored.statement === statement
}

/** Maximum number of changes of a member that are read, latest first. */
const maximumChanges = 500

/**
 * Returns the time at which the member's keys last changed or the member was added, or a later time. An Entity
 * Configuration that is older could be a replay. If the latest `maximumChanges` changes concern no keys, returns the
 * time of the earliest of them.
 */
async function keysChangedAt({ subordinates }: TrustAnchorServices, entityId: string): Promise<NumericDate> {
  const log = await subordinates.log({ entityId, ofSubordinates: true, limit: maximumChanges })
  const isOfKeys = (name: string): boolean => name === 'keys' || name === 'protocolKeys'
  const change = log.find(
    ({ action, members }) => action === 'added' || (action === 'changed' && members?.some(isOfKeys)),
  )
  return (change ?? log.at(-1))?.at ?? 0
}

/**
 * Writes announced keys into the record. Refuses an announcement that has expired or that no recorded key signed. Also
 * refuses keys with which the member would have no valid trust chain, and a record that has changed.
 */
async function recordKeys(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  record: Subordinate,
  { statement: compact, issuedAt }: Pick<KeyAnnouncement, 'statement' | 'issuedAt'>,
  reason?: string,
): Promise<void> {
  const now = ctx.clock.now()
  const statement = await decision.check(CANDIDATE_RULES, () =>
    verifyEntityConfiguration(ctx, compact, { ...policyOf(ctx, now), entityId: record.entityId }),
  )
  const isRecorded = namesRecordedKey(record, { statement })
  decision.that('FED-112', TA.candidateRefused, isRecorded, 'announcer_unknown', 'configuration.payload.jwks')
  const change = keysOfConfiguration(ctx, decision, { statement }, record)
  const entry = applyChange<SubordinateEntry>(entryOf(record), change)
  await checkCandidate(ctx, decision, { compact, statement }, entry, now)
  const outcome = await ctx.subordinates.change(record.entityId, change, act(reason), record.revision)
  decision.that('FED-112', TA.outdated, outcome === 'changed', `subordinate_${outcome}`, 'revision')
  await storeOf(ctx).markDecided(record.entityId, issuedAt)
}

/**
 * Approves or refuses the announced keys of a member. Returns the resulting record. Refuses the request for an unknown
 * member, and if `issued_at` is not that of a pending announcement. Approval has the conditions of `recordKeys`.
 */
export async function decideAnnouncement(
  ctx: TrustAnchorServices,
  operator: Operator,
  body: JsonObject,
): Promise<SubordinateView> {
  const { decision } = operator
  const request = readAdminRequest(decision, announcementRequest, body)
  const { entity_id: entityId, issued_at: issuedAt, decision: verdict, reason } = request
  decision.note('entity', entityId)
  const found = await ctx.subordinates.find(entityId)
  const record = decision.found('FED-112', TA.unknownEntry, found, 'subordinate_unknown', 'entity_id')
  const kept = await storeOf(ctx).find(entityId)
  const pending = kept?.pending === true ? kept : undefined
  const announcement = decision.found('FED-112', TA.unknownEntry, pending, 'announcement_unknown', 'entity_id')
  decision.that('FED-112', TA.outdated, announcement.issuedAt === issuedAt, 'announcement_replaced', 'issued_at')
  if (verdict === 'approve') await recordKeys(ctx, operator, record, announcement, reason)
  else await storeOf(ctx).markDecided(entityId, announcement.issuedAt)
  decision.note('change', verdict === 'approve' ? 'changed' : 'refused')
  const after = await ctx.subordinates.find(entityId)
  return viewOf(decision.found('FED-112', TA.unknownEntry, after, 'subordinate_unknown', 'entity_id'), ctx)
}

/** Returns the store of announcements. Throws a TypeError in a profile without announcements. */
export function storeOf({ certification }: Pick<TrustAnchorServices, 'certification'>) {
  if (certification === undefined) throw new TypeError('this profile has no announcements')
  return certification.announcements
}

/** Creates the route `POST /key_announcement`: 202 for a change that an administrator must approve, otherwise 200. */
export const keyAnnouncementEndpoint = (ctx: TrustAnchorServices): Route => ({
  method: 'POST',
  path: paths.keyAnnouncement,
  kind: 'machine',
  accepts: ['form'],
  bodyLimit: maximumStatementSize + 1024, // D-1131: the size with which a member can be registered
  handle: async (request) => {
    const answer = await announceKeys(ctx, formOf(request))
    return respondJson(answer, answer.status === 'pending' ? 202 : 200)
  },
})
