/**
 * Keys whose proof was sent but whose credential is not stored: the response may be lost. The next request under the
 * same access token contains a proof of the same key, so that the provider replaces the lost credential (WI-50, D-603).
 */
import type { SerializedRecords } from './serialized-records.ts'
import type { HeldCredential } from './wallet-record.ts'

/** A credential key, and the DPoP key of the access token under which its proof is sent. */
interface ProvedKey {
  readonly keyTag: string
  readonly dpopKeyTag: string
}

/** `take`, `keep` and `end` reject if the records of the keys cannot be read now. */
export interface CredentialKeyStore {
  /**
   * Returns the tag of an unused key under this DPoP key, or `undefined`. No other call returns it until `giveBack` or
   * `end`.
   */
  take(dpopKeyTag: string): Promise<string | undefined>
  /** Stores a new key before its proof is sent. `take` does not return it until `giveBack`. */
  keep(key: ProvedKey): Promise<void>
  /** Releases the key for the next request. */
  giveBack(keyTag: string): void
  /** Removes the record of a key whose credential is stored or will never be issued. */
  end(keyTag: string): Promise<void>
  /**
   * Removes the records of unused keys under deleted access tokens, and returns the tags of keys to delete from the
   * hardware. Removes none if the records cannot be read now. Returns none if a credential cannot be read, because that
   * credential may need the key. Must be called within `runExclusive`.
   */
  forgetUnder(dpopKeyTags: readonly string[]): Promise<readonly string[]>
}

const recordName = 'proved-keys'

/** Creates the store of proved keys on the sealed records. */
export function createCredentialKeyStore({
  readUnlessBroken,
  readAll,
  put,
  delete: remove,
  runExclusive,
}: SerializedRecords): CredentialKeyStore {
  const inUse = new Set<string>()
  const readKeys = async (): Promise<readonly ProvedKey[]> =>
    (await readUnlessBroken<readonly ProvedKey[]>(recordName)) ?? []
  const writeKeys = (keys: readonly ProvedKey[]): Promise<void> =>
    keys.length === 0 ? remove(recordName) : put(recordName, keys)
  /**
   * Returns the keys that are unused and have no credential, or none if a credential cannot be read. If the wallet was
   * killed after it stored a credential, the records still contain the key of that credential.
   */
  const findUnused = async (keys: readonly ProvedKey[]): Promise<readonly string[]> => {
    const tags = keys.map(({ keyTag }) => keyTag).filter((tag) => !inUse.has(tag))
    if (tags.length === 0) return []
    const held = await readAll<HeldCredential>('credential-').catch(() => undefined)
    return tags.filter((tag) => held?.every(({ keyTag }) => keyTag !== tag) ?? false)
  }
  return {
    take: (dpopKeyTag) =>
      runExclusive(async () => {
        const keys = await readKeys()
        const [free] = await findUnused(keys.filter((one) => one.dpopKeyTag === dpopKeyTag))
        if (free !== undefined) inUse.add(free)
        return free
      }),
    keep: (key) =>
      runExclusive(async () => {
        await writeKeys([...(await readKeys()), key])
        inUse.add(key.keyTag)
      }),
    giveBack: (keyTag) => void inUse.delete(keyTag),
    end: (keyTag) =>
      runExclusive(async () => {
        inUse.delete(keyTag)
        const keys = await readKeys()
        if (keys.some((one) => one.keyTag === keyTag)) await writeKeys(keys.filter((one) => one.keyTag !== keyTag))
      }),
    forgetUnder: async (dpopKeyTags) => {
      const keys = await readKeys().catch(() => [])
      const orphans = keys.filter((one) => dpopKeyTags.includes(one.dpopKeyTag) && !inUse.has(one.keyTag))
      if (orphans.length === 0) return []
      const free = await findUnused(orphans)
      await writeKeys(keys.filter((one) => !orphans.includes(one)))
      return free
    },
  }
}
