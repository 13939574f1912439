/** Stands in for `@pagopa/io-react-native-crypto`, whose functions are native code of a phone. */
import { X509Certificate } from 'node:crypto'

const certificateOf = (base64) => new X509Certificate(Buffer.from(base64, 'base64'))

const invalid = (validationStatus) => ({ isValid: false, validationStatus, errorMessage: validationStatus })
const valid = { isValid: true, validationStatus: 'VALID', errorMessage: '' }

/** OID 2.5.29.31, cRLDistributionPoints. */
const revocationUrls = Buffer.from('0603551d1f', 'hex')

/** Follows a chain to the anchor: names, signatures, authorities and times. Demands the URL of a revocation list. */
export async function verifyCertificateChain(chain, anchor, { requireCrl }) {
  const root = certificateOf(anchor)
  const path = chain.map(certificateOf)
  if (path.length === 1 && path[0].raw.equals(root.raw)) return valid
  for (const [index, certificate] of path.entries()) {
    const issuer = path[index + 1] ?? root
    if (!issuer.ca) return invalid('CERTIFICATE_IS_NO_AUTHORITY')
    if (!certificate.checkIssued(issuer) || !certificate.verify(issuer.publicKey)) return invalid('INVALID_CHAIN_PATH')
    if (requireCrl && !certificate.raw.includes(revocationUrls)) return invalid('CRL_REQUIRED_BUT_MISSING')
  }
  return valid
}

/** Keys of the phone by tag: functions that return the base64url of a raw ES256 signature. A test adds its own. */
export const keychain = new Map()

export const sign = async (text, tag) => keychain.get(tag)(text)
export const deleteKey = () => undefined
export const generate = () => undefined
export const getPublicKeyFixed = () => undefined
