/**
 * The Trust Anchor's rows as records: the columns have the same names in both dialects.
 */
import type { TrustMarkGrant } from '../trust-anchor/index.ts'
import type { Row } from './stored-values.ts'

export const grantOf = (row: Row): TrustMarkGrant => ({
  trustMarkType: row.trust_mark_type as string,
  holder: row.holder as string,
  grantedAt: row.granted_at as number,
  ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at as number }),
})
