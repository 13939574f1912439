/**
 * The keys of a key ring at one time: the key that signs, the published keys and the historical keys (FED-10, FED-33).
 */
import {
  isFresh,
  type MaybePromise,
  type NumericDate,
  type PublicJwk,
  Unavailable,
  whenResolved,
} from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { HistoricalKey } from './historical-keys.ts'
import type { KeyRingStore, KeyVault, RingKeyRecord } from './key-ring.ts'

/** The signing key, the published keys and the historical keys at one time. */
export interface CurrentRingKeys {
  readonly signer: Signer
  /** Time since which the signer has been active. Absent for `fixedRingKeys`. */
  readonly signsSince?: NumericDate
  /** Published keys, the signing key first. */
  readonly published: readonly PublicJwk[]
  /** Keys that no longer sign, for the endpoint of OpenID Federation 1.0 §8.7. */
  readonly historical: readonly HistoricalKey[]
  /** Text that changes with the published keys and the signer. */
  readonly revision: string
}

/** A key ring for signing and publishing. Each replica has its own instance over one shared store. */
export interface RingKeys {
  /** Returns the keys at this time. */
  current(now: NumericDate): MaybePromise<CurrentRingKeys>
  /** Reports a change by this process. The next call of `current` reads the store again. */
  changed(): void
}

/** Creates a ring of configured keys, which never changes. `further` keys are published but do not sign. */
export function fixedRingKeys(signer: Signer, further: readonly PublicJwk[] = []): RingKeys {
  const current = { signer, published: [signer.publicJwk, ...further], historical: [], revision: '' }
  return { current: () => current, changed: () => undefined }
}

/**
 * Creates a reader of the stored records, which are cached for `keptSeconds`. With 0 each call reads the store. With
 * more, concurrent callers share one read. A failed read is not cached. `changed` drops the cached records.
 */
function recordsOf(store: KeyRingStore, keptSeconds: number) {
  let cached: { readonly readAt: NumericDate; records: MaybePromise<readonly RingKeyRecord[]> } | undefined
  const read = (now: NumericDate): MaybePromise<readonly RingKeyRecord[]> => {
    if (cached && isFresh(cached.readAt, keptSeconds, now)) return cached.records
    const records = store.list()
    const entry: typeof cached = { readAt: now, records }
    cached = entry
    records.then(
      (listed) => {
        entry.records = listed
      },
      () => {
        if (cached === entry) cached = undefined
      },
    )
    return records
  }
  const changed = (): void => {
    cached = undefined
  }
  return { read, changed }
}

/**
 * Creates a ring whose keys change at run time. By default `current` reads the store for each call, so that changes are
 * visible on all replicas at once. With `keptSeconds` the records are cached for that time, and changes by other
 * replicas become visible after at most that time. `current` rejects with `Unavailable` if no key is active, or if the
 * vault lacks the active key.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createMemoryKeyRingStore, createMemoryKeyVault, createRingKeys } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const [signer, now] = [await generateSigner(ctx), createSystemClock().now()]
 * const vault = createMemoryKeyVault([signer], () => generateSigner(ctx))
 * const ring = createRingKeys(createMemoryKeyRingStore([signer], now), vault)
 * assert.equal((await ring.current(now)).signer.kid, signer.kid)
 * ```
 */
export function createRingKeys(
  store: KeyRingStore,
  vault: KeyVault,
  { keptSeconds = 0 }: { readonly keptSeconds?: number } = {},
): RingKeys {
  const { read, changed } = recordsOf(store, keptSeconds)
  const opened = new Map<string, Promise<Signer | undefined>>()
  const open = (kid: string): Promise<Signer | undefined> => {
    const opening = opened.get(kid) ?? vault.open(kid)
    opened.set(kid, opening)
    opening.then(
      (signer) => signer ?? opened.delete(kid),
      () => opened.delete(kid),
    )
    return opening
  }
  const ringOf = async (records: readonly RingKeyRecord[], now: NumericDate): Promise<CurrentRingKeys> => {
    const active = records.find(({ state }) => state === 'active')
    if (active === undefined) throw new Unavailable('the key ring has no active key')
    const signer = await open(active.kid)
    if (signer === undefined) throw missingKey(active.kid, vault)
    const further = records.filter((record) => record !== active && isPublished(record, now))
    return {
      signer,
      ...(active.activatedAt !== undefined && { signsSince: active.activatedAt }),
      published: [signer.publicJwk, ...further.map(({ jwk }) => jwk)], // FED-10
      historical: records.filter((record) => isHistorical(record, now)).map(toHistorical), // FED-33
      revision: [signer.kid, ...further.map(({ kid }) => kid)].join(' '),
    }
  }
  /** The last result, with the records and the time from which it was computed. */
  let last: { readonly records: unknown; readonly now: NumericDate; readonly ring: CurrentRingKeys } | undefined
  return {
    changed,
    current: (now) =>
      whenResolved(read(now), (records) => {
        if (last?.records === records && last.now === now) return last.ring
        return ringOf(records, now).then((ring) => {
          last = { records, now, ring }
          return ring
        })
      }),
  }
}

function missingKey(kid: string, vault: KeyVault): Unavailable {
  const location = vault.locationOf?.(kid)
  const where = location === undefined ? '' : `: it is not in ${location}`
  return new Unavailable(`this process does not have the active key ${kid} of the key ring${where}`)
}

const isPublished = ({ state, retiredAt = 0 }: RingKeyRecord, now: NumericDate): boolean =>
  state === 'pending' || (state === 'retiring' && now < retiredAt)

const isHistorical = ({ state, retiredAt = 0 }: RingKeyRecord, now: NumericDate): boolean =>
  state === 'revoked' || (state === 'retiring' && now >= retiredAt)

const toHistorical = ({ jwk, createdAt, retiredAt, revokedAt, reason }: RingKeyRecord): HistoricalKey => ({
  jwk,
  issuedAt: createdAt,
  expiresAt: Math.min(retiredAt ?? Number.POSITIVE_INFINITY, revokedAt ?? Number.POSITIVE_INFINITY),
  ...(revokedAt !== undefined && { revoked: { revokedAt, reason: reason ?? 'unspecified' } }),
})
