/**
 * Issuer and subject of a certificate as DER. A certificate's issuer must equal, byte for byte, the subject of the
 * certificate that issued it.
 */
import { decodeLenientBase64 } from '../../base/index.ts'
import { derMembers, derTags, isUniversal, readDer } from '../../x509/index.ts'

interface CertificateNames {
  readonly issuer: Uint8Array
  readonly subject: Uint8Array
}

/**
 * Returns the names in a certificate (base64 of DER) of any version. Throws a TypeError if they cannot be read. Does
 * not check their attributes.
 */
export function certificateNames(base64: string): CertificateNames {
  const [body] = derMembers(readDer(decodeLenientBase64(base64) ?? new Uint8Array())) ?? []
  // Drops the tagged field `version`, which version 1 omits, so that the positions below fit every version.
  const [, , issuer, , subject] = (derMembers(body) ?? []).filter(({ tagClass }) => tagClass === 0)
  if (!isUniversal(issuer, derTags.sequence) || !isUniversal(subject, derTags.sequence))
    throw new TypeError('the names of a certificate cannot be read')
  return { issuer: issuer.encoded, subject: subject.encoded }
}
