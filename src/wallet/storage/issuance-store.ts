/** Pending issuances, by the `state` of their authorization request (WI-40). */
import type { NumericDate } from '../../base/index.ts'
import type { CredentialKeyStore } from './credential-key-store.ts'
import type { SerializedRecords } from './serialized-records.ts'
import { type DeletableKeys, deletableKeysOf } from './useless-keys.ts'
import type { CredentialGrant, PendingIssuance } from './wallet-record.ts'

export interface IssuanceStore {
  /**
   * Stores an issuance. Deletes issuances that have expired or can never be read, except reserved ones. Returns the
   * keys that can now be deleted.
   */
  begin(issuance: PendingIssuance, now: NumericDate): Promise<DeletableKeys>
  /**
   * Returns the issuance, if any, and reserves it: until `giveBack` or `end`, other calls return `undefined` (WI-40).
   * Does not check the expiry.
   */
  take(state: string): Promise<PendingIssuance | undefined>
  /** Deletes the issuance just before its code is sent. `keepCode` or `keepGrant` stores it again. */
  spendCode(state: string): Promise<void>
  /** Stores the issuance again, because the PID Provider did not process the code. */
  keepCode(issuance: PendingIssuance): Promise<void>
  /** Stores the issuance again, with its grant and expiry. */
  keepGrant(issuance: PendingIssuance, grant: CredentialGrant, expiresAt: NumericDate): Promise<void>
  /** Releases the issuance for another attempt. */
  giveBack(state: string): void
  /** Deletes the issuance. Returns the keys that can now be deleted. */
  end(state: string): Promise<DeletableKeys>
}

const issuancePrefix = 'issuance-'

/** Creates the store of pending issuances on the sealed records. */
export function createIssuanceStore(records: SerializedRecords, credentialKeys: CredentialKeyStore): IssuanceStore {
  const { read, readUnlessBroken, runExclusive } = records
  const reserved = new Set<string>()
  const readIssuance = (state: string): Promise<PendingIssuance | undefined> => read(issuancePrefix + state)
  const deleteIssuance = async (state: string): Promise<CredentialGrant | undefined> => {
    const stored = await readUnlessBroken<PendingIssuance>(issuancePrefix + state)
    await records.delete(issuancePrefix + state)
    return stored?.grant
  }
  const deleteExpired = async (now: NumericDate): Promise<readonly (CredentialGrant | undefined)[]> => {
    const ended: (CredentialGrant | undefined)[] = []
    for (const name of await records.names(issuancePrefix)) {
      const state = name.slice(issuancePrefix.length)
      const isOver = await readUnlessBroken<PendingIssuance>(name).then(
        (stored) => stored === undefined || stored.expiresAt <= now,
        () => false,
      )
      if (isOver && !reserved.has(state)) ended.push(await deleteIssuance(state))
    }
    return ended
  }
  return {
    begin: (issuance, now) =>
      runExclusive(async () => {
        const ended = await deleteExpired(now)
        await records.put(issuancePrefix + issuance.state, issuance)
        return deletableKeysOf(records, credentialKeys, ended)
      }),
    take: (state) =>
      runExclusive(async () => {
        const isKnown = (await records.names(issuancePrefix)).includes(issuancePrefix + state)
        if (reserved.has(state) || !isKnown) return undefined
        const found = await readIssuance(state)
        if (found) reserved.add(state)
        return found
      }),
    spendCode: (state) => runExclusive(() => records.delete(issuancePrefix + state)),
    keepCode: (issuance) => runExclusive(() => records.put(issuancePrefix + issuance.state, issuance)),
    keepGrant: (issuance, grant, expiresAt) =>
      runExclusive(() => records.put(issuancePrefix + issuance.state, { ...issuance, grant, expiresAt })),
    giveBack: (state) => void reserved.delete(state),
    end: (state) =>
      runExclusive(async () => {
        const grant = await deleteIssuance(state)
        reserved.delete(state)
        return deletableKeysOf(records, credentialKeys, [grant])
      }),
  }
}
