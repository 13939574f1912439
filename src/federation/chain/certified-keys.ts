/**
 * Trust in entities whose superior certifies their federation keys (IT-Wallet 1.3.3, trust-infrastructure, X.509 PKI).
 * The certificates are verified at each evaluation and not cached with a verdict, so that a revocation takes effect
 * when the revocation list is renewed.
 */
import {
  type CertificateEvaluator,
  type CertificateTrustCode,
  type CertifiedKey,
  type Failure,
  fail,
  failed,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import type { TrustEvaluator, TrustedEntity } from '../trust-evaluator.ts'
import { withPath } from './no-trust-chain.ts'
import type { TrustChain } from './trust-chain.ts'
import { anchorOf, signingKeyId, trustPath } from './trust-path.ts'

/** Place of the certificates in a superior's statement. */
const place = 'statement.payload.jwks.x5c'

/**
 * Returns an evaluator that trusts an entity only if the key that signed its Entity Configuration has a valid
 * certificate (FED-115). The result omits every other federation key without a valid certificate. Does not verify
 * certificates of anchors, whose keys are pinned, or of entities below the `uncertified` anchors. `uncertified` is for
 * tests only and defaults to none.
 */
export const withCertifiedKeys = (
  trust: TrustEvaluator,
  certificates: CertificateEvaluator,
  uncertified: readonly string[] = [],
): TrustEvaluator => ({
  evaluate: async (...args) => {
    const entity = await trust.evaluate(...args)
    const isExempt = failed(entity) || trustPath(entity).length < 2 || uncertified.includes(anchorOf(entity))
    return isExempt ? entity : verifyKeys(entity, certificates)
  },
})

async function verifyKeys(
  entity: Verified<TrustedEntity>,
  certificates: CertificateEvaluator,
): Promise<Verified<TrustedEntity> | Failure<CertificateTrustCode>> {
  const { entityId, federationKeys } = entity
  const kid = signingKeyId(entity)
  const checked = await Promise.all(
    federationKeys.map(async (jwk) => ({
      jwk,
      verdict: await certificates.evaluateFederationKey(jwk, entityId, place),
    })),
  )
  const signing = checked.find(({ jwk }) => jwk.kid === kid)?.verdict
  if (signing === undefined || failed(signing))
    return withPath(signing ?? fail('x5c_missing', place), trustPath(entity).slice(0, 2))
  return verified({ ...entity, federationKeys: checked.filter(isCertified).map(({ jwk }) => jwk) }) // FED-115
}

interface CheckedKey {
  readonly jwk: PublicJwk
  readonly verdict: Verified<CertifiedKey> | Failure<CertificateTrustCode>
}

const isCertified = ({ verdict }: CheckedKey): boolean => !failed(verdict)

/** A key that signed a statement of a chain, and that its superior states without a certificate. */
export interface UncertifiedKey {
  /** The superior. */
  readonly issuer: string
  /** The entity whose key it is. */
  readonly subject: string
  readonly kid: string
}

/**
 * Returns the first key of a chain, subject first, that signed a statement and that its superior states without a
 * certificate. A superior omits a revoked certificate from its statement (FED-105). Returns `undefined` if there is
 * none. Does not verify certificates.
 */
export function findUncertifiedKey({
  signingKeys,
  path,
}: Pick<TrustChain, 'signingKeys' | 'path'>): UncertifiedKey | undefined {
  const index = signingKeys.slice(0, path.length - 1).findIndex((key) => !Object.hasOwn(key, 'x5c'))
  if (index < 0) return undefined
  return { issuer: path[index + 1] ?? '', subject: path[index] ?? '', kid: signingKeys[index]?.kid ?? '' }
}

/** Returns true if the anchor of a chain publishes a certificate of the key with which it signs. */
export const hasCertifyingAnchor = ({ signingKeys }: Pick<TrustChain, 'signingKeys'>): boolean =>
  Object.hasOwn(signingKeys.at(-1) ?? {}, 'x5c')
