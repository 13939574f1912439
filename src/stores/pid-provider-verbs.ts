/** The store methods (verbs) of a PID Provider whose statement is the same in both dialects. */
import type { CredentialStatus, PidProviderStores, PushedRequest } from '../pid-provider/index.ts'
import { credentialColumns, credentialOf } from './pid-provider-rows.ts'
import { atPlaces, type Statements, usedPlaceOf, whereOf } from './statements.ts'
import { valueDigest } from './stored-values.ts'

/**
 * Returns the verbs of pushed requests that are the same on both databases. `push` differs, because it claims
 * single-use values.
 */
export const pushedRequestVerbs = ({
  read,
  write,
}: Statements): Pick<PidProviderStores['pushedRequests'], 'keep' | 'find'> => ({
  keep: async ({ requestUri, until }) => {
    const text = 'UPDATE pushed_request SET expires_at = $2 WHERE digest = $1 AND expires_at < $2'
    await write(text, [valueDigest(requestUri), until])
  },
  find: async (requestUri, now) => {
    const text = 'SELECT body FROM pushed_request WHERE digest = $1 AND expires_at > $2'
    const [row] = await read(text, [valueDigest(requestUri), now])
    return row && { ...(JSON.parse(row.body as string) as PushedRequest), requestUri }
  },
})

/** Revokes the grant of a code, if it is not revoked yet. */
export async function revokeByCode({ write }: Statements, code: string, now: number): Promise<void> {
  const text = 'UPDATE authorization_grant SET revoked_at = $2 WHERE code_digest = $1 AND revoked_at IS NULL'
  await write(text, [valueDigest(code), now])
}

/**
 * Returns the verbs of issued credentials that are the same on both databases. `changeOrder` is the column that orders
 * the changes.
 */
export const credentialVerbs = (
  { read, write }: Statements,
  changeOrder: 'rowid' | 'sequence',
): Pick<
  PidProviderStores['issuedCredentials'],
  'find' | 'search' | 'exceptions' | 'changes' | 'nextListDue' | 'usedPlaces' | 'highestList' | 'freePlace'
> => ({
  find: async (id) => {
    const [row] = await read(`SELECT ${credentialColumns} FROM issued_credential WHERE id = $1`, [id])
    return row && credentialOf(row)
  },
  search: async (by) => {
    const { holderThumbprint, subject, clientId, status, format, issuedFrom, issuedTo, before, limit = 1000 } = by
    // A person has few credentials: `|| ''` keeps the planner from the indexes of statuses and formats.
    const isOfPerson = [holderThumbprint, subject, clientId].some((value) => value !== undefined)
    const equals = (column: string): string => (isOfPerson ? `${column} || '' = ?` : `${column} = ?`)
    const { where, values } = whereOf([
      ['holder_thumbprint = ?', holderThumbprint],
      ['subject = ?', subject],
      ['client_id = ?', clientId],
      [equals('status'), status],
      [equals('format'), format],
      ['issued_at >= ?', issuedFrom],
      ['issued_at <= ?', issuedTo],
      ['(issued_at, id) < (SELECT issued_at, id FROM issued_credential WHERE id = ?)', before],
    ])
    const newest = `ORDER BY issued_at DESC, id DESC LIMIT $${values.length + 1}`
    // The condition of the partial index, so that the planner uses it.
    const ofIndex = isOfPerson || status === undefined || status === 'valid' ? '' : "AND status <> 'valid'"
    const text = `SELECT ${credentialColumns} FROM issued_credential WHERE ${where} ${ofIndex} ${newest}`
    return (await read(text, [...values, limit])).map(credentialOf)
  },
  exceptions: async (statusList) => {
    const text = `SELECT status_index, status FROM issued_credential
      WHERE status_list = $1 AND status <> 'valid' AND place_free = 0`
    const rows = await read(text, [statusList])
    return rows.map((row) => ({ index: row.status_index as number, status: row.status as CredentialStatus }))
  },
  usedPlaces: async (places) => {
    const { condition, values } = atPlaces(places)
    const text = `SELECT status_list, status_index, expires_at AS until FROM issued_credential
      WHERE place_free = 0 AND ${condition}`
    return (await read(text, values)).map(usedPlaceOf)
  },
  highestList: async () => {
    const [row] = await read('SELECT max(status_list) AS highest FROM issued_credential WHERE place_free = 0', [])
    return (row?.highest as number | null) ?? -1
  },
  freePlace: async ({ list, index, until }) => {
    const text = `UPDATE issued_credential SET place_free = 1
      WHERE status_list = $1 AND status_index = $2 AND place_free = 0 AND expires_at = $3`
    await write(text, [list, index, until])
  },
  changes: async (credentialId) => {
    const text = `SELECT status, at, actor, reason FROM credential_change WHERE credential_id = $1 ORDER BY ${changeOrder}`
    return (await read(text, [credentialId])).map((row) => ({
      credentialId,
      status: row.status as CredentialStatus,
      at: row.at as number,
      actor: row.actor as string,
      reason: row.reason as string,
    }))
  },
  nextListDue: async () => {
    const [row] = await read('SELECT due FROM watched_list ORDER BY due LIMIT 1', [])
    return row?.due as number | undefined
  },
})
