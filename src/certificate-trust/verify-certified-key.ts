/** Verifies that certificates in an `x5c` member bind a key to an entity. */
import {
  type CertificateTrustCode,
  type CertifiedKey,
  type Clock,
  encodeBase64url,
  type Failure,
  fail,
  failed,
  type Json,
  type PublicJwk,
  type Verified,
  type VouchedKeys,
  verified,
} from '../base/index.ts'
import { sameKey } from '../jose/index.ts'
import { type PathCertificate, publicJwkOf, verifyCertificatePath } from '../x509/index.ts'
import {
  type CertifiedKind,
  checkCertifiedEntity,
  checkUnusedCertificates,
  dnsNamesOf,
  urisOf,
} from './check-certified-entity.ts'
import { firstCertificatesIn } from './pin-roots.ts'
import { type AcceptedCertificates, readX5c } from './read-x5c.ts'
import type { RevocationChecker } from './revocation.ts'

interface CertifiedKeyContext {
  readonly roots: readonly PathCertificate[]
  readonly accepted: AcceptedCertificates
  readonly clock: Clock
  readonly skewSeconds: number
  readonly revocation: RevocationChecker
}

/** Certificates, and the entity and purpose that they must certify. `stated` has those of the superior, in base64. */
interface CertifiedSubject {
  readonly x5c: Json | undefined
  readonly entityId: string
  readonly kind: CertifiedKind
  readonly stated?: readonly string[]
}

/**
 * Checks, in this order: form, path with dates and constraints, entity and purpose, revocation. Caches the certificates
 * of an accepted path.
 */
async function verifyCertifiedKey(
  { roots, accepted, clock, skewSeconds, revocation }: CertifiedKeyContext,
  { x5c, entityId, kind, stated = [] }: CertifiedSubject,
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const received = readX5c(x5c, { roots, accepted }, at)
  if (failed(received)) return received
  const [leaf, ...others] = received
  const path = verifyCertificatePath({ leaf, others, roots }, { now: clock.now(), skew: skewSeconds }, at)
  if (failed(path)) return path
  const { certificates } = path
  const texts = x5c as readonly string[]
  const isIssuerStated = texts[1] !== undefined && stated.includes(texts[1])
  const fault =
    checkUnusedCertificates(received, path, at) ?? checkCertifiedEntity(path, { entityId, kind, isIssuerStated }, at)
  if (fault) return fault
  const isLeafByMember = kind === 'protocol' && certificates.length > 2
  const revoked = await revocation.check(certificates, at, isLeafByMember)
  if (revoked) return revoked
  for (const [index, certificate] of received.entries()) accepted.set(texts[index] as string, certificate)
  return verified({
    entityId,
    publicJwk: publicJwkOf(leaf.certificate),
    certificate: leaf.certificate.der,
    dnsNames: dnsNamesOf(leaf),
    uris: urisOf(leaf),
    authorityKeyIds: received.flatMap(({ issuerKeyId }) => (issuerKeyId ? [encodeBase64url(issuerKeyId)] : [])),
    expiresAt: Math.min(...certificates.map(({ certificate: { notAfter } }) => notAfter)),
  })
}

/**
 * Verifies the certificates of a protocol key. If the first certificate is one that the superior states for the entity,
 * and its key is also a protocol key, verifies them as those of a federation key (D-1141).
 */
export async function verifyProtocolKey(
  context: CertifiedKeyContext,
  { x5c, entityId, keys }: Pick<CertifiedSubject, 'x5c' | 'entityId'> & { readonly keys: VouchedKeys | undefined },
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const { federationKeys, protocolKeys = [] } = keys ?? { federationKeys: [] }
  const own = federationKeys.filter((key) => protocolKeys.some((one) => sameKey(one, key)))
  const isOwn = Array.isArray(x5c) && firstCertificatesIn(own).includes(x5c[0])
  if (!isOwn) {
    const stated = firstCertificatesIn(federationKeys)
    return verifyCertifiedKey(context, { x5c, entityId, kind: 'protocol', stated }, at)
  }
  const certified = await verifyCertifiedKey(context, { x5c, entityId, kind: 'federation' }, at)
  if (failed(certified) || own.some((key) => sameKey(key, certified.publicJwk))) return certified // FED-140
  return fail('x5c_key_mismatch', `${at}[0]`)
}

/**
 * Verifies the certificates in the `x5c` member of a federation key, and checks that they certify this key (RFC 7517
 * §4.7).
 */
export async function verifyFederationKey(
  context: CertifiedKeyContext,
  jwk: PublicJwk,
  entityId: string,
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const { x5c } = jwk as { readonly x5c?: Json }
  const certified = await verifyCertifiedKey(context, { x5c, entityId, kind: 'federation' }, at)
  if (failed(certified)) return certified
  if (!sameKey(certified.publicJwk, jwk)) return fail('x5c_key_mismatch', `${at}[0]`) // FED-115
  return certified
}
