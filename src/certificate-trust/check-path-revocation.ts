/** Checks the revocation of certificates in a path that another verifier has accepted, such as that of an mdoc. */
import { type CertificateTrustCode, type Failure, fail, failed, type UrlPolicy } from '../base/index.ts'
import { extensionOids, type ListedCertificate, type ListReaders } from '../x509/index.ts'
import { firstUsableUrl, type RevocationChecker } from './revocation.ts'

interface PathRevocationContext {
  readonly revocation: RevocationChecker
  readonly urls: UrlPolicy
  readonly readers: ListReaders
}

/**
 * Checks each certificate below the last one. A member may have signed each of them. Refuses a critical distribution
 * point that is ignored (D-1084). Accepts a certificate without a URL that `urls` accepts, unless its distribution
 * points are critical. Reads the issuer's certificate only for a list (D-1156).
 */
export async function checkPathRevocation(
  { revocation, urls, readers }: PathRevocationContext,
  path: readonly Uint8Array[],
  at: string,
): Promise<undefined | Failure<CertificateTrustCode>> {
  const listed: { readonly serial: string; readonly url: string | undefined }[] = []
  for (const [index, der] of path.slice(0, -1).entries()) {
    const place = `${at}[${index}]`
    const certificate = readers.certificate(der, place)
    const url = failed(certificate) ? certificate : findUrl(certificate, urls, place)
    if (failed(certificate)) return certificate
    if (failed(url)) return url
    listed.push({ serial: certificate.serial, url })
  }
  for (const [index, { serial, url }] of [...listed.entries()].reverse()) {
    const issuerDer = path[index + 1]
    if (url === undefined || issuerDer === undefined) continue
    const issuer = readers.issuer(issuerDer, `${at}[${index + 1}]`)
    if (failed(issuer)) return issuer
    const fault = await revocation.checkSerial(serial, issuer, { url, forStranger: true }, `${at}[${index}]`)
    if (fault) return fault
  }
  return undefined
}

/** Returns the URL of the list, or `undefined` if no list is read. */
function findUrl(
  { crlUrls, hasIgnoredPoints, points }: ListedCertificate,
  urls: UrlPolicy,
  at: string,
): string | undefined | Failure<'x509_extension_unknown' | 'crl_location_invalid'> {
  if (points === 'critical' && hasIgnoredPoints)
    return fail('x509_extension_unknown', `${at}.${extensionOids.crlDistributionPoints}`)
  const url = firstUsableUrl(crlUrls, urls)
  return url === undefined && points === 'critical' ? fail('crl_location_invalid', at) : url
}
