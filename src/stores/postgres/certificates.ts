/**
 * Certificates and key announcements of a Trust Anchor or intermediate on PostgreSQL. The names of their actions in the
 * log must begin with `certificate` or `keys`, because the SQL condition `changesList` recognizes them by these
 * beginnings.
 */
import type { ProfileName } from '../../profiles/index.ts'
import type { IssuedCertificates, KeyAnnouncements } from '../../trust-anchor/index.ts'
import {
  announcementValues,
  announcementVerbs,
  certificateValues,
  certificateVerbs,
  upsertAnnouncement,
} from '../certificate-verbs.ts'
import { eventOf } from '../trust-anchor-verbs.ts'
import type { PostgresDatabase } from './database.ts'

export const createPostgresIssuedCertificates = (
  database: PostgresDatabase,
  profile: ProfileName,
): IssuedCertificates => ({
  ...certificateVerbs(database, profile, (name) => database.call<number>('next_certificate_number', [profile, name])),
  add: (certificate, act) => {
    const { serial, subject } = certificate
    const event = eventOf(subject, 'certificate_issued', act, { serial })
    const values = [...certificateValues(profile, certificate), event, act.at]
    return database.call<'added' | 'outdated'>('add_certificate', values)
  },
  revoke: ({ serial, subject }, reason, act) => {
    const event = eventOf(subject, 'certificate_revoked', act, { serial })
    return database.call<'revoked' | 'unknown'>('revoke_certificate', [profile, serial, subject, reason, act.at, event])
  },
})

export const createPostgresKeyAnnouncements = (database: PostgresDatabase, profile: ProfileName): KeyAnnouncements => ({
  ...announcementVerbs(database, profile),
  keep: async (announcement, act) => {
    const event = eventOf(announcement.entityId, 'keys_announced', act)
    const { count } = await database.write(
      `WITH kept AS (INSERT ${upsertAnnouncement} RETURNING entity_id)
       INSERT INTO subordinate_event (profile, entity_id, event) SELECT $1, entity_id, $7::text FROM kept`,
      [...announcementValues(profile, announcement), event],
    )
    return count === 0 ? 'outdated' : 'kept'
  },
})
