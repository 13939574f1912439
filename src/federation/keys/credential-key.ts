/**
 * Which key of an issuer a credential names, at both ends that read one: the wallet that gets it and the Relying Party to
 * whom it is shown.
 */
import type { Json, PublicJwk } from '../../base/index.ts'
import { type JwsAlgorithm, keyFits } from '../../jose/index.ts'
import { findKey, protocolKeys, type TrustedEntity } from '../trust-evaluator.ts'

/** Of the metadata first (D-25): the key that `kid` names, without `kid` the only one that fits the algorithm (D-234). */
export function credentialKeyOf(
  issuer: Pick<TrustedEntity, 'metadata' | 'federationKeys'>,
  { kid, alg }: { readonly kid?: Json | undefined; readonly alg: JwsAlgorithm },
): PublicJwk | undefined {
  const [own, federation] = [protocolKeys(issuer, 'openid_credential_issuer'), issuer.federationKeys]
  if (kid !== undefined) return findKey(own, kid) ?? findKey(federation, kid)
  const fitting = own.filter((key) => keyFits(key, alg))
  const [only, ...others] = fitting.length > 0 ? fitting : federation.filter((key) => keyFits(key, alg))
  return others.length === 0 ? only : undefined
}
