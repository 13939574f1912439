/**
 * The stores of a Trust Anchor or intermediate on PostgreSQL. Each profile entity (the authority's entity for one
 * version of the formats) has its own rows. A store method that needs several statements is an SQL function, defined in
 * the schemas of the Trust Anchor. Private keys are not in the database: all replicas share one directory or one
 * PKCS#11 token as their vault.
 */
import { clocksApartSeconds } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'
import type { ProfileName } from '../../profiles/index.ts'
import type { MarkChange, Subordinate, Subordinates, TrustMarkGrants } from '../../trust-anchor/index.ts'
import { federationKeyTables } from '../key-rows.ts'
import type { TrustAnchorStores } from '../role-stores.ts'
import type { Row } from '../stored-values.ts'
import { eventOf, grantVerbs, listRevisionVerb, logVerbs, noMarks } from '../trust-anchor-verbs.ts'
import { createPostgresIssuedCertificates, createPostgresKeyAnnouncements } from './certificates.ts'
import type { PostgresDatabase } from './database.ts'
import { createPostgresKeyStore } from './key-store.ts'
import type { Value } from './values.ts'

/** Beginning of a query for subordinates. PostgreSQL then finds the members of each by the primary key. */
const selectMembers = `SELECT entity_id, status, revision,
    (SELECT json_object_agg(name, value)::text FROM subordinate_member AS member
     WHERE member.profile = subordinate.profile AND member.entity_id = subordinate.entity_id) AS members
  FROM subordinate WHERE profile = $1`

/** Parses the members: a JSON object whose values are JSON text. */
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

/**
 * Returns the last parameters of the SQL functions that change marks: types and log entries of the granted marks, types
 * and log entries of the revoked marks, and the time.
 */
const markValues = (holder: string, { grant, revoke }: MarkChange, act: Act): readonly Value[] => [
  ...[grant, grant.map((trustMarkType) => eventOf(holder, 'mark_granted', act, { trustMarkType }))],
  ...[revoke, revoke.map((trustMarkType) => eventOf(holder, 'mark_revoked', act, { trustMarkType }))],
  act.at,
]

/** Creates the store of the immediate subordinates and their log, on PostgreSQL. */
function createPostgresSubordinates(database: PostgresDatabase, profile: ProfileName): Subordinates {
  /**
   * Suspends or resumes a subordinate. The SQL function returns `turned` if the subordinate has the new status
   * afterwards, even if it had the status before.
   */
  const setStatus = async <A extends 'suspended' | 'resumed'>(
    action: A,
    entityId: string,
    act: Act,
    expected?: number,
  ) => {
    const status = action === 'resumed' ? 'active' : 'suspended'
    const values: readonly Value[] = [profile, entityId, expected, status, act.at, eventOf(entityId, action, act)]
    const outcome = await database.call<'turned' | 'unknown' | 'outdated'>('turn_subordinate', values)
    return outcome === 'turned' ? action : outcome
  }
  return {
    find: async (entityId) => {
      const [row] = await database.read(`${selectMembers} AND entity_id = $2`, [profile, entityId])
      return row && subordinateOf(row)
    },
    list: async ({ after = '', limit }) => {
      const text = `${selectMembers} AND entity_id > $2 ORDER BY entity_id LIMIT $3`
      return (await database.read(text, [profile, after, limit])).map(subordinateOf)
    },
    takeUnpinned: async ({ now, nextDue, limit }) => {
      const { rows } = await database.write(
        `UPDATE subordinate SET pin_due = $3 WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM subordinate
           WHERE profile = $1 AND status = 'active' AND pin_due IS NOT NULL AND (pin_due <= $2 OR pin_due > $5)
           ORDER BY pin_due LIMIT $4 FOR NO KEY UPDATE SKIP LOCKED))
         RETURNING entity_id`,
        [profile, now, nextDue, limit, nextDue + clocksApartSeconds],
      )
      return rows.map(({ entity_id }) => entity_id as string)
    },
    add: ({ entityId, ...members }, act, marks = []) => {
      const [names, contents] = columnsOf(members)
      const event = eventOf(entityId, 'added', act)
      const values = [
        profile,
        entityId,
        names,
        contents,
        event,
        ...markValues(entityId, { grant: marks, revoke: [] }, act),
      ]
      return database.call<'added' | 'known'>('add_subordinate', values)
    },
    change: (entityId, change, act, expectedRevision, marks = noMarks) => {
      const [names, contents] = columnsOf(change)
      const event = eventOf(entityId, 'changed', act, { members: names.toSorted() })
      const keptKids = change.keys?.flatMap(({ kid }) => kid ?? [])
      const values: readonly Value[] = [
        ...[profile, entityId, expectedRevision, names, contents, keptKids, act.at, event],
        ...markValues(entityId, marks, act),
      ]
      return database.call<'changed' | 'unknown' | 'outdated'>('change_subordinate', values)
    },
    suspend: (...call) => setStatus('suspended', ...call),
    resume: (...call) => setStatus('resumed', ...call),
    remove: (entityId, act) =>
      database.call<'removed' | 'unknown'>('remove_subordinate', [
        ...[profile, entityId, act.at],
        eventOf(entityId, 'removed', act),
      ]),
    ...logVerbs(database, profile),
    ...listRevisionVerb(database, profile),
  }
}

/** Creates the store of granted trust marks on PostgreSQL. It writes to the log of the subordinates. */
const createPostgresTrustMarkGrants = (database: PostgresDatabase, profile: ProfileName): TrustMarkGrants => ({
  ...grantVerbs(database, profile),
  grant: async (trustMarkType, holder, act) => {
    const { count } = await database.write(
      `WITH granted AS (
         INSERT INTO trust_mark_grant AS known (profile, trust_mark_type, holder, granted_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (profile, trust_mark_type, holder) DO UPDATE SET granted_at = excluded.granted_at, revoked_at = NULL
         WHERE known.revoked_at IS NOT NULL RETURNING holder)
       INSERT INTO subordinate_event (profile, entity_id, event) SELECT $1, holder, $5::text FROM granted`,
      [profile, trustMarkType, holder, act.at, eventOf(holder, 'mark_granted', act, { trustMarkType })],
    )
    return count === 0 ? 'known' : 'granted'
  },
  revoke: async (trustMarkType, holder, act) => {
    const { count } = await database.write(
      `WITH revoked AS (
         UPDATE trust_mark_grant SET revoked_at = $4
         WHERE profile = $1 AND trust_mark_type = $2 AND holder = $3 AND revoked_at IS NULL RETURNING holder),
       logged AS (INSERT INTO subordinate_event (profile, entity_id, event) SELECT $1, holder, $5::text FROM revoked)
       SELECT 1 FROM trust_mark_grant WHERE profile = $1 AND trust_mark_type = $2 AND holder = $3`,
      [profile, trustMarkType, holder, act.at, eventOf(holder, 'mark_revoked', act, { trustMarkType })],
    )
    return count === 0 ? 'unknown' : 'revoked'
  },
})

/**
 * Creates all stores of a profile entity, on PostgreSQL. The database must have been opened with `trustAnchorSchema`.
 * `profile` defaults to `seed`. Replicas may share the database.
 */
export const createPostgresTrustAnchorStores = (
  database: PostgresDatabase,
  profile: ProfileName = 'seed',
): TrustAnchorStores => ({
  subordinates: createPostgresSubordinates(database, profile),
  trustMarkGrants: createPostgresTrustMarkGrants(database, profile),
  federationKeys: createPostgresKeyStore(database, federationKeyTables[profile]),
  certificates: createPostgresIssuedCertificates(database, profile),
  keyAnnouncements: createPostgresKeyAnnouncements(database, profile),
})
