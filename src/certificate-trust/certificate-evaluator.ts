/** Implements the port `CertificateEvaluator`: validates the certificates in an `x5c` member of another entity. */
import { type CertificateEvaluator, createRecent } from '../base/index.ts'
import { createListReaders, type PathCertificate } from '../x509/index.ts'
import { checkPathRevocation } from './check-path-revocation.ts'
import { createRevocationChecker, type RevocationContext } from './revocation.ts'
import { verifyFederationKey, verifyProtocolKey } from './verify-certified-key.ts'

/** Pinned roots, and services for fetching revocation lists. */
export interface CertificateTrustContext extends RevocationContext {
  /** Roots of the deployment's configuration (`pinRoots`). Nothing else is trusted. */
  readonly roots: readonly PathCertificate[]
}

/**
 * Creates the evaluator. It fetches revocation lists only for valid paths to a pinned root. It caches at most 500
 * certificates of accepted paths, the parts of 1000 certificates for `checkRevocation`, and two revocation lists for
 * each of at most 256 keys.
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
  const context = { ...ctx, accepted: createRecent<PathCertificate>(500), revocation, readers: createListReaders() }
  return {
    evaluate: (x5c, entityId, at, keys) => verifyProtocolKey(context, { x5c, entityId, keys }, at),
    evaluateFederationKey: (jwk, entityId, at) => verifyFederationKey(context, jwk, entityId, at),
    checkRevocation: (path, at) => checkPathRevocation(context, path, at),
  }
}
