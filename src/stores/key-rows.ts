/**
 * Reads the keys of a ring from the rows of either database. A key has no actor if it changed before actors were
 * recorded.
 */
import type { PublicJwk } from '../base/index.ts'
import type { KeyRevocationReason, RingKeyRecord } from '../federation/index.ts'
import type { ProfileName } from '../profiles/index.ts'
import type { Row } from './stored-values.ts'

/** Table of the federation keys of each profile entity. Migrations create tables with these names. */
export const federationKeyTables = {
  seed: 'federation_key',
  'it-wallet-1.0': 'federation_key_1_0',
  'it-wallet-1.4': 'federation_key_1_4',
} as const satisfies Readonly<Record<ProfileName, string>>

/** The table of a ring of federation keys. */
export type FederationKeyTable = (typeof federationKeyTables)[ProfileName]

/** Returns the key of a row of a ring's table. */
export const keyOf = (row: Row): RingKeyRecord => ({
  kid: row.kid as string,
  jwk: JSON.parse(row.jwk as string) as PublicJwk,
  state: row.state as RingKeyRecord['state'],
  createdAt: row.created_at as number,
  ...(row.created_by !== null && { createdBy: row.created_by as string }),
  ...(row.created_reason !== null && { createdReason: row.created_reason as string }),
  ...(row.activated_at !== null && { activatedAt: row.activated_at as number }),
  ...(row.activated_by !== null && { activatedBy: row.activated_by as string }),
  ...(row.retired_at !== null && { retiredAt: row.retired_at as number }),
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at as number }),
  ...(row.revoked_by !== null && { revokedBy: row.revoked_by as string }),
  ...(row.reason !== null && { reason: row.reason as KeyRevocationReason }),
})
