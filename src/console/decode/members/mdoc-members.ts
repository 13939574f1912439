/** Explains members of mdocs, COSE structures and certificates. */
import type { MemberTable } from './member-table.ts'

/** Members of an mdoc (ISO 18013-5). */
export const mdocMembers: MemberTable = {
  version: ['Version of the structure.', 'ISO 18013-5 §8.3.2.1.2.2'],
  documents: ['Documents of the response.', 'ISO 18013-5 §8.3.2.1.2.2'],
  status: [
    '0 if the response is complete; in the signed object, the place in a status list.',
    'ISO 18013-5 §8.3.2.1.2.3',
  ],
  docType: ['Type of the document.', 'ISO 18013-5 §7.1'],
  issuerSigned: ['Part that the issuer signed.', 'ISO 18013-5 §8.3.2.1.2.2'],
  deviceSigned: ['Part that the device signed for this session.', 'ISO 18013-5 §8.3.2.1.2.2'],
  nameSpaces: ['Elements by namespace.', 'ISO 18013-5 §7.1'],
  issuerAuth: ['Signature of the issuer: COSE_Sign1 over the Mobile Security Object.', 'ISO 18013-5 §9.1.2.4'],
  deviceAuth: ['Signature or MAC of the device.', 'ISO 18013-5 §9.1.3'],
  deviceSignature: ['Signature of the device over the session.', 'ISO 18013-5 §9.1.3.6'],
  deviceMac: ['MAC of the device over the session.', 'ISO 18013-5 §9.1.3.5'],
  digestAlgorithm: ['Hash of the digests.', 'ISO 18013-5 §9.1.2.5'],
  valueDigests: ['Digests of all elements by namespace and digest identifier.', 'ISO 18013-5 §9.1.2.4'],
  deviceKeyInfo: ['Key of the holder’s device.', 'ISO 18013-5 §9.1.2.4'],
  deviceKey: ['Key of the holder’s device. Only its owner can present the mdoc.', 'ISO 18013-5 §9.1.2.4'],
  validityInfo: ['Times of signature and validity.', 'ISO 18013-5 §9.1.2.4'],
  signed: ['Time of the issuer’s signature.', 'ISO 18013-5 §9.1.2.4'],
  validFrom: ['Beginning of validity.', 'ISO 18013-5 §9.1.2.4'],
  validUntil: ['End of validity.', 'ISO 18013-5 §9.1.2.4'],
  expectedUpdate: ['Time at which the issuer expects to sign anew.', 'ISO 18013-5 §9.1.2.4'],
  digestID: ['Identifier of the digest of this element.', 'ISO 18013-5 §8.3.2.1.2.2'],
  random: ['Random value that hides the element behind its digest.', 'ISO 18013-5 §9.1.2.5'],
  elementIdentifier: ['Name of the element.', 'ISO 18013-5 §8.3.2.1.2.2'],
  elementValue: ['Value of the element.', 'ISO 18013-5 §8.3.2.1.2.2'],
  value: ['Value of the element.', 'ISO 18013-5 §8.3.2.1.2.2'],
  digests: ['Number of digests in this namespace. Each element of the mdoc has one.', 'ISO 18013-5 §9.1.2.4'],
  alg: ['Algorithm of the signature (COSE label 1).', 'RFC 9052 §3.1'],
  kid: ['Identifier of the key (COSE label 4).', 'RFC 9052 §3.1'],
  x5chain: ['Certificates of the issuer, leaf first (COSE label 33).', 'RFC 9360 §2'],
  protected: ['Headers that the signature covers.', 'RFC 9052 §3'],
  unprotected: ['Headers that the signature does not cover.', 'RFC 9052 §3'],
  payload: ['The signed content.', 'RFC 9052 §4.2'],
  signature: ['The signature.', 'RFC 9052 §4.2'],
  'nameSpaces.*': ['Namespace of elements.', 'ISO 18013-5 §7.1'],
  'valueDigests.*': ['Namespace of elements.', 'ISO 18013-5 §7.1'],
}

/** Fields of a certificate (RFC 5280). */
export const certificateMembers: MemberTable = {
  subject: ['Owner of the key.', 'RFC 5280 §4.1.2.6'],
  issuer: ['Authority that signed the certificate.', 'RFC 5280 §4.1.2.4'],
  serial_number: ['Number of the certificate, unique for its issuer.', 'RFC 5280 §4.1.2.2'],
  not_before: ['Beginning of validity.', 'RFC 5280 §4.1.2.5'],
  not_after: ['End of validity.', 'RFC 5280 §4.1.2.5'],
  public_key: ['The certified key.', 'RFC 5280 §4.1.2.7'],
  is_authority: ['True if the owner may sign certificates.', 'RFC 5280 §4.2.1.9'],
  extensions: ['Further statements about owner and key.', 'RFC 5280 §4.2'],
  subject_alternative_names: ['Further names of the owner.', 'RFC 5280 §4.2.1.6'],
  spki_sha256: ['SHA-256 digest of the key, by which keys are pinned.', 'RFC 7469 §2.4'],
}
