/**
 * With which keys an entity may sign status lists: those of its metadata, and its federation keys (D-192). A list under
 * another key makes whoever reads it look at the entity anew (D-306).
 */
import { type Failure, failed, type PublicJwk } from '../../base/index.ts'
import {
  type EntityType,
  protocolKeys,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
} from '../trust-evaluator.ts'

/** The keys of one entity for status lists, and how to look for one that is not among them yet. */
export interface StatusKeys {
  readonly keys: readonly PublicJwk[]
  /**
   * What it has after a look for this one, which it is not known to have, or for one that is not named (D-371), or why it is
   * trusted no more.
   */
  readonly lookFor: (kid: string | undefined) => Promise<readonly PublicJwk[] | Failure<TrustCode>>
}

/**
 * The keys that may sign status lists of an entity in this type: those of its metadata, and its federation keys. What is
 * given was evaluated before; `lookFor` asks the evaluator again.
 */
export function statusKeysOf(trust: TrustEvaluator, entity: TrustedEntity, type: EntityType): StatusKeys {
  const keysOf = (one: TrustedEntity) => [...protocolKeys(one, type), ...one.federationKeys]
  return {
    keys: keysOf(entity),
    lookFor: async (kid) => {
      const found = await trust.evaluate(entity.entityId, [type], kid === undefined ? { unverified: true } : { kid })
      return failed(found) ? found : keysOf(found)
    },
  }
}
