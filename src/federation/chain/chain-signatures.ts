/** Verifies the signatures of a trust chain with the keys in its statements and the pinned keys of its anchor. */
import { type CryptoContext, type Failure, type FoundEvidence, fail, failed, type PublicJwk } from '../../base/index.ts'
import { type JwsVerifyCode, sameKey, verifyJws } from '../../jose/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import { findKey } from '../trust-evaluator.ts'

/** Reasons to refuse the keys or a signature of a chain. */
export type ChainKeyCode = JwsVerifyCode | 'kid_unknown' | 'subject_key_mismatch' | 'anchor_key_mismatch'

/** A chain whose statements are linked. Its signatures are not verified. */
export interface ChainStructure {
  readonly subject: EntityStatement
  /** Subordinate statements, the one about the subject first. Empty if the subject is the anchor. */
  readonly superiors: readonly EntityStatement[]
  /** The anchor's configuration, if the chain contains it. */
  readonly anchorConfiguration: EntityStatement | undefined
  readonly anchor: string
  readonly pinnedKeys: readonly PublicJwk[]
}

/**
 * Verifies the signatures and returns the verifying key of each statement. The signing key in the subject's own
 * configuration equals the one in the superior's statement, so one verification is enough. Starts at the anchor, so
 * that no key from an unverified statement is imported.
 */
export async function verifySignatures(
  ctx: CryptoContext,
  statements: readonly EntityStatement[],
  structure: ChainStructure,
): Promise<readonly PublicJwk[] | Failure<ChainKeyCode>> {
  const keys = signingKeysOf(structure)
  if (failed(keys)) return keys
  for (let index = statements.length - 1; index >= 0; index -= 1) {
    const { jws } = statements[index] as EntityStatement
    const result = verifyJws(ctx, jws, keys[index] as PublicJwk, `statement[${index}]`)
    const signature = result instanceof Promise ? await result : result
    if (failed(signature)) return signature
  }
  return keys
}

/** Returns the evidence of a failure: `kid` of each permitted key, and `kid` of the statement. */
const kidsOf = (keys: readonly PublicJwk[], { kid }: EntityStatement): FoundEvidence => ({
  expected: keys.map((key) => key.kid ?? 'a key without kid'),
  found: kid,
})

/**
 * Returns the signing key of each statement: the key that its `kid` names in the statement above. The subject's key
 * must also be in its own configuration. The signing keys of the anchor's statements must be pinned.
 */
function signingKeysOf({
  subject,
  superiors,
  anchorConfiguration,
  pinnedKeys,
}: ChainStructure): readonly PublicJwk[] | Failure<ChainKeyCode> {
  const [nearest] = superiors
  const ownKey = findKey(subject.keys, subject.kid)
  if (ownKey === undefined) return fail('kid_unknown', 'statement[0].header.kid', kidsOf(subject.keys, subject)) // FED-14
  const expectedKey = findKey(nearest?.keys ?? pinnedKeys, subject.kid)
  const mismatchCode = nearest ? 'subject_key_mismatch' : 'anchor_key_mismatch'
  if (expectedKey === undefined || !sameKey(ownKey, expectedKey))
    return fail(mismatchCode, 'statement[0].payload.jwks', {
      ...kidsOf(nearest?.keys ?? pinnedKeys, subject),
      isShownAnywhere: true,
    }) // FED-14
  const keys = [expectedKey]
  for (const [index, statement] of superiors.entries()) {
    const above = superiors[index + 1]
    const signingKey = findKey((above ?? anchorConfiguration)?.keys ?? pinnedKeys, statement.kid)
    if (signingKey === undefined && anchorConfiguration && !above)
      return fail('kid_unknown', `statement[${index + 2}].payload.jwks`, kidsOf(anchorConfiguration.keys, statement)) // FED-14
    if (signingKey === undefined)
      return fail(
        above ? 'kid_unknown' : 'anchor_key_mismatch',
        `statement[${index + 1}].header.kid`,
        kidsOf(above?.keys ?? pinnedKeys, statement),
      ) // FED-14
    if (!above && !isPinned(pinnedKeys, statement, signingKey))
      return fail('anchor_key_mismatch', `statement[${index + 1}].header.kid`, kidsOf(pinnedKeys, statement)) // FED-15
    keys.push(signingKey)
  }
  if (anchorConfiguration) {
    const at = `statement[${superiors.length + 1}]`
    const signingKey = findKey(anchorConfiguration.keys, anchorConfiguration.kid)
    if (signingKey === undefined)
      return fail('kid_unknown', `${at}.payload.jwks`, kidsOf(anchorConfiguration.keys, anchorConfiguration)) // FED-16
    if (!isPinned(pinnedKeys, anchorConfiguration, signingKey))
      return fail('anchor_key_mismatch', `${at}.header.kid`, kidsOf(pinnedKeys, anchorConfiguration)) // FED-15
    keys.push(signingKey)
  }
  return keys
}

/** Returns true if `key` is the pinned key with the statement's `kid`. */
export function isPinned(pinnedKeys: readonly PublicJwk[], statement: EntityStatement, key: PublicJwk): boolean {
  const expected = findKey(pinnedKeys, statement.kid)
  return expected !== undefined && sameKey(expected, key)
}
