/**
 * Selects the issuer's key for verifying a credential, in the wallet that receives it and in the Relying Party.
 */
import type { Json, PublicJwk } from '../../base/index.ts'
import { findVerificationKey, type JwsAlgorithm, keyFits } from '../../jose/index.ts'
import { type EntityType, protocolKeys, type TrustedEntity } from '../trust-evaluator.ts'

/**
 * Returns the key with this `kid` in the metadata of `type`. If the metadata lack it, returns the federation key with
 * this `kid` (D-25). Without `kid`, returns the only key in the metadata that fits the algorithm.
 * If no key there fits, returns the only federation key that fits (D-234). Returns `undefined` if there is no such key
 * or more than one (`findVerificationKey`). If no key with this `kid` fits the algorithm, returns the first one, which
 * the verification refuses. `type` defaults to `openid_credential_issuer`.
 */
export function credentialKeyOf(
  issuer: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  { kid, alg }: { readonly kid?: Json | undefined; readonly alg: JwsAlgorithm },
  type: EntityType = 'openid_credential_issuer',
): PublicJwk | undefined {
  const [own, federation] = [protocolKeys(issuer, type), issuer.federationKeys]
  if (kid !== undefined) return findVerificationKey(own.some((key) => key.kid === kid) ? own : federation, { kid, alg })
  const fitting = own.filter((key) => keyFits(key, alg))
  const [only, ...others] = fitting.length > 0 ? fitting : federation.filter((key) => keyFits(key, alg))
  return others.length === 0 ? only : undefined
}
