/** Stored credentials, and the grants (access token and `c_nonce`) for their renewal. */
import type { CredentialKeyStore } from './credential-key-store.ts'
import type { SerializedRecords } from './serialized-records.ts'
import { type DeletableKeys, deletableKeysOf } from './useless-keys.ts'
import type { CredentialGrant, HeldCredential } from './wallet-record.ts'

export interface CredentialStore {
  /** Returns all credentials, the earliest received first. */
  list(): Promise<readonly HeldCredential[]>
  find(id: string): Promise<HeldCredential | undefined>
  /**
   * Stores credential and grant, or neither: a failed write deletes both. Rejects with the error of the write, even if
   * a deletion fails.
   */
  put(credential: HeldCredential, grant: CredentialGrant | undefined): Promise<void>
  grantOf(id: string): Promise<CredentialGrant | undefined>
  /** Returns a credential of this grant, found by the grant's DPoP key, or `undefined`. */
  ofGrant(grant: CredentialGrant): Promise<HeldCredential | undefined>
  /**
   * Deletes the credential and its grant, also if they cannot be decrypted (D-1058). Returns the key of the credential,
   * and the keys of the grant that no other record needs. The grant of a renewed credential has the DPoP key of the
   * first grant. Returns `undefined` if there is no such credential.
   */
  remove(id: string): Promise<DeletableKeys | undefined>
}

/** Creates the store of credentials on the sealed records. */
export function createCredentialStore(records: SerializedRecords, credentialKeys: CredentialKeyStore): CredentialStore {
  const { read, readUnlessBroken, readAll, runExclusive } = records
  return {
    list: async () => {
      const all = await readAll<HeldCredential>('credential-')
      return all.toSorted((a, b) => a.receivedAt - b.receivedAt)
    },
    find: (id) => read(`credential-${id}`),
    put: (credential, grant) =>
      runExclusive(async () => {
        try {
          if (grant) await records.put(`grant-${credential.id}`, grant)
          await records.put(`credential-${credential.id}`, credential)
        } catch (thrown) {
          const names = [`credential-${credential.id}`, `grant-${credential.id}`]
          await Promise.allSettled(names.map((name) => records.delete(name))) // WI-190
          throw thrown
        }
      }),
    grantOf: (id) => read(`grant-${id}`),
    ofGrant: async ({ dpopKeyTag }) => {
      for (const name of await records.names('grant-')) {
        const grant = await readUnlessBroken<CredentialGrant>(name)
        if (grant?.dpopKeyTag !== dpopKeyTag) continue
        const found = await read<HeldCredential>(`credential-${name.slice('grant-'.length)}`)
        if (found) return found
      }
      return undefined
    },
    remove: (id) =>
      runExclusive(async () => {
        const isKnown = (await records.names(`credential-${id}`)).includes(`credential-${id}`)
        if (!isKnown) return undefined
        const held = await readUnlessBroken<HeldCredential>(`credential-${id}`)
        const grant = await readUnlessBroken<CredentialGrant>(`grant-${id}`)
        await records.delete(`credential-${id}`)
        await records.delete(`grant-${id}`)
        const { deletableKeyTags } = await deletableKeysOf(records, credentialKeys, [grant])
        return { deletableKeyTags: [...(held ? [held.keyTag] : []), ...deletableKeyTags] }
      }),
  }
}
