/**
 * A key ring: the keys of one entity for one purpose over time (FED-10), its federation keys, a Wallet Provider's
 * attestation keys. Pending → active → retiring → revoked: a pending key is published before it signs, one key signs, a
 * retiring one is published while objects signed with it live and stands among the historical keys afterwards; a revoked
 * one is published as historical at once.
 */
import {
  isFresh,
  type JsonObject,
  type MaybePromise,
  type NumericDate,
  type PublicJwk,
  Unavailable,
} from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { HistoricalKey, KeyRevocationReason } from './historical-keys.ts'

/** Where a key stands in its life; it never goes back. */
export type RingKeyState = 'pending' | 'active' | 'retiring' | 'revoked'

/** One key of a ring as the store keeps it. The private half is not part of it. */
export interface RingKeyRecord {
  readonly kid: string
  readonly jwk: PublicJwk
  readonly state: RingKeyState
  readonly createdAt: NumericDate
  /** The administrators who made, activated and revoked it; unknown of changes from before they were kept. */
  readonly createdBy?: string
  /** What was said when it was made. */
  readonly createdReason?: string
  readonly activatedAt?: NumericDate
  readonly activatedBy?: string
  readonly revokedBy?: string
  /** Of a retiring key: until when it is published among the current ones. */
  readonly retiredAt?: NumericDate
  readonly revokedAt?: NumericDate
  readonly reason?: KeyRevocationReason
}

/** For administrators: states, times and who acted; of the key its name only. */
export const showRingKey = (record: RingKeyRecord): JsonObject => ({
  ...{ kid: record.kid, state: record.state, created_at: record.createdAt },
  ...(record.createdBy !== undefined && { created_by: record.createdBy }),
  ...(record.createdReason !== undefined && { created_reason: record.createdReason }),
  ...(record.activatedAt !== undefined && { activated_at: record.activatedAt }),
  ...(record.activatedBy !== undefined && { activated_by: record.activatedBy }),
  ...(record.retiredAt !== undefined && { retired_at: record.retiredAt }),
  ...(record.revokedAt !== undefined && { revoked_at: record.revokedAt }),
  ...(record.revokedBy !== undefined && { revoked_by: record.revokedBy }),
  ...(record.reason !== undefined && { reason: record.reason }),
})

/** Where the records stand; shared by all replicas. Each verb is one round trip and atomic. */
export interface KeyRingStore {
  /** All of them, in the order in which they were added. */
  list(): Promise<readonly RingKeyRecord[]>
  /** Adds a pending key. */
  add(
    key: Pick<RingKeyRecord, 'kid' | 'jwk' | 'createdAt' | 'createdReason'> & { readonly createdBy: string },
  ): Promise<'added' | 'known'>
  /** A pending key signs from now on; the one that did retires. */
  activate(input: {
    readonly kid: string
    /** When the key that signed until now is no longer published. */
    readonly retiredAt: NumericDate
    readonly now: NumericDate
    readonly actor: string
  }): Promise<'active' | 'not_pending'>
  /** Final: the first time and actor stay. The key that signs cannot be revoked: another is activated first. */
  revoke(input: {
    readonly kid: string
    readonly reason: KeyRevocationReason
    readonly now: NumericDate
    readonly actor: string
  }): Promise<'revoked' | 'unknown' | 'signing'>
}

/** Holds the private keys: files, PKCS#11, a KMS. */
export interface KeyVault {
  /** Makes a key. Rejects with `Unavailable` where it cannot be kept. */
  create(): Promise<Signer>
  open(kid: string): Promise<Signer | undefined>
  /** Forgets a key that was made and is in no ring; a vault that cannot keeps it. */
  discard?(kid: string): Promise<void>
}

/** Where a ring stands, and what holds its private keys. */
export interface KeyRing {
  readonly store: KeyRingStore
  readonly vault: KeyVault
}

/** What an entity signs with and publishes at one moment. */
export interface CurrentRingKeys {
  readonly signer: Signer
  /** Since when it signs; unknown of keys that stand in the configuration. */
  readonly signsSince?: NumericDate
  /** The signer's key first. */
  readonly published: readonly PublicJwk[]
  /** Those that sign no more, for the endpoint of OpenID Federation 1.0 §8.7. */
  readonly historical: readonly HistoricalKey[]
  /** Changes with every change of the above. */
  readonly revision: string
}

/** A key ring as whoever signs and publishes asks it. Each replica has its own, over one store. */
export interface RingKeys {
  current(now: NumericDate): MaybePromise<CurrentRingKeys>
  /** The ring was changed by this process: the next question sees it. */
  changed(): void
}

/** Keys that stand in the configuration and change with it. */
export function fixedRingKeys(signer: Signer, further: readonly PublicJwk[] = []): RingKeys {
  const current = { signer, published: [signer.publicJwk, ...further], historical: [], revision: '' }
  return { current: () => current, changed: () => undefined }
}

/**
 * Makes the next key of a ring and adds it, pending; none when the vault can keep none now. Rejects as the store does: a
 * key that it does not take is let go again (D-242).
 */
export async function addRingKey(
  ring: KeyRing,
  act: Pick<RingKeyRecord, 'createdAt' | 'createdReason'> & { readonly createdBy: string },
): Promise<Signer | undefined> {
  const made = await makeKey(ring.vault)
  if (made === undefined) return undefined
  try {
    await ring.store.add({ kid: made.kid, jwk: made.publicJwk, ...act })
    return made
  } catch (thrown) {
    await letGo(ring, made.kid).catch(() => undefined) // the store's fault is the one to tell
    throw thrown
  }
}

async function makeKey(vault: KeyVault): Promise<Signer | undefined> {
  try {
    return await vault.create()
  } catch (thrown) {
    if (thrown instanceof Unavailable) return undefined
    throw thrown
  }
}

/** Only where the store says that it does not have the key: one that does not answer may have taken it. */
async function letGo({ store, vault }: KeyRing, kid: string): Promise<void> {
  const records = await store.list()
  if (!records.some((record) => record.kid === kid)) await vault.discard?.(kid)
}

/** Who is recorded for keys that came from a file or a configuration and not by an administrator's hand. */
export const configuredActor = 'configuration'

/**
 * Begins a ring with keys that stand in a file: the first signs, the others are pending. A ring in which a key signs is
 * left as it is, so every start and every replica may call this.
 */
export async function seedKeyRing(
  store: KeyRingStore,
  [first, ...further]: readonly [Signer, ...Signer[]],
  now: NumericDate,
): Promise<void> {
  if ((await store.list()).some(({ state }) => state === 'active')) return
  for (const { kid, publicJwk: jwk } of [first, ...further])
    await store.add({ kid, jwk, createdAt: now, createdBy: configuredActor })
  await store.activate({ kid: first.kid, retiredAt: now, now, actor: configuredActor })
}

/**
 * The records as they stand in the store, or stood less than `keptSeconds` ago. Who asks while they are read waits with
 * whoever began that; a read that fails is not kept.
 */
function recordsOf(store: KeyRingStore, keptSeconds: number) {
  let standing: { readonly readAt: NumericDate; readonly records: Promise<readonly RingKeyRecord[]> } | undefined
  const read = (now: NumericDate): Promise<readonly RingKeyRecord[]> => {
    if (standing && isFresh(standing.readAt, keptSeconds, now)) return standing.records
    const mine = { readAt: now, records: store.list() }
    standing = mine
    mine.records.catch(() => {
      if (standing === mine) standing = undefined
    })
    return mine.records
  }
  const changed = (): void => {
    standing = undefined
  }
  return { read, changed }
}

/**
 * Keys that change at run time. The records are read for each question, so every replica publishes the same at once; with
 * `keptSeconds` what was read serves that long, and changes of other replicas show so much later. Questions reject when no
 * key is active, or when the vault does not hold the one that is.
 */
export function createRingKeys(
  store: KeyRingStore,
  vault: KeyVault,
  { keptSeconds = 0 }: { readonly keptSeconds?: number } = {},
): RingKeys {
  const { read, changed } = recordsOf(store, keptSeconds)
  const opened = new Map<string, Promise<Signer | undefined>>()
  const open = (kid: string): Promise<Signer | undefined> => {
    const known = opened.get(kid) ?? vault.open(kid)
    opened.set(kid, known)
    known.then(
      (signer) => signer ?? opened.delete(kid),
      () => opened.delete(kid),
    )
    return known
  }
  return {
    changed,
    current: async (now) => {
      const records = await read(now)
      const active = records.find(({ state }) => state === 'active')
      const signer = active && (await open(active.kid))
      if (signer === undefined) throw new TypeError('no key of the ring is active')
      const further = records.filter((record) => record !== active && isPublished(record, now))
      return {
        signer,
        ...(active?.activatedAt !== undefined && { signsSince: active.activatedAt }),
        published: [signer.publicJwk, ...further.map(({ jwk }) => jwk)], // FED-10
        historical: records.filter((record) => isHistorical(record, now)).map(toHistorical), // FED-33
        revision: [signer.kid, ...further.map(({ kid }) => kid)].join(' '),
      }
    },
  }
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
