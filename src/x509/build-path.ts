/**
 * Finds a path from a certificate to a pinned root, within limits, and validates it (RFC 5280 §6, RFC 4158). Verifies
 * the `x5c` of federation members. `verify-chain.ts` verifies the chains of device attestations.
 */
import { type Failure, fail, sameBytes, type Verified, verified } from '../base/index.ts'
import type { PathCertificate } from './path-certificate.ts'
import { type PathTimes, type PathValidationCode, validatePath } from './validate-path.ts'

/** Reasons why no path leads to a pinned root. */
export type PathCode =
  | PathValidationCode
  | 'x509_path_missing'
  | 'x509_path_too_long'
  | 'x509_signature_invalid'
  | 'x509_work_exceeded'

/** A valid path to a pinned root. Revocation is not checked. */
export interface CertificatePath {
  readonly leaf: PathCertificate
  /** All certificates: the leaf first, the pinned root last. */
  readonly certificates: readonly PathCertificate[]
}

/** Certificates for finding a path. */
export interface PathInput {
  readonly leaf: PathCertificate
  /** Received certificates besides the leaf, in any order. Not trusted. */
  readonly others: readonly PathCertificate[]
  /** Pinned roots. The caller must trust their source. */
  readonly roots: readonly PathCertificate[]
}

/** Maximum number of received certificates, the leaf included. */
export const maximumReceivedCertificates = 8
/** Maximum number of signatures that are verified for one leaf. */
const maximumSignatures = 16

/**
 * Finds a path in which each certificate is signed by the next, and validates it. Tries other paths if one is not
 * valid. If none is valid, returns the failure of the last tried path that leads to a root. Without such a path, fails
 * with `x509_signature_invalid` if names matched but a signature was not valid, else with `x509_path_missing`. Fails
 * with `x509_work_exceeded` if the search would need a seventeenth signature verification, over all paths, and with
 * `x509_path_too_long` for more than 8 received certificates. A path has at least two certificates. So a self-signed
 * leaf has none, even if it is a pinned root: `x509_path_missing`.
 *
 * All certificates of the path must be valid at `times.now`, with a clock difference of at most `times.skew` seconds.
 * `at` names the list of received certificates, leaf first. A failure adds the index in this list, or names `root`. Does
 * not check revocation or the purpose of the leaf.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { parsePathCertificate, verifyCertificatePath } from 'fiducia/x509'
 *
 * const leaf = parsePathCertificate(Uint8Array.of(0x30, 0x00), 'x5c[0]')
 * const path = failed(leaf)
 *   ? leaf
 *   : verifyCertificatePath({ leaf, others: [], roots: [] }, { now: 1767225600, skew: 60 }, 'x5c')
 * assert.ok(failed(path))
 * ```
 */
export function verifyCertificatePath(
  { leaf, others, roots }: PathInput,
  times: PathTimes,
  at: string,
): Verified<CertificatePath> | Failure<PathCode> {
  if (others.length >= maximumReceivedCertificates) return fail('x509_path_too_long', at)
  let signaturesLeft = maximumSignatures
  let isCutShort = false
  let lastFailure: Failure<PathCode> = fail('x509_path_missing', at)
  const received = [leaf, ...others]
  const placeOf = (one: PathCertificate): string => (roots.includes(one) ? 'root' : `${at}[${received.indexOf(one)}]`)
  const extend = (path: readonly PathCertificate[]): readonly PathCertificate[] | undefined => {
    const last = path.at(-1) ?? leaf
    const isCandidate = (one: PathCertificate) => namesChain(one, last) && !path.some(hasSameSubjectAndKey(one))
    for (const issuer of [...roots, ...others].filter(isCandidate)) {
      isCutShort = signaturesLeft === 0
      if (isCutShort) return undefined
      signaturesLeft -= 1
      if (!last.certificate.isSignedBy(issuer.certificate.issuerKey())) {
        if (lastFailure.code === 'x509_path_missing') lastFailure = fail('x509_signature_invalid', placeOf(last))
        continue
      }
      const longer = [...path, issuer]
      if (!roots.includes(issuer)) {
        const complete = extend(longer)
        if (complete) return complete
        continue
      }
      const fault = validatePath(longer, times, placeOf)
      if (fault === undefined) return longer
      lastFailure = fault
    }
    return undefined
  }
  const certificates = extend([leaf])
  if (certificates) return verified({ leaf, certificates })
  if (isCutShort) return fail('x509_work_exceeded', at)
  return lastFailure
}

/** Returns true if the subject of the first certificate is the issuer name of the second, byte for byte. */
const namesChain = (issuer: PathCertificate, { issuer: name }: PathCertificate): boolean =>
  sameBytes(issuer.subject, name)

/** Compares subject and key. A second certificate with the same subject and key cannot extend a path. */
const hasSameSubjectAndKey =
  (one: PathCertificate) =>
  (other: PathCertificate): boolean =>
    sameBytes(one.subject, other.subject) && sameBytes(one.certificate.spki, other.certificate.spki)
