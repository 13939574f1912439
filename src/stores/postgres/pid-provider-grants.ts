/** Grants, from the code to the end of the access token, on PostgreSQL. */
import type { PidProviderStores } from '../../pid-provider/index.ts'
import { grantOf } from '../pid-provider-rows.ts'
import { revokeByCode } from '../pid-provider-verbs.ts'
import { valueDigest } from '../stored-values.ts'
import type { PostgresDatabase } from './database.ts'

export const createGrants = (database: PostgresDatabase): PidProviderStores['grants'] => ({
  findByCode: async (code) => {
    const [row] = await database.read(
      'SELECT body, token, revoked_at FROM authorization_grant WHERE code_digest = $1',
      [valueDigest(code)],
    )
    return grantOf(row, code)
  },
  redeem: ({ code, claims, token }) =>
    database.claim(claims, 'redeem_grant', [valueDigest(code), token.jti, JSON.stringify(token), token.expiresAt]),
  findByToken: async (tokenId) => {
    const [row] = await database.read('SELECT body, token, revoked_at FROM authorization_grant WHERE token_id = $1', [
      tokenId,
    ])
    return grantOf(row)
  },
  revokeByCode: (code, now) => revokeByCode(database, code, now),
  prune: (now) => database.prune(now),
})
