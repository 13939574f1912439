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
import { type AcceptedCertificates, readX5c } from './read-x5c.ts'
import type { RevocationChecker } from './revocation.ts'

interface CertifiedKeyContext {
  readonly roots: readonly PathCertificate[]
  readonly accepted: AcceptedCertificates
  readonly clock: Clock
  readonly skewSeconds: number
  readonly revocation: RevocationChecker
}

/** Certificates, the entity that they must certify, and the keys that its superior states. */
interface CertifiedSubject {
  readonly x5c: Json | undefined
  readonly entityId: string
  readonly keys: VouchedKeys | undefined
}

/** Returns the purpose of the key in the first certificate. */
type KindOf = (leaf: PathCertificate) => CertifiedKind

/**
 * Checks, in this order: form, path with dates and constraints, entity and purpose, revocation. Caches the certificates
 * of an accepted path.
 */
async function verifyCertifiedKey(
  { roots, accepted, clock, skewSeconds, revocation }: CertifiedKeyContext,
  { x5c, entityId, keys = { federationKeys: [] } }: CertifiedSubject,
  kindOf: KindOf,
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const received = readX5c(x5c, { roots, accepted }, at)
  if (failed(received)) return received
  const [leaf, ...others] = received
  const path = verifyCertificatePath({ leaf, others, roots }, { now: clock.now(), skew: skewSeconds }, at)
  if (failed(path)) return path
  const { certificates } = path
  const texts = x5c as readonly string[]
  const isIssuerStated = others[0] !== undefined && isKeyOf(others[0], keys.federationKeys)
  const fault =
    checkUnusedCertificates(received, path, at) ??
    checkCertifiedEntity(path, { entityId, kind: kindOf(leaf), isIssuerStated }, at)
  if (fault) return fault
  const stated = new Set(keys.federationKeys.flatMap(certificatesIn))
  const isByMember = (index: number): boolean => index < certificates.length - 2 && !stated.has(texts[index] ?? null)
  const revoked = await revocation.check(certificates, at, { isByMember })
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

/** Returns true if the key of a certificate is one of the keys. */
const isKeyOf = ({ certificate }: PathCertificate, keys: readonly PublicJwk[]): boolean => {
  const jwk = publicJwkOf(certificate)
  return keys.some((key) => sameKey(key, jwk))
}

/** Returns the values in the `x5c` of a key. */
const certificatesIn = (key: PublicJwk): readonly Json[] => {
  const { x5c } = key as { readonly x5c?: Json }
  return Array.isArray(x5c) ? x5c : []
}

/**
 * Verifies the certificates of a protocol key. If the first certificate is an authority's, and its key is both a
 * federation key that the superior states for the entity and a protocol key, verifies them as those of a federation key
 * (D-1141).
 */
export function verifyProtocolKey(
  context: CertifiedKeyContext,
  subject: CertifiedSubject,
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const { federationKeys, protocolKeys = [] } = subject.keys ?? { federationKeys: [] }
  const own = federationKeys.filter((key) => protocolKeys.some((one) => sameKey(one, key)))
  const kindOf: KindOf = (leaf) => (leaf.isAuthority && isKeyOf(leaf, own) ? 'federation' : 'protocol') // FED-140
  return verifyCertifiedKey(context, subject, kindOf, at)
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
  const certified = await verifyCertifiedKey(
    context,
    { x5c, entityId, keys: { federationKeys: [jwk] } },
    () => 'federation',
    at,
  )
  if (failed(certified)) return certified
  if (!sameKey(certified.publicJwk, jwk)) return fail('x5c_key_mismatch', `${at}[0]`) // FED-115
  return certified
}
