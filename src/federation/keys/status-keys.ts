/**
 * Keys with which an entity may sign status lists: those of its metadata and its federation keys (D-192). A list with
 * an unknown key causes a new evaluation of the entity (D-306).
 */
import { type Failure, failed, type PublicJwk } from '../../base/index.ts'
import {
  type EntityType,
  protocolKeys,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
} from '../trust-evaluator.ts'

/** Keys of one entity for status lists, and the search for unknown ones. */
export interface StatusKeys {
  readonly keys: readonly PublicJwk[]
  /**
   * Evaluates the entity again for an unknown key, or for an unnamed one (D-371). Returns its current keys, or a
   * failure if it is no longer trusted.
   */
  readonly lookFor: (kid: string | undefined) => Promise<readonly PublicJwk[] | Failure<TrustCode>>
}

/**
 * Returns the keys with which an entity of this type may sign status lists: those of its metadata and its federation
 * keys. The entity was evaluated before. `lookFor` asks the evaluator again.
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
