/** The keys of an entity with their states: from its configuration, its superior, and its former keys. */
import { isNumericDate, type JsonObject, type NumericDate } from '../../base/index.ts'
import { certificateEnd, keysOf } from './expiries.ts'
import type { InspectedEntity } from './inspect-entity.ts'

/**
 * State of a key. `published`: next or former, which a stranger cannot tell. The administration states `pending` and
 * `retiring`.
 */
export type KeyState = 'current' | 'published' | 'pending' | 'retiring' | 'retired' | 'revoked' | 'protocol'

/** A key of an entity. */
export interface EntityKey {
  readonly kid: string
  /** `federation`, or the entity type that publishes it. */
  readonly use: string
  readonly algorithm: string
  readonly state: KeyState
  /** True if the superior states it. Absent for other keys than federation keys. */
  readonly stated?: boolean
  /** Time from which it is no longer published, or its certificate ends. */
  readonly endsAt?: NumericDate
  /** Reason of a revocation. */
  readonly reason?: string
}

const most = 32

/** Returns all keys, those of the federation first. `ring` is the entity's key ring, if it is known. */
export function keysOfEntity(
  { configuration, statedKids, historical }: InspectedEntity,
  ring: readonly JsonObject[] = [],
): readonly EntityKey[] {
  if (configuration === undefined) return []
  const { jws, kid: signing, metadata } = configuration
  const ringStates = new Map(ring.map((record) => [record.kid, record]))
  const federation = keysOf(jws.payload.jwks)
    .slice(0, most)
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
  const former = historical.slice(0, most).map(
    ({ jwk, expiresAt, revoked }): EntityKey => ({
      ...{ kid: jwk.kid ?? '', use: 'federation', algorithm: jwk.alg ?? jwk.kty, endsAt: expiresAt },
      ...(revoked ? { state: 'revoked', reason: revoked.reason } : { state: 'retired' }),
    }),
  )
  const protocol = Object.entries(metadata).flatMap(([use, members]) =>
    keysOf(members.jwks)
      .slice(0, most)
      .map((key): EntityKey => {
        const endsAt = certificateEnd(key.x5c) ?? key.exp
        const shown = { kid: String(key.kid ?? ''), use, algorithm: algorithmOf(key), state: 'protocol' } as const
        return { ...shown, ...(isNumericDate(endsAt) && { endsAt }) }
      }),
  )
  return [...federation, ...former, ...protocol]
}

const algorithmOf = ({ alg, crv, kty, use }: JsonObject): string =>
  [alg ?? crv ?? kty, use].filter((part) => typeof part === 'string').join(', ')
