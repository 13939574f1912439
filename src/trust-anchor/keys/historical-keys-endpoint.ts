/** `GET /historical-jwks`: the federation keys that this entity no longer uses (OpenID Federation 1.0 §8.7). */
import { jwsEntityTag, type NumericDate } from '../../base/index.ts'
import { createHistoricalKeys, type HistoricalKey, jwkSetMediaType } from '../../federation/index.ts'
import { type Route, respondText } from '../../http/index.ts'
import type { TrustAnchorServices } from '../context.ts'
import { paths } from '../paths.ts'

/** Seconds for which a signed key set is reused if no key changes. */
const reuseSeconds = 300

/** Returns the time since which the set has contained the key in its current state. */
const changedAt = ({ expiresAt, revoked }: HistoricalKey): NumericDate => revoked?.revokedAt ?? expiresAt

/** Creates the route. The key set is signed again when a key has changed, and otherwise at most every 5 minutes. */
export const historicalKeysEndpoint = (ctx: Pick<TrustAnchorServices, 'clock' | 'config' | 'keys'>): Route => {
  let cached: { readonly name: string; readonly jwt: Promise<string> } | undefined
  return {
    method: 'GET',
    path: paths.historicalKeys,
    kind: 'document',
    parameters: [], // FED-130
    handle: async () => {
      const now = ctx.clock.now()
      const { signer, signsSince = 0, historical } = await ctx.keys.current(now)
      const epoch = Math.floor(now / reuseSeconds) * reuseSeconds
      const issuedAt = Math.max(epoch, signsSince, ...historical.map(changedAt)) // D-188
      const name = JSON.stringify([issuedAt, signer.kid, historical])
      if (cached?.name !== name) {
        const jwt = createHistoricalKeys(signer, { issuer: ctx.config.entityId, issuedAt, keys: historical })
        const entry = { name, jwt }
        cached = entry
        jwt.catch(() => {
          if (cached === entry) cached = undefined
        })
      }
      const keySet = await cached.jwt
      return respondText(keySet, jwkSetMediaType, { 'cache-control': 'no-cache', etag: jwsEntityTag(keySet) }) // FED-33
    },
  }
}
