/** Checks the revocation of certificates in a path that another verifier has accepted, such as that of an mdoc. */
import { type CertificateTrustCode, type Failure, fail, failed } from '../base/index.ts'
import { extensionOids, type PathCertificate, parsePathCertificate } from '../x509/index.ts'
import type { RevocationChecker } from './revocation.ts'

/**
 * Checks each certificate below the last one. A member may have signed each of them. Refuses a critical distribution
 * point that is ignored (D-1084).
 */
export async function checkPathRevocation(
  { revocation }: { readonly revocation: RevocationChecker },
  path: readonly Uint8Array[],
  at: string,
): Promise<undefined | Failure<CertificateTrustCode>> {
  const certificates: PathCertificate[] = []
  for (const [index, der] of path.entries()) {
    const certificate = parsePathCertificate(der, `${at}[${index}]`)
    if (failed(certificate)) return certificate
    certificates.push(certificate)
  }
  const unprocessed = certificates.slice(0, -1).findIndex(hasUnprocessedPoint)
  if (unprocessed >= 0)
    return fail('x509_extension_unknown', `${at}[${unprocessed}].${extensionOids.crlDistributionPoints}`)
  return revocation.check(certificates, at, { isByMember: () => true, mayLackUrl: true })
}

const hasUnprocessedPoint = ({ extensions, hasIgnoredPoints }: PathCertificate): boolean =>
  hasIgnoredPoints && extensions.some(({ oid, critical }) => critical && oid === extensionOids.crlDistributionPoints)
