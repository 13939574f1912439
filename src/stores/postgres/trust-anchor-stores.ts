/**
 * The stores of a Trust Anchor or intermediate on PostgreSQL. A verb that writes more than one row is a function of
 * trust-anchor-schema.ts. Private keys are elsewhere: all replicas share one directory or one module as their vault.
 */
import type { KeyRingStore } from '../../federation/index.ts'
import type { Act } from '../../member/index.ts'
import type { OperatorEvent, Subordinate, Subordinates, TrustMarkGrants } from '../../trust-anchor/index.ts'
import type { Row } from '../stored-values.ts'
import { grantVerbs, logVerb } from '../trust-anchor-verbs.ts'
import type { PostgresDatabase } from './database.ts'
import { createPostgresKeyStore } from './key-store.ts'
import type { Value } from './values.ts'

const memberColumns = `entity_id, status, revision, json_object_agg(name, value)::text AS members
  FROM subordinate JOIN subordinate_member USING (entity_id)`

/** Returns the members. The value of each is JSON text. */
const membersOf = (text: string): Omit<Subordinate, 'entityId' | 'status' | 'revision'> =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, string>).map(([name, value]) => [name, JSON.parse(value)]),
  ) as unknown as Subordinate

const subordinateOf = (row: Row): Subordinate => ({
  ...membersOf(row.members as string),
  entityId: row.entity_id as string,
  status: row.status as Subordinate['status'],
  revision: row.revision as number,
})

/** Returns the names and contents of members in the same order. A removed member has the content null. */
function columnsOf(members: object): readonly [string[], (string | null)[]] {
  const entries = Object.entries(members)
  return [
    entries.map(([name]) => name),
    entries.map(([, value]) => (value === undefined ? null : JSON.stringify(value))),
  ]
}

const eventOf = (
  entityId: string,
  action: OperatorEvent['action'],
  act: Act,
  about: Pick<OperatorEvent, 'members' | 'trustMarkType'> = {},
): string => {
  const event: OperatorEvent = { entityId, action, ...about, ...act }
  return JSON.stringify(event)
}

/** Creates the store of the immediate subordinates and their log, on PostgreSQL. */
export function createPostgresSubordinates(database: PostgresDatabase): Subordinates {
  const turn = async <A extends 'suspended' | 'resumed'>(action: A, entityId: string, act: Act, expected?: number) => {
    const status = action === 'resumed' ? 'active' : 'suspended'
    const values: readonly Value[] = [entityId, expected, status, eventOf(entityId, action, act)]
    const outcome = await database.call<'turned' | 'unknown' | 'outdated'>('turn_subordinate', values)
    return outcome === 'turned' ? action : outcome
  }
  return {
    find: async (entityId) => {
      const [row] = await database.read(
        `SELECT ${memberColumns} WHERE entity_id = $1 GROUP BY entity_id, status, revision`,
        [entityId],
      )
      return row && subordinateOf(row)
    },
    list: async () => {
      const rows = await database.read(
        `SELECT ${memberColumns} GROUP BY entity_id, status, revision ORDER BY entity_id`,
        [],
      )
      return rows.map(subordinateOf)
    },
    add: ({ entityId, ...members }, act) => {
      const [names, contents] = columnsOf(members)
      const event = eventOf(entityId, 'added', act)
      return database.call<'added' | 'known'>('add_subordinate', [entityId, names, contents, event])
    },
    change: (entityId, change, act, expectedRevision) => {
      const [names, contents] = columnsOf(change)
      const event = eventOf(entityId, 'changed', act, { members: names.toSorted() })
      const values: readonly Value[] = [entityId, expectedRevision, names, contents, event]
      return database.call<'changed' | 'unknown' | 'outdated'>('change_subordinate', values)
    },
    suspend: (...given) => turn('suspended', ...given),
    resume: (...given) => turn('resumed', ...given),
    remove: (entityId, act) =>
      database.call<'removed' | 'unknown'>('remove_subordinate', [entityId, eventOf(entityId, 'removed', act)]),
    ...logVerb(database),
  }
}

/** Granted trust marks with the same log, on PostgreSQL. */
export const createPostgresTrustMarkGrants = (database: PostgresDatabase): TrustMarkGrants => ({
  ...grantVerbs(database),
  grant: async (trustMarkType, holder, act) => {
    const { count } = await database.write(
      `WITH granted AS (
         INSERT INTO trust_mark_grant AS known (trust_mark_type, holder, granted_at) VALUES ($1, $2, $3)
         ON CONFLICT (trust_mark_type, holder) DO UPDATE SET granted_at = excluded.granted_at, revoked_at = NULL
         WHERE known.revoked_at IS NOT NULL RETURNING holder)
       INSERT INTO subordinate_event (entity_id, event) SELECT holder, $4::text FROM granted`,
      [trustMarkType, holder, act.at, eventOf(holder, 'mark_granted', act, { trustMarkType })],
    )
    return count === 0 ? 'known' : 'granted'
  },
  revoke: async (trustMarkType, holder, act) => {
    const { count } = await database.write(
      `WITH revoked AS (
         UPDATE trust_mark_grant SET revoked_at = $3
         WHERE trust_mark_type = $1 AND holder = $2 AND revoked_at IS NULL RETURNING holder),
       logged AS (INSERT INTO subordinate_event (entity_id, event) SELECT holder, $4::text FROM revoked)
       SELECT 1 FROM trust_mark_grant WHERE trust_mark_type = $1 AND holder = $2`,
      [trustMarkType, holder, act.at, eventOf(holder, 'mark_revoked', act, { trustMarkType })],
    )
    return count === 0 ? 'unknown' : 'revoked'
  },
})

/** The ring of federation keys, on PostgreSQL. */
export const createPostgresFederationKeyStore = (database: PostgresDatabase): KeyRingStore =>
  createPostgresKeyStore(database, 'federation_key')
