/**
 * DPoP keys that go when the grant goes that they bind (RFC 9449 §5): a renewal's grant has the key of the first, so that a
 * key may still be that of another credential.
 */
import type { RecordsInTurn } from './records-in-turn.ts'
import type { CredentialGrant } from './wallet-record.ts'

/** DPoP keys that nothing needs any more. */
export interface UselessKeys {
  readonly uselessKeyTags: readonly string[]
}

/** The DPoP keys of grants that were deleted, without those that a credential's grant has; none where one cannot be read. */
export async function uselessKeysOf(
  { readAll }: RecordsInTurn,
  deleted: readonly (CredentialGrant | undefined)[],
): Promise<UselessKeys> {
  const tags = deleted.flatMap((grant) => grant?.dpopKeyTag ?? [])
  if (tags.length === 0) return { uselessKeyTags: [] }
  const living = await readAll<CredentialGrant>('grant-').catch(() => undefined)
  const isUseless = (tag: string): boolean => living?.every(({ dpopKeyTag }) => dpopKeyTag !== tag) ?? false
  return { uselessKeyTags: tags.filter(isUseless) }
}
