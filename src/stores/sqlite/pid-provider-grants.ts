/**
 * Grants, from the code to the end of the access token, on the embedded database. Their table is that of
 * pid-provider-stores.ts.
 */
import type { Grant, PidProviderStores } from '../../pid-provider/index.ts'
import { valueDigest } from '../stored-values.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import type { ExpiringRows } from './forget.ts'
import { forgetAuthorizations } from './pid-provider-authorizations.ts'
import type { RecentIssuances } from './pid-provider-recents.ts'
import { expiringLists } from './watched-lists.ts'

const expiring: ExpiringRows = { table: 'authorization_grant', key: 'code_digest', column: 'expires_at' }

function grantOf(row: Record<string, unknown> | undefined, code: string): Grant | undefined {
  if (row === undefined) return undefined
  return {
    ...(JSON.parse(row.body as string) as Grant),
    code,
    ...(typeof row.token === 'string' && { token: JSON.parse(row.token) as NonNullable<Grant['token']> }),
    ...(typeof row.revoked_at === 'number' && { revokedAt: row.revoked_at }),
  }
}

export function createGrants(database: SqliteDatabase, recent: RecentIssuances): PidProviderStores['grants'] {
  const { grantsByCode, grantsByToken } = recent
  const isRedeemed = (session: Session, code: string): boolean =>
    session
      .prepare('SELECT 1 FROM authorization_grant WHERE code_digest = ? AND token_id IS NOT NULL')
      .get(valueDigest(code)) !== undefined
  return {
    findByCode: (code) =>
      database.read((session) =>
        grantsByCode.find(code, () =>
          grantOf(
            session.prepare('SELECT * FROM authorization_grant WHERE code_digest = ?').get(valueDigest(code)),
            code,
          ),
        ),
      ),
    // A code is spent by its row, which says so for as long as the code can be found: the claim would only say it again.
    redeem: async ({ code, claims, token }) => {
      const known = grantsByCode.find(code, () => undefined)
      const others = claims.filter(({ name }) => name !== 'code')
      const outcome = await database
        .claim(others, (session) => {
          const { changes } = session
            .prepare(
              `UPDATE authorization_grant SET token_id = ?, token = ?, expires_at = max(expires_at, ?)
               WHERE code_digest = ? AND token_id IS NULL`,
            )
            .run(token.jti, JSON.stringify(token), token.expiresAt, valueDigest(code))
          if (changes > 0) return 'redeemed' as const
          return new Undone(isRedeemed(session, code) ? { lost: 'code' as const } : ('gone' as const))
        })
        .finally(() => grantsByCode.forget(code))
      if (outcome === 'redeemed') {
        if (known) grantsByToken.keep(token.jti, { ...known, code: '', token })
        return outcome
      }
      // Whoever sends all of a request again has lost every claim of it: that of the code comes first.
      const isCodeLost = outcome !== 'gone' && (await database.read((session) => isRedeemed(session, code)))
      return isCodeLost ? { lost: 'code' } : outcome
    },
    findByToken: (tokenId) =>
      database.read((session) =>
        grantsByToken.find(tokenId, () =>
          grantOf(session.prepare('SELECT * FROM authorization_grant WHERE token_id = ?').get(tokenId), ''),
        ),
      ),
    revokeByCode: (code, now) =>
      database
        .write((session) => {
          session
            .prepare('UPDATE authorization_grant SET revoked_at = ? WHERE code_digest = ? AND revoked_at IS NULL')
            .run(now, valueDigest(code))
        })
        .finally(recent.forgetAll),
    prune: async (now) => {
      await database.forget(expiring, now)
      await database.forget(expiringLists, now)
      await forgetAuthorizations(database, now)
      recent.forgetAll()
    },
  }
}
