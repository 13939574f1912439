/**
 * Keys with which an entity may sign status lists: those of its metadata and its federation keys (D-192). If a list is
 * signed with another key, the evaluator looks for newer keys of the entity (D-306).
 */
import { type Failure, failed, type PublicJwk } from '../../base/index.ts'
import {
  type EntityType,
  protocolKeys,
  type TrustCode,
  type TrustEvaluator,
  type TrustedEntity,
} from '../trust-evaluator.ts'

/**
 * Keys of one entity for status lists, and a function that looks for newer keys. Callers spread them into a
 * `StatusListPolicy`.
 */
export interface StatusKeys {
  readonly keys: readonly PublicJwk[]
  /**
   * Looks for newer keys. `kid` is the unknown key that a list names, or `undefined` if the list names no key and no
   * known key verifies it (D-371). Returns the current keys, or the failure of the evaluation, which can be an outage.
   * The evaluator may return cached keys, because it limits the searches.
   */
  readonly lookFor: (kid: string | undefined) => Promise<readonly PublicJwk[] | Failure<TrustCode>>
}

/**
 * Returns the keys with which an evaluated entity may sign status lists: those of its metadata of `type` and its
 * federation keys. `lookFor` of the result uses the evaluator.
 */
export function statusKeysOf(trust: TrustEvaluator, entity: TrustedEntity, type: EntityType): StatusKeys {
  const keysOf = (one: TrustedEntity) => [...protocolKeys(one, type), ...one.federationKeys]
  return {
    keys: keysOf(entity),
    lookFor: async (kid) => {
      const current = await trust.evaluate(entity.entityId, [type], kid === undefined ? { unverified: true } : { kid })
      return failed(current) ? current : keysOf(current)
    },
  }
}
