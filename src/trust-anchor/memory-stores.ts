/** Stores in memory, for tests, the sandbox, and an anchor with all its subordinates in the configuration. */
import type { NumericDate } from '../base/index.ts'
import type { Act } from '../member/index.ts'
import type { TrustAnchorConfig } from './config.ts'
import { type ConfiguredSubordinate, parseConfiguredSubordinates } from './onboarding/configured-subordinate.ts'
import {
  changed,
  type OperatorEvent,
  type Subordinate,
  type SubordinateAction,
  type Subordinates,
  type TrustMarkAction,
  type TrustMarkGrant,
  type TrustMarkGrants,
} from './stores.ts'

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns a register that starts with the configured subordinates. `events` is the log, shared with the store of trust
 * marks. Throws a ZodError or a TypeError for an invalid entry.
 */
export function createMemorySubordinates(
  entries: readonly ConfiguredSubordinate[],
  config: Pick<TrustAnchorConfig, 'entityId' | 'loopbackHttp'>,
  events: OperatorEvent[] = [],
): Subordinates {
  const records = new Map<string, Subordinate>()
  for (const entry of parseConfiguredSubordinates(entries, config))
    records.set(entry.entityId, { ...entry, status: 'active', revision: 1 })
  const log = (entityId: string, action: SubordinateAction, act: Act, members?: readonly string[]): void =>
    void events.push({ entityId, action, ...act, ...(members && { members }) })
  // The log also contains removals, so an entity that is added again gets a revision above all former ones.
  const nextRevision = (entityId: string): number => 1 + events.filter((event) => event.entityId === entityId).length
  const setStatus = <A extends 'suspended' | 'resumed'>(action: A, entityId: string, act: Act, expected?: number) => {
    const status = action === 'resumed' ? 'active' : 'suspended'
    const record = records.get(entityId)
    if (record === undefined) return 'unknown'
    if (expected !== undefined && record.revision !== expected) return 'outdated'
    if (record.status === status) return action
    records.set(entityId, { ...record, status, revision: record.revision + 1 })
    log(entityId, action, act)
    return action
  }
  return {
    find: async (entityId) => records.get(entityId),
    list: async () => [...records.values()].sort((a, b) => byText(a.entityId, b.entityId)),
    add: async (entry, act) => {
      if (records.has(entry.entityId)) return 'known'
      records.set(entry.entityId, { ...entry, status: 'active', revision: nextRevision(entry.entityId) })
      log(entry.entityId, 'added', act)
      return 'added'
    },
    change: async (entityId, change, act, expectedRevision) => {
      const record = records.get(entityId)
      if (record === undefined) return 'unknown'
      if (expectedRevision !== undefined && record.revision !== expectedRevision) return 'outdated'
      records.set(entityId, { ...changed(record, change), revision: record.revision + 1 })
      log(entityId, 'changed', act, Object.keys(change).sort())
      return 'changed'
    },
    suspend: async (...given) => setStatus('suspended', ...given),
    resume: async (...given) => setStatus('resumed', ...given),
    remove: async (entityId, act) => {
      if (!records.delete(entityId)) return 'unknown'
      log(entityId, 'removed', act)
      return 'removed'
    },
    log: async ({ entityId, limit }) =>
      events
        .filter((event) => entityId === undefined || event.entityId === entityId)
        .reverse()
        .slice(0, limit),
  }
}

/** Returns a store of grants that writes its changes to `events`. */
export function createMemoryTrustMarkGrants(events: OperatorEvent[] = []): TrustMarkGrants {
  const grants = new Map<string, TrustMarkGrant>()
  const nameOf = (trustMarkType: string, holder: string): string => JSON.stringify([trustMarkType, holder])
  const revoke = (grant: TrustMarkGrant, now: NumericDate): void =>
    void grants.set(nameOf(grant.trustMarkType, grant.holder), { ...grant, revokedAt: grant.revokedAt ?? now })
  const log = (entityId: string, action: TrustMarkAction, trustMarkType: string, act: Act): void =>
    void events.push({ entityId, action, trustMarkType, ...act })
  return {
    find: async (trustMarkType, holder) => grants.get(nameOf(trustMarkType, holder)),
    list: async (trustMarkType) =>
      [...grants.values()]
        .filter((grant) => grant.revokedAt === undefined)
        .filter((grant) => trustMarkType === undefined || grant.trustMarkType === trustMarkType)
        .sort((a, b) => byText(a.holder, b.holder) || byText(a.trustMarkType, b.trustMarkType)),
    grant: async (trustMarkType, holder, act) => {
      const name = nameOf(trustMarkType, holder)
      const known = grants.get(name)
      if (known && known.revokedAt === undefined) return 'known'
      grants.set(name, { trustMarkType, holder, grantedAt: act.at })
      log(holder, 'mark_granted', trustMarkType, act)
      return 'granted'
    },
    revoke: async (trustMarkType, holder, act) => {
      const grant = grants.get(nameOf(trustMarkType, holder))
      if (grant === undefined) return 'unknown'
      if (grant.revokedAt === undefined) log(holder, 'mark_revoked', trustMarkType, act)
      revoke(grant, act.at)
      return 'revoked'
    },
    revokeAll: async (holder, now) => {
      for (const grant of [...grants.values()]) if (grant.holder === holder) revoke(grant, now)
    },
  }
}
