/** Verifies the signatures of a trust chain with the keys in its statements and the pinned keys of its anchor. */
import { type CryptoContext, type Failure, type FoundEvidence, fail, failed, type PublicJwk } from '../../base/index.ts'
import { type JwsVerifyCode, sameKey, verifyJws } from '../../jose/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import { findKey } from '../trust-evaluator.ts'

/** Reasons to refuse the keys or a signature of a chain. */
export type ChainKeyCode = JwsVerifyCode | 'kid_unknown' | 'subject_key_mismatch' | 'anchor_key_mismatch'

/**
 * Verifies one signature of each statement, and returns the verifying keys in the order of the statements. Does not
 * check that the statements are linked. `pinnedKeys` are the keys of the anchor. The subject's own signing key must
 * equal the key in its superior's statement. Therefore the subject's configuration is verified only once. Verification
 * starts at the anchor, so that no key from an unverified statement is imported.
 */
export async function verifySignatures(
  ctx: CryptoContext,
  statements: readonly EntityStatement[],
  pinnedKeys: readonly PublicJwk[],
): Promise<readonly PublicJwk[] | Failure<ChainKeyCode>> {
  const keys: PublicJwk[] = []
  for (const index of statements.keys()) {
    const key = signingKeyOf(statements, index, pinnedKeys)
    if (failed(key)) return key
    keys.push(key as PublicJwk)
  }
  for (let index = statements.length - 1; index >= 0; index -= 1) {
    const { jws } = statements[index] as EntityStatement
    const result = verifyJws(ctx, jws, keys[index] as PublicJwk, `statement[${index}]`)
    const signature = result instanceof Promise ? await result : result
    if (failed(signature)) return signature
  }
  return keys
}

/** Returns the evidence of a failure: the `kid` of each permitted key, and the `kid` of the statement. */
const kidsOf = (keys: readonly PublicJwk[], { kid }: EntityStatement): FoundEvidence => ({
  expected: keys.map((key) => key.kid ?? 'a key without kid'),
  found: kid,
})

/**
 * Returns the key that must have signed `statements[index]`: the key with the statement's `kid` in the statement above.
 * For the last statement, returns the pinned key with this `kid`. The subject's own configuration must contain the
 * subject's key too. A key that signs a statement of the anchor must be pinned. Does not verify the signature.
 *
 * `pinnedKeys` is `undefined` for a path that does not end at a pinned anchor. If the last statement of such a path is
 * a configuration, returns its own key. If it is not, returns `undefined`.
 */
export function signingKeyOf(
  statements: readonly EntityStatement[],
  index: number,
  pinnedKeys: readonly PublicJwk[] | undefined,
): PublicJwk | undefined | Failure<ChainKeyCode> {
  const [statement, above] = [statements[index] as EntityStatement, statements[index + 1]]
  const isConfiguration = statement.kind === 'configuration'
  const keysAbove = above?.keys ?? pinnedKeys
  if (index === 0 && isConfiguration)
    return subjectKeyOf(statement, keysAbove, above ? 'subject_key_mismatch' : 'anchor_key_mismatch')
  const keys = isConfiguration ? statement.keys : keysAbove
  if (keys === undefined) return undefined
  const key = findKey(keys, statement.kid)
  const configurationIndex = isConfiguration ? index : index + 1
  if (key === undefined && (isConfiguration || above?.kind === 'configuration'))
    return fail('kid_unknown', `statement[${configurationIndex}].payload.jwks`, kidsOf(keys, statement)) // FED-14, FED-16
  if (key === undefined)
    return fail(
      above ? 'kid_unknown' : 'anchor_key_mismatch',
      `statement[${index}].header.kid`,
      kidsOf(keys, statement),
    ) // FED-14
  if (pinnedKeys && above?.kind !== 'subordinate' && !isPinned(pinnedKeys, statement, key))
    return fail('anchor_key_mismatch', `statement[${index}].header.kid`, kidsOf(pinnedKeys, statement)) // FED-15
  return key
}

/** Returns the subject's signing key. Without `keysAbove`, does not compare it with other keys. */
function subjectKeyOf(
  subject: EntityStatement,
  keysAbove: readonly PublicJwk[] | undefined,
  mismatchCode: 'subject_key_mismatch' | 'anchor_key_mismatch',
): PublicJwk | Failure<ChainKeyCode> {
  const ownKey = findKey(subject.keys, subject.kid)
  if (ownKey === undefined) return fail('kid_unknown', 'statement[0].header.kid', kidsOf(subject.keys, subject)) // FED-14
  if (keysAbove === undefined) return ownKey
  const keyAbove = findKey(keysAbove, subject.kid)
  if (keyAbove === undefined || !sameKey(ownKey, keyAbove))
    return fail(mismatchCode, 'statement[0].payload.jwks', { ...kidsOf(keysAbove, subject), isShownAnywhere: true }) // FED-14
  return keyAbove
}

/** Returns true if `key` is the pinned key with the statement's `kid`. */
function isPinned(pinnedKeys: readonly PublicJwk[], statement: EntityStatement, key: PublicJwk): boolean {
  const expected = findKey(pinnedKeys, statement.kid)
  return expected !== undefined && sameKey(expected, key)
}
