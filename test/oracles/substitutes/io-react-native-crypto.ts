/** Stands in for `@pagopa/io-react-native-crypto`, whose functions are native code of a phone. */
import { X509Certificate } from 'node:crypto'

const certificateOf = (base64: string): X509Certificate => new X509Certificate(Buffer.from(base64, 'base64'))

const invalid = (validationStatus: string) => ({ isValid: false, validationStatus, errorMessage: validationStatus })

/** Follows a chain to the anchor: names, signatures and authorities. Demands a list of revoked certificates by URL. */
export async function verifyCertificateChain(
  chain: readonly string[],
  anchor: string,
  { requireCrl }: { readonly requireCrl: boolean },
) {
  const root = certificateOf(anchor)
  const path = chain.map(certificateOf)
  const [only] = path
  if (path.length === 1 && only?.raw.equals(root.raw))
    return { isValid: true, validationStatus: 'VALID', errorMessage: '' }
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1] ?? root
    if (!issuer.ca) return invalid('CERTIFICATE_IS_NO_AUTHORITY')
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return invalid('INVALID_CHAIN_PATH')
    // 2.5.29.31, cRLDistributionPoints.
    if (requireCrl && !certificate.raw.includes(Buffer.from('0603551d1f', 'hex')))
      return invalid('CRL_REQUIRED_BUT_MISSING')
  }
  return { isValid: true, validationStatus: 'VALID', errorMessage: '' }
}

export const deleteKey = (): void => undefined
export const generate = (): void => undefined
export const getPublicKeyFixed = (): void => undefined
export const sign = (): void => undefined
