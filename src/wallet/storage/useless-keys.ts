/**
 * Keys that can be deleted together with a grant. A grant is bound to a DPoP key (RFC 9449 §5). A renewal's grant has
 * the same DPoP key as the first grant, so another credential may still need that key. Credential keys that were proved
 * under the DPoP key and have no credential are deleted with the DPoP key.
 */
import type { CredentialKeyStore } from './credential-key-store.ts'
import type { SerializedRecords } from './serialized-records.ts'
import type { CredentialGrant } from './wallet-record.ts'

/** Tags of keys that can be deleted. */
export interface DeletableKeys {
  readonly deletableKeyTags: readonly string[]
}

/**
 * Returns the DPoP keys of deleted grants that no stored grant has, and the unused credential keys under them. Returns
 * none if a stored grant cannot be read.
 */
export async function deletableKeysOf(
  { readAll }: SerializedRecords,
  credentialKeys: CredentialKeyStore,
  deleted: readonly (CredentialGrant | undefined)[],
): Promise<DeletableKeys> {
  const tags = deleted.flatMap((grant) => grant?.dpopKeyTag ?? [])
  if (tags.length === 0) return { deletableKeyTags: [] }
  const storedGrants = await readAll<CredentialGrant>('grant-').catch(() => undefined)
  const isUseless = (tag: string): boolean => storedGrants?.every(({ dpopKeyTag }) => dpopKeyTag !== tag) ?? false
  const useless = tags.filter(isUseless)
  return { deletableKeyTags: [...useless, ...(await credentialKeys.forgetUnder(useless))] }
}
