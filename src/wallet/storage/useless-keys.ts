/**
 * Keys that go when the grant goes that they belong to. A DPoP key binds the grant (RFC 9449 §5); a renewal's grant has the
 * key of the first, so that a key may still be that of another credential. With the DPoP key go the credential keys that
 * were proved under it and have no credential.
 */
import type { CredentialKeyStore } from './credential-key-store.ts'
import type { RecordsInTurn } from './records-in-turn.ts'
import type { CredentialGrant } from './wallet-record.ts'

/** Keys that nothing needs any more. */
export interface UselessKeys {
  readonly uselessKeyTags: readonly string[]
}

/** Returns the keys of grants that were deleted, without those that a credential's grant has; none where one cannot be read. */
export async function uselessKeysOf(
  { readAll }: RecordsInTurn,
  credentialKeys: CredentialKeyStore,
  deleted: readonly (CredentialGrant | undefined)[],
): Promise<UselessKeys> {
  const tags = deleted.flatMap((grant) => grant?.dpopKeyTag ?? [])
  if (tags.length === 0) return { uselessKeyTags: [] }
  const living = await readAll<CredentialGrant>('grant-').catch(() => undefined)
  const isUseless = (tag: string): boolean => living?.every(({ dpopKeyTag }) => dpopKeyTag !== tag) ?? false
  const useless = tags.filter(isUseless)
  return { uselessKeyTags: [...useless, ...(await credentialKeys.forgetUnder(useless))] }
}
