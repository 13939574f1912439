/** Judges the certificates in an `x5c` member of another entity. Implements the port `CertificateEvaluator`. */
import {
  type CertificateEvaluator,
  type CertificateTrustCode,
  type CertifiedKey,
  type Failure,
  failed,
  type Json,
  type Verified,
  verified,
} from '../base/index.ts'
import { type PathCertificate, publicJwkOf, verifyCertificatePath } from '../x509/index.ts'
import { checkCertifiedEntity, checkReceived, dnsNamesOf, urisOf } from './check-certified-entity.ts'
import { readX5c } from './read-x5c.ts'
import { createRevocationChecker, type RevocationChecker, type RevocationContext } from './revocation.ts'

/** Pinned roots, and the means of fetching revocation lists. */
export interface CertificateTrustContext extends RevocationContext {
  /** Roots of the deployment's configuration (`pinRoots`). Nothing else is trusted. */
  readonly roots: readonly PathCertificate[]
}

/**
 * Creates the evaluator. Lists are fetched only for paths whose signatures lead to a pinned root.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createCertificateEvaluator } from 'fiducia/certificate-trust'
 * import { createGuardedFetch, createSystemClock } from 'fiducia/node'
 *
 * const fetch = createGuardedFetch()
 * const evaluator = createCertificateEvaluator({
 *   ...{ clock: createSystemClock(), fetch, urls: { loopbackHttp: false }, roots: [] },
 *   ...{ skewSeconds: 30, graceSeconds: 3600 },
 * })
 * const key = await evaluator.evaluate(['MAA='], 'https://rp.example', 'header.x5c')
 * assert.ok(failed(key))
 * assert.equal(key.code, 'x509_malformed')
 * await fetch.close()
 * ```
 */
export function createCertificateEvaluator(ctx: CertificateTrustContext): CertificateEvaluator {
  const revocation = createRevocationChecker(ctx)
  return { evaluate: (x5c, entityId, at) => verifyCertifiedKey(ctx, revocation, { x5c, entityId }, at) }
}

/** Verifies the certificates in this order: form, path with dates and constraints, entity, revocation. */
export async function verifyCertifiedKey(
  { roots, clock, skewSeconds }: CertificateTrustContext,
  revocation: RevocationChecker,
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
