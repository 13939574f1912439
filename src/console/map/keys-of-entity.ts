/**
 * Lists the keys of an entity with their states, from its configuration, its superior's statement, and its former keys.
 */
import { isNumericDate, type JsonObject, type NumericDate } from '../../base/index.ts'
import { certificateExpiry, keysOf } from './expiries.ts'
import type { InspectedEntity } from './inspect-entity.ts'

/**
 * State of a key. `current` signs the configuration. `published` is in the configuration but does not sign it, because
 * it is a future or a former key. The key ring of the administration API tells which: `pending` or `retiring`.
 * `retired` and `revoked` are in the list of former keys. `protocol` is in the metadata of an entity type.
 */
export type KeyState = 'current' | 'published' | 'pending' | 'retiring' | 'retired' | 'revoked' | 'protocol'

export interface EntityKey {
  readonly kid: string
  /** `federation`, or the entity type that publishes it. */
  readonly use: string
  readonly algorithm: string
  readonly state: KeyState
  /**
   * True if the superior's statement contains the key. Absent without a statement, and for former and protocol keys.
   */
  readonly stated?: boolean
  /** Time until which the key is published or valid, or expiry time of its certificate. */
  readonly endsAt?: NumericDate
  readonly reason?: string
}

const maximumKeys = 32

/**
 * Returns the keys, federation keys first: at most 32 in the configuration, 32 in the list of former keys, and 32 of
 * each entity type. Empty without a configuration. `ring` is the key ring that the entity's administration API returns.
 */
export function keysOfEntity(
  { configuration, statedKids, historical }: InspectedEntity,
  ring: readonly JsonObject[] = [],
): readonly EntityKey[] {
  if (configuration === undefined) return []
  const { jws, kid: signing, metadata } = configuration
  const ringStates = new Map(ring.map((record) => [record.kid, record]))
  const federation = keysOf(jws.payload.jwks)
    .slice(0, maximumKeys)
    .map((key): EntityKey => {
      const kid = String(key.kid)
      const record = ringStates.get(kid)
      const state = record?.state === 'pending' || record?.state === 'retiring' ? record.state : 'published'
      const endsAt = record?.retired_at ?? key.exp
      return {
        ...{ kid, use: 'federation', algorithm: algorithmOf(key), state: kid === signing ? 'current' : state },
        ...(statedKids && { stated: statedKids.includes(kid) }),
        ...(isNumericDate(endsAt) && { endsAt }),
      }
    })
  const former = historical.slice(0, maximumKeys).map(
    ({ jwk, expiresAt, revoked }): EntityKey => ({
      ...{ kid: jwk.kid ?? '', use: 'federation', algorithm: jwk.alg ?? jwk.kty, endsAt: expiresAt },
      ...(revoked ? { state: 'revoked', reason: revoked.reason } : { state: 'retired' }),
    }),
  )
  const protocol = Object.entries(metadata).flatMap(([use, members]) =>
    keysOf(members.jwks)
      .slice(0, maximumKeys)
      .map((key): EntityKey => {
        const endsAt = certificateExpiry(key.x5c) ?? key.exp
        const shown = { kid: String(key.kid ?? ''), use, algorithm: algorithmOf(key), state: 'protocol' } as const
        return { ...shown, ...(isNumericDate(endsAt) && { endsAt }) }
      }),
  )
  return [...federation, ...former, ...protocol]
}

const algorithmOf = ({ alg, crv, kty, use }: JsonObject): string =>
  [alg ?? crv ?? kty, use].filter((part) => typeof part === 'string').join(', ')
