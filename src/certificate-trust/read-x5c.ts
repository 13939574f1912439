/** Reads the certificates of an `x5c` member (RFC 7515 §4.1.6, RFC 7517 §4.7). */
import {
  decodeLenientBase64,
  encodeBase64,
  type Failure,
  fail,
  failed,
  type Json,
  type Recent,
  sameBytes,
} from '../base/index.ts'
import {
  isSelfSigned,
  maximumReceivedCertificates,
  type PathCertificate,
  type PathCertificateCode,
  parsePathCertificate,
} from '../x509/index.ts'

type X5cCode = PathCertificateCode | 'x5c_missing' | 'x5c_malformed' | 'x5c_root_present' | 'x509_path_too_long'

/** Maximum length of one certificate in base64: 16 KiB of DER. */
const maximumLength = 21_848

/**
 * Certificates of accepted paths to one set of roots, by their base64. No other certificate may be added, because
 * anybody can send certificates. A parsed certificate remembers that its signature is valid, so the signature is not
 * verified again for the next message of the same signer. Dates, names and revocation are checked again.
 */
export type AcceptedCertificates = Recent<PathCertificate>

/**
 * Parses the certificates, leaf first. Omits one pinned root at the end (D-1136). Refuses a pinned root at another
 * place and any other self-signed certificate. Checks the number of certificates first, and the length of each before
 * parsing it. Takes certificates of accepted paths from the cache.
 */
export function readX5c(
  x5c: Json | undefined,
  { roots, accepted }: { readonly roots: readonly PathCertificate[]; readonly accepted: AcceptedCertificates },
  at: string,
): readonly [PathCertificate, ...PathCertificate[]] | Failure<X5cCode> {
  if (x5c === undefined) return fail('x5c_missing', at)
  if (!Array.isArray(x5c) || x5c.length === 0) return fail('x5c_malformed', at)
  if (x5c.length > maximumReceivedCertificates) return fail('x509_path_too_long', at)
  const certificates: PathCertificate[] = []
  for (const [index, text] of (x5c as readonly Json[]).entries()) {
    const place = `${at}[${index}]`
    if (typeof text !== 'string') return fail('x5c_malformed', place)
    if (text.length > maximumLength) return fail('x509_too_large', place)
    const cached = accepted.get(text)
    if (cached) {
      certificates.push(cached)
      continue
    }
    const der = decodeLenientBase64(text)
    if (der === undefined || encodeBase64(der) !== text) return fail('x5c_malformed', place)
    const isRoot = roots.some(({ certificate }) => sameBytes(certificate.der, der))
    if (isRoot && index > 0 && index === x5c.length - 1) continue // FED-137
    const certificate = parsePathCertificate(der, place)
    if (failed(certificate)) return certificate
    if (isRoot || isSelfSigned(certificate)) return fail('x5c_root_present', place)
    certificates.push(certificate)
  }
  const [leaf, ...others] = certificates
  return leaf ? [leaf, ...others] : fail('x5c_malformed', at)
}
