/**
 * Selects the issuer's key of a credential, in the wallet that receives it and in the Relying Party that verifies it.
 */
import type { Json, PublicJwk } from '../../base/index.ts'
import { type JwsAlgorithm, keyFits } from '../../jose/index.ts'
import { type EntityType, findKey, protocolKeys, type TrustedEntity } from '../trust-evaluator.ts'

/**
 * Returns the key that `kid` names, from the metadata first (D-25). Without `kid`, returns the only key that fits the
 * algorithm (D-234). `type` is the role in which the issuer issued it. Defaults to the issuer of credentials.
 */
export function credentialKeyOf(
  issuer: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  { kid, alg }: { readonly kid?: Json | undefined; readonly alg: JwsAlgorithm },
  type: EntityType = 'openid_credential_issuer',
): PublicJwk | undefined {
  const [own, federation] = [protocolKeys(issuer, type), issuer.federationKeys]
  if (kid !== undefined) return findKey(own, kid) ?? findKey(federation, kid)
  const fitting = own.filter((key) => keyFits(key, alg))
  const [only, ...others] = fitting.length > 0 ? fitting : federation.filter((key) => keyFits(key, alg))
  return others.length === 0 ? only : undefined
}
