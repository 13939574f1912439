/**
 * A key ring: the keys of one entity for one purpose over time (FED-10), for example its federation keys or a Wallet
 * Provider's attestation keys. States: pending → active → retiring. A pending or retiring key can become revoked. A
 * pending key is published but does not sign yet. Exactly one key is active and signs. A retiring key stays published
 * while its signatures are in use, and is historical after that. A revoked key is historical at once.
 */
import { type JsonObject, type NumericDate, type PublicJwk, Unavailable } from '../../base/index.ts'
import type { Signer } from '../../jose/index.ts'
import type { KeyRevocationReason } from './revocation-reasons.ts'

/** State of a key. A key never returns to an earlier state. */
export type RingKeyState = 'pending' | 'active' | 'retiring' | 'revoked'

/** Stored record of a key. Does not contain the private key. */
export interface RingKeyRecord {
  readonly kid: string
  readonly jwk: PublicJwk
  readonly state: RingKeyState
  readonly createdAt: NumericDate
  /** Actor who created the key. Records of older versions lack this actor, `activatedBy` and `revokedBy`. */
  readonly createdBy?: string
  /** Reason given at the creation of the key. */
  readonly createdReason?: string
  readonly activatedAt?: NumericDate
  readonly activatedBy?: string
  readonly revokedBy?: string
  /** Time from which a retiring key is published as a historical key, and no longer as a current one. */
  readonly retiredAt?: NumericDate
  readonly revokedAt?: NumericDate
  readonly reason?: KeyRevocationReason
}

/** Returns the record for administrators: `kid`, state, times, actors and reasons, without the key itself. */
export const describeRingKey = (record: RingKeyRecord): JsonObject => ({
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

/** Store of the records, shared by all replicas. Each method is atomic and one round trip. */
export interface KeyRingStore {
  /** Lists all records in the order of their addition. */
  list(): Promise<readonly RingKeyRecord[]>
  /** Adds a pending key. Changes nothing and returns `known` if the `kid` is in the ring. */
  add(
    key: Pick<RingKeyRecord, 'kid' | 'jwk' | 'createdAt' | 'createdReason'> & { readonly createdBy: string },
  ): Promise<'added' | 'known'>
  /** Activates a pending key. The previously active key retires. Returns `not_pending` for any other key. */
  activate(input: {
    readonly kid: string
    /** Time from which the former key is no longer published as a current key. */
    readonly retiredAt: NumericDate
    readonly now: NumericDate
    readonly actor: string
  }): Promise<'active' | 'not_pending'>
  /**
   * Revokes a key permanently. A repeated call changes nothing, except that `compromised` replaces another reason.
   * Returns `signing` for the active key, which cannot be revoked: activate another key first.
   */
  revoke(input: {
    readonly kid: string
    readonly reason: KeyRevocationReason
    readonly now: NumericDate
    readonly actor: string
  }): Promise<'revoked' | 'unknown' | 'signing'>
}

/** Private keys of a ring: in files, PKCS#11 or a KMS. */
export interface KeyVault {
  /** Creates a key. Rejects with `Unavailable` if it cannot be stored. */
  create(): Promise<Signer>
  /**
   * Returns the signer of a key, or `undefined` if the vault does not have the key. Rejects with `Unavailable` if the
   * key cannot be read.
   */
  open(kid: string): Promise<Signer | undefined>
  /** Returns where `open` searches for the key, for operators. */
  locationOf?(kid: string): string
  /** Deletes a key that is in no ring. Optional, because some vaults cannot delete. */
  discard?(kid: string): Promise<void>
}

/** Store and vault of a ring. */
export interface KeyRing {
  readonly store: KeyRingStore
  readonly vault: KeyVault
}

/**
 * Creates the next key and adds it as pending. Returns `undefined` if the vault rejects with `Unavailable`. Rejects
 * with any other error of the vault or store. If the store rejects the key, deletes the key from the vault, provided
 * that the store confirms that the key is not in the ring (D-242).
 */
export async function addRingKey(
  ring: KeyRing,
  creation: Pick<RingKeyRecord, 'createdAt' | 'createdReason'> & { readonly createdBy: string },
): Promise<Signer | undefined> {
  const signer = await makeKey(ring.vault)
  if (signer === undefined) return undefined
  try {
    await ring.store.add({ kid: signer.kid, jwk: signer.publicJwk, ...creation })
    return signer
  } catch (thrown) {
    await discardUnlessStored(ring, signer.kid).catch(() => undefined) // report the store's error instead
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

/** Deletes a key from the vault if the store confirms that the key is not in the ring. */
async function discardUnlessStored({ store, vault }: KeyRing, kid: string): Promise<void> {
  const records = await store.list()
  if (!records.some((record) => record.kid === kid)) await vault.discard?.(kid)
}

/** Actor in the records of keys and subordinates from a file or from the settings. */
export const configuredActor = 'configuration'

/**
 * Initializes a ring with keys from a file: the first becomes active, the others pending. Does nothing if the ring has
 * an active key, so every replica can call it at every start.
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
