/** The store methods (verbs) of a Trust Anchor whose statement is the same in both dialects. */
import type { Act } from '../member/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type {
  AuthorityLogEntry,
  MarkChange,
  Subordinates,
  TrustMarkGrant,
  TrustMarkGrants,
} from '../trust-anchor/index.ts'
import { type Statements, whereOf } from './statements.ts'
import type { Row } from './stored-values.ts'

/** Returns a log entry as JSON text. The SQL conditions below search the text for names of actions. */
export const eventOf = (
  entityId: string,
  action: AuthorityLogEntry['action'],
  act: Act,
  about: Pick<AuthorityLogEntry, 'members' | 'trustMarkType' | 'serial'> = {},
): string => {
  const event: AuthorityLogEntry = { entityId, action, ...about, ...act }
  return JSON.stringify(event)
}

/** Default for the trust marks that a change of a record grants and revokes: none. */
export const noMarks: MarkChange = { grant: [], revoke: [] }

/**
 * Condition on a row of the log: the action is about a subordinate, not about its certificates, keys or trust marks.
 * Compares text, as `changesList` does. A migration contains this condition, so it must not change.
 */
const changesSubordinate = ['certificate', 'keys', 'mark']
  .map((subject) => `event NOT LIKE '%"action":"${subject}%'`)
  .join(' AND ')

/**
 * Condition on a row of the log: a subordinate was added, suspended, resumed or removed. `statusIndex` contains this
 * condition.
 */
const changesStatus = `${changesSubordinate} AND event NOT LIKE '%"action":"changed"%'`

/**
 * Migration: an index of the changes of status that `history` returns. Without the index, the query reads the many
 * other rows of a member that changes its keys often.
 */
export const statusIndex = `CREATE INDEX subordinate_event_of_status ON subordinate_event (profile, entity_id, id)
  WHERE ${changesStatus}`

/** Migration: an index of the log of a profile entity, without which a query reads the logs of all of them. */
export const logIndex = 'CREATE INDEX subordinate_event_by_profile ON subordinate_event (profile, id)'

/** Returns the query for the latest rows of an entity with this condition. */
const latestEvents = (condition: string): string => `SELECT id, event FROM subordinate_event
  WHERE profile = $1 AND entity_id = $2 AND ${condition} ORDER BY id DESC LIMIT $3`

const historyQuery = `SELECT event FROM (SELECT id, event FROM (${latestEvents(changesSubordinate)}) AS latest
  UNION SELECT id, event FROM (${latestEvents(changesStatus)}) AS of_status) AS entries ORDER BY id DESC`

const entryOf = ({ event }: Row): AuthorityLogEntry => JSON.parse(event as string)

/** Returns the verbs that read the log. */
export const logVerbs = ({ read }: Statements, profile: ProfileName): Pick<Subordinates, 'log' | 'history'> => ({
  history: async (entityId, limit) => (await read(historyQuery, [profile, entityId, limit])).map(entryOf),
  log: async ({ entityId, ofSubordinates = false, limit }) => {
    const { where, values } = whereOf([
      ['profile = ?', profile],
      ['entity_id = ?', entityId],
    ])
    const condition = ofSubordinates ? `${where} AND ${changesSubordinate}` : where
    const text = `SELECT event FROM subordinate_event WHERE ${condition} ORDER BY id DESC LIMIT $${values.length + 1}`
    return (await read(text, [...values, limit])).map(entryOf)
  },
})

/** Returns the verb that reads the revision of the list of subordinates. The revision is 0 before the first change. */
export const listRevisionVerb = ({ read }: Statements, profile: ProfileName): Pick<Subordinates, 'listRevision'> => ({
  listRevision: async () => {
    const [row] = await read('SELECT value FROM subordinate_revision WHERE profile = $1', [profile])
    return (row?.value as number | undefined) ?? 0
  },
})

/**
 * Condition on a new row of the log: its action can change the list of subordinates. Compares text, because PostgreSQL
 * does not parse JSON that contains a NUL. Quotes inside a value are escaped, so they do not match.
 */
export const changesList = `new.event NOT LIKE '%"action":"certificate%' AND new.event NOT LIKE '%"action":"keys%'`

/** Migration of the embedded database: finds the grants of a holder, and lists all grants in the order of holders. */
export const grantIndex = 'CREATE INDEX trust_mark_grant_by_holder ON trust_mark_grant (profile, holder)'

const fromGrant = 'trust_mark_type, holder, granted_at, revoked_at FROM trust_mark_grant'

const grantOf = (row: Row): TrustMarkGrant => ({
  trustMarkType: row.trust_mark_type as string,
  holder: row.holder as string,
  grantedAt: row.granted_at as number,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at as number }),
})

/** Returns the verbs of trust mark grants that add no row to the log. */
export const grantVerbs = ({ read }: Statements, profile: ProfileName): Pick<TrustMarkGrants, 'find' | 'list'> => ({
  find: async (trustMarkType, holder) => {
    const text = `SELECT ${fromGrant} WHERE profile = $1 AND trust_mark_type = $2 AND holder = $3`
    const [row] = await read(text, [profile, trustMarkType, holder])
    return row && grantOf(row)
  },
  list: async ({ trustMarkType, after, limit }) => {
    const { where, values } = whereOf([
      ['profile = ?', profile],
      ['trust_mark_type = ?', trustMarkType],
    ])
    const next = (value: string | number): string => `$${values.push(value)}`
    const later = after && `AND (holder, trust_mark_type) > (${next(after.holder)}, ${next(after.trustMarkType)})`
    const text = `SELECT ${fromGrant} WHERE revoked_at IS NULL AND ${where} ${later ?? ''}
      ORDER BY holder, trust_mark_type LIMIT ${next(limit)}`
    return (await read(text, values)).map(grantOf)
  },
})
