/** Grants, from the code to the end of the access token, on the embedded database. */
import type { PidProviderStores } from '../../pid-provider/index.ts'
import { grantOf } from '../pid-provider-rows.ts'
import { revokeByCode } from '../pid-provider-verbs.ts'
import { valueDigest } from '../stored-values.ts'
import { Undone } from './claims.ts'
import type { Session } from './commit.ts'
import type { SqliteDatabase } from './database.ts'
import type { ExpiringRows } from './forget.ts'
import { forgetAuthorizations } from './pid-provider-authorizations.ts'
import type { RecentIssuances } from './pid-provider-recents.ts'
import { expiringLists } from './watched-lists.ts'

const expiring: ExpiringRows = { table: 'authorization_grant', key: 'code_digest', column: 'expires_at' }

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
    // The row of a code records its redemption for as long as the code can be found, so its claim adds nothing.
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
      // A repeated request loses all of its claims. The first of them is the code.
      const isCodeLost = outcome !== 'gone' && (await database.read((session) => isRedeemed(session, code)))
      return isCodeLost ? { lost: 'code' } : outcome
    },
    findByToken: (tokenId) =>
      database.read((session) =>
        grantsByToken.find(tokenId, () =>
          grantOf(session.prepare('SELECT * FROM authorization_grant WHERE token_id = ?').get(tokenId)),
        ),
      ),
    revokeByCode: (code, now) => revokeByCode(database.statements, code, now).finally(recent.forgetAll),
    prune: async (now) => {
      await database.forget(expiring, now)
      await database.forget(expiringLists, now)
      await forgetAuthorizations(database, now)
      recent.forgetAll()
    },
  }
}
