/** The verbs of a Trust Anchor that are the same statement in both dialects. */
import type { OperatorEvent, Subordinates, TrustMarkGrant, TrustMarkGrants } from '../trust-anchor/index.ts'
import { type Statements, whereOf } from './statements.ts'
import type { Row } from './stored-values.ts'

/** Reads the log of the operators. */
export const logVerb = ({ read }: Statements): Pick<Subordinates, 'log'> => ({
  log: async ({ entityId, limit }) => {
    const { where, values } = whereOf([['entity_id = ?', entityId]])
    const text = `SELECT event FROM subordinate_event WHERE ${where} ORDER BY id DESC LIMIT $${values.length + 1}`
    return (await read(text, [...values, limit])).map(({ event }) => JSON.parse(event as string) as OperatorEvent)
  },
})

const grantColumns = 'trust_mark_type, holder, granted_at, revoked_at FROM trust_mark_grant'

const grantOf = (row: Row): TrustMarkGrant => ({
  trustMarkType: row.trust_mark_type as string,
  holder: row.holder as string,
  grantedAt: row.granted_at as number,
  ...(row.revoked_at !== null && { revokedAt: row.revoked_at as number }),
})

/** Verbs of trust mark grants that write no event. */
export const grantVerbs = ({ read, write }: Statements): Pick<TrustMarkGrants, 'find' | 'list' | 'revokeAll'> => ({
  find: async (trustMarkType, holder) => {
    const text = `SELECT ${grantColumns} WHERE trust_mark_type = $1 AND holder = $2`
    const [row] = await read(text, [trustMarkType, holder])
    return row && grantOf(row)
  },
  list: async (trustMarkType) => {
    const { where, values } = whereOf([['trust_mark_type = ?', trustMarkType]])
    const order = 'ORDER BY holder, trust_mark_type'
    return (await read(`SELECT ${grantColumns} WHERE revoked_at IS NULL AND ${where} ${order}`, values)).map(grantOf)
  },
  revokeAll: async (holder, now) => {
    const text = 'UPDATE trust_mark_grant SET revoked_at = $2 WHERE holder = $1 AND revoked_at IS NULL'
    await write(text, [holder, now])
  },
})
