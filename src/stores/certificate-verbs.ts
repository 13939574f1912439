/**
 * SQL for the certificates that a Trust Anchor or intermediate issues, and for the key announcements of its members.
 * The statements are the same in SQLite and PostgreSQL.
 */
import type { ProfileName } from '../profiles/index.ts'
import type {
  CertificateRevocationReason,
  CertificateState,
  IssuedCertificate,
  IssuedCertificates,
  KeyAnnouncement,
  KeyAnnouncements,
} from '../trust-anchor/index.ts'
import { type Statements, whereOf } from './statements.ts'
import type { Row } from './stored-values.ts'

/**
 * The part after `INSERT` of a statement that adds a certificate. Changes no row, without an error, if a certificate
 * has the same serial number, or the same subject, key, issuer's key and generation. The caller must check the number
 * of changed rows.
 */
export const insertCertificate = `INTO certificate
  (profile, serial, subject, kid, issuer_kid, generation, certificate, not_before, not_after)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`

/**
 * Returns the values of `insertCertificate`, which are also the first arguments of the SQL function `add_certificate`.
 */
export const certificateValues = (profile: ProfileName, one: IssuedCertificate) =>
  [
    ...[profile, one.serial, one.subject, one.kid, one.issuerKid, one.generation],
    ...[one.certificate, one.notBefore, one.notAfter],
  ] as const

/**
 * The part after `INSERT` of a statement that stores an announcement. Changes no row if the stored announcement has the
 * same or a later `issued_at`.
 */
export const upsertAnnouncement = `INTO key_announcement AS known
  (profile, entity_id, statement, issued_at, received_at, pending) VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (profile, entity_id) DO UPDATE SET statement = excluded.statement, issued_at = excluded.issued_at,
    received_at = excluded.received_at, pending = excluded.pending
  WHERE known.issued_at < excluded.issued_at`

/** Returns the values of `upsertAnnouncement`. */
export const announcementValues = (profile: ProfileName, one: KeyAnnouncement) =>
  [profile, one.entityId, one.statement, one.issuedAt, one.receivedAt, one.pending ? 1 : 0] as const

const certificateOf = (row: Row): IssuedCertificate => ({
  serial: row.serial as string,
  subject: row.subject as string,
  kid: row.kid as string,
  issuerKid: row.issuer_kid as string,
  generation: row.generation as number,
  certificate: row.certificate as string,
  notBefore: row.not_before as number,
  notAfter: row.not_after as number,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at as number }),
  ...(row.reason !== null && { reason: row.reason as CertificateRevocationReason }),
  ...(row.held_at !== null && { heldAt: row.held_at as number }),
})

/** Columns and table of a query. */
const fromCertificate = `serial, subject, kid, issuer_kid, generation, certificate, not_before, not_after, revoked_at, reason,
  held_at FROM certificate`

/** Condition of each state, without the condition on `not_after`. */
const stateConditions: Readonly<Record<CertificateState, string>> = {
  valid: 'revoked_at IS NULL AND held_at IS NULL',
  held: 'revoked_at IS NULL AND held_at IS NOT NULL',
  revoked: 'revoked_at IS NOT NULL',
  expired: 'revoked_at IS NULL',
}

type SharedVerbs = 'next' | 'find' | 'bySerial' | 'list' | 'unexpired' | 'revokedOrHeld' | 'listState' | 'publish'

/** Migration: the indexes of `list` and of the list of announcements. */
export const certificateIndexes = `
  CREATE INDEX certificate_by_end ON certificate (profile, not_after, serial) WHERE revoked_at IS NULL;
  CREATE INDEX certificate_withdrawn ON certificate (profile, serial) WHERE revoked_at IS NOT NULL;
  CREATE INDEX certificate_held ON certificate (profile, serial) WHERE held_at IS NOT NULL;
  CREATE INDEX key_announcement_pending ON key_announcement (profile, entity_id) WHERE pending = 1`

/**
 * Creates the store methods that both databases share. `increment` raises a named counter and returns its new value.
 * None of these methods adds a row to the log.
 */
export const certificateVerbs = (
  { read, write }: Statements,
  profile: ProfileName,
  increment: (name: string) => Promise<number>,
): Pick<IssuedCertificates, SharedVerbs> => ({
  next: increment,
  find: async (subject, kid, issuerKid) => {
    const text = `SELECT ${fromCertificate} WHERE profile = $1 AND subject = $2 AND kid = $3 AND issuer_kid = $4
      ORDER BY generation DESC LIMIT 1`
    const [row] = await read(text, [profile, subject, kid, issuerKid])
    return row && certificateOf(row)
  },
  bySerial: async (serial) => {
    const [row] = await read(`SELECT ${fromCertificate} WHERE profile = $1 AND serial = $2`, [profile, serial])
    return row && certificateOf(row)
  },
  list: async ({ subject, kid, inState, limit }) => {
    const { state, now } = inState ?? {}
    const { where, values } = whereOf([
      ['profile = ?', profile],
      ['subject = ?', subject],
      ['kid = ?', kid],
      // `+ 0`: the planner takes the index of serials, in whose order the rows are, instead of that of ends.
      ['not_after + 0 > ?', state === 'valid' || state === 'held' ? now : undefined],
      ['not_after <= ?', state === 'expired' ? now : undefined],
    ])
    const ofState = state === undefined ? '' : `AND ${stateConditions[state]}`
    const order = state === 'expired' ? 'not_after DESC, serial DESC' : 'serial DESC'
    const text = `SELECT ${fromCertificate} WHERE ${where} ${ofState} ORDER BY ${order} LIMIT $${values.length + 1}`
    return (await read(text, [...values, limit])).map(certificateOf)
  },
  unexpired: async (subject, now) => {
    const text = `SELECT ${fromCertificate} WHERE profile = $1 AND subject = $2 AND not_after > $3 AND revoked_at IS NULL
      ORDER BY serial DESC`
    return (await read(text, [profile, subject, now])).map(certificateOf)
  },
  revokedOrHeld: async (issuerKid, since) => {
    const text = `SELECT ${fromCertificate} WHERE profile = $1 AND issuer_kid = $2 AND not_after >= $3
      AND (revoked_at IS NOT NULL OR held_at IS NOT NULL) ORDER BY serial`
    return (await read(text, [profile, issuerKid, since])).map(certificateOf)
  },
  listState: async (issuerKid) => {
    const text = `SELECT list.number, list.list, list.this_update, list.next_update, list.revocations, coalesce(
        (SELECT value FROM certificate_counter WHERE profile = $1 AND name = 'revocations'), 0) AS present
      FROM (SELECT 1) AS one LEFT JOIN certificate_list AS list ON list.profile = $1 AND list.issuer_kid = $2`
    const [row] = await read(text, [profile, issuerKid])
    const revocations = (row?.present ?? 0) as number
    if (row === undefined || row.number === null) return { revocations }
    const list = {
      ...{ issuerKid, number: row.number as number, list: row.list as string },
      ...{ thisUpdate: row.this_update as number, nextUpdate: row.next_update as number },
      revocations: row.revocations as number,
    }
    return { list, revocations }
  },
  publish: async ({ issuerKid, number, list, thisUpdate, nextUpdate, revocations }) => {
    const text = `INSERT INTO certificate_list AS known
        (profile, issuer_kid, number, list, this_update, next_update, revocations) VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (profile, issuer_kid) DO UPDATE SET number = excluded.number, list = excluded.list,
        this_update = excluded.this_update, next_update = excluded.next_update, revocations = excluded.revocations
      WHERE known.number < excluded.number`
    await write(text, [profile, issuerKid, number, list, thisUpdate, nextUpdate, revocations])
  },
})

const announcementOf = (row: Row): KeyAnnouncement => ({
  entityId: row.entity_id as string,
  statement: row.statement as string,
  issuedAt: row.issued_at as number,
  receivedAt: row.received_at as number,
  pending: row.pending === 1,
})

const fromAnnouncement = 'entity_id, statement, issued_at, received_at, pending FROM key_announcement'

/** Creates the store methods of announcements that both databases share. None of them adds a row to the log. */
export const announcementVerbs = (
  { read, write }: Statements,
  profile: ProfileName,
): Pick<KeyAnnouncements, 'find' | 'list' | 'markDecided'> => ({
  find: async (entityId) => {
    const text = `SELECT ${fromAnnouncement} WHERE profile = $1 AND entity_id = $2`
    const [row] = await read(text, [profile, entityId])
    return row && announcementOf(row)
  },
  list: async (limit) => {
    const text = `SELECT ${fromAnnouncement} WHERE profile = $1 AND pending = 1 ORDER BY entity_id LIMIT $2`
    return (await read(text, [profile, limit])).map(announcementOf)
  },
  markDecided: async (entityId, issuedAt) => {
    const text = 'UPDATE key_announcement SET pending = 0 WHERE profile = $1 AND entity_id = $2 AND issued_at = $3'
    await write(text, [profile, entityId, issuedAt])
  },
})
