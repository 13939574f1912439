/** Verifies that certificates in an `x5c` member bind a key to an entity. */
import {
  type CertificateTrustCode,
  type CertifiedKey,
  type Clock,
  type Failure,
  failed,
  type Json,
  type Verified,
  verified,
} from '../base/index.ts'
import { type PathCertificate, publicJwkOf, verifyCertificatePath } from '../x509/index.ts'
import { checkCertifiedEntity, checkReceived, dnsNamesOf, urisOf } from './check-certified-entity.ts'
import { readX5c } from './read-x5c.ts'
import type { RevocationChecker } from './revocation.ts'

/** Pinned roots, time, and the check of revocation. */
interface CertifiedKeyContext {
  readonly roots: readonly PathCertificate[]
  readonly clock: Clock
  readonly skewSeconds: number
  readonly revocation: RevocationChecker
}

/** Verifies the certificates in this order: form, path with dates and constraints, entity, revocation. */
export async function verifyCertifiedKey(
  { roots, clock, skewSeconds, revocation }: CertifiedKeyContext,
  { x5c, entityId }: { readonly x5c: Json | undefined; readonly entityId: string },
  at: string,
): Promise<Verified<CertifiedKey> | Failure<CertificateTrustCode>> {
  const received = readX5c(x5c, roots, at)
  if (failed(received)) return received
  const [leaf, ...others] = received
  const path = verifyCertificatePath({ leaf, others, roots }, { now: clock.now(), skew: skewSeconds }, at)
  if (failed(path)) return path
  const { certificates } = path
  const unfit = checkReceived(received, path, at) ?? checkCertifiedEntity(path, entityId, at)
  if (unfit) return unfit
  const revoked = await revocation.check(certificates, at)
  if (revoked) return revoked
  return verified({
    entityId,
    publicJwk: publicJwkOf(leaf.certificate),
    certificate: leaf.certificate.der,
    dnsNames: dnsNamesOf(leaf),
    uris: urisOf(leaf),
    expiresAt: Math.min(...certificates.map(({ certificate: { notAfter } }) => notAfter)),
  })
}
