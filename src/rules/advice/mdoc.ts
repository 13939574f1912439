/** Advice on mdocs: CBOR, COSE, issuer signature and device signature. `advice.ts` states the form of the texts. */
import { type AdviceTable, named } from './advice.ts'

const reissueMdoc = 'Have the issuer correct the fault and issue the mdoc anew.'
const createElements = 'Create each element as ISO/IEC 18013-5 defines, and send each element unchanged.'
const followAnnexB = 'Have the issuer send certificates as ISO/IEC 18013-5 Annex B defines.'
const sendDocument = 'Send a document with issuerSigned and deviceSigned as ISO/IEC 18013-5 defines.'
const signWithDevice = 'Sign the DeviceAuthentication structure of this session with the device key.'

export const mdocAdvice = {
  ...named({
    'The validity of the mdoc': 'mdoc_expired mdoc_not_yet_valid',
    'The payload of the COSE_Sign1': 'cose_payload_missing',
    'An element': 'element_repeated',
  }),
  mdoc_malformed: [
    'The mdoc is not the base64url of IssuerSigned, or issuerAuth is missing.',
    'Send IssuerSigned as ISO/IEC 18013-5 defines, in base64url.',
  ],
  cbor_malformed: [
    'The bytes are not exactly one valid CBOR value.',
    'Send one CBOR value with definite lengths, unique map keys and at most 32 levels.',
  ],
  cbor_too_large: [
    'The CBOR value has too many bytes, or more than 16384 data items.',
    'Send a smaller CBOR value of at most 16384 data items.',
  ],
  mso_malformed: ['The Mobile Security Object is missing or malformed.', reissueMdoc],
  mso_version_unsupported: ['The major version of the Mobile Security Object is not 1.', reissueMdoc],
  cose_malformed: ['The COSE_Sign1 is malformed.', 'Send a COSE_Sign1 as RFC 9052 section 4.2 defines.'],
  cose_alg_unsupported: [
    'The alg of the COSE_Sign1 is missing from the protected headers, or is not accepted here.',
    'Sign with an accepted algorithm, and name the algorithm in the protected headers.',
  ],
  cose_crit_unsupported: ['The COSE_Sign1 has crit, which is not supported here.', 'Leave crit out.'],
  cose_header_repeated: [
    'A COSE header is in both the protected and the unprotected headers.',
    'Send each COSE header once.',
  ],
  cose_key_malformed: ['The COSE_Key of the device is missing or malformed.', reissueMdoc],
  cose_key_unsupported: [
    'The type, curve, alg or key_ops of the COSE_Key is not supported here, or the point is compressed.',
    'Have the issuer issue the mdoc anew for a signature key with x and y, for example EC2 on P-256.',
  ],
  cose_key_mismatch: [
    'The alg of the COSE_Sign1 does not fit the verification key.',
    'Sign with an alg that fits the type, curve and alg of the key.',
  ],
  cose_key_private: [
    'The COSE_Key has a private member.',
    'Create a new device key, because this key is exposed. Have the issuer issue the mdoc anew for the new public key.',
  ],
  cose_key_unusable: ['The verification key of the COSE_Sign1 cannot be used.', reissueMdoc],
  cose_payload_doubled: ['The COSE_Sign1 contains a payload that must be detached.', 'Send null as the payload.'],
  cose_signature_invalid: ['The signature of the COSE_Sign1 does not verify.', reissueMdoc],
  digest_algorithm_unsupported: ['digestAlgorithm is not SHA-256, SHA-384 or SHA-512.', reissueMdoc],
  digest_missing: ['The Mobile Security Object has no digest of an element.', createElements],
  digest_mismatch: ['The digest of an element differs from the signed digest.', createElements],
  value_digests_malformed: ['valueDigests of the mdoc is missing or malformed.', reissueMdoc],
  validity_malformed: ['validityInfo of the mdoc is missing or malformed.', reissueMdoc],
  validity_inconsistent: ['validFrom is before signed, or validUntil is not after validFrom.', reissueMdoc],
  item_malformed: ['nameSpaces or an element of the mdoc is malformed.', createElements],
  item_random_short: ['The random value of an element has fewer than 16 bytes.', reissueMdoc],
  element_missing: ['The mdoc lacks an element that a PID must have.', reissueMdoc],
  element_malformed: ['An element of the mdoc has the wrong type or form.', reissueMdoc],
  doctype_mismatch: [
    'The document type (docType) differs from the type that is expected here.',
    'Send a document of the expected type.',
  ],
  signed_outside_certificate: [
    'The mdoc was signed outside the validity of the certificate.',
    'Have the issuer sign the mdoc anew within the validity of the certificate.',
  ],
  x5chain_missing: [
    'The mdoc contains no certificate of its issuer.',
    'Have the issuer send 1 to 5 certificates in x5chain.',
  ],
  x5chain_malformed: [
    'x5chain does not contain 1 to 5 certificates as byte strings.',
    'Have the issuer send 1 to 5 certificates in x5chain.',
  ],
  certificate_algorithm_unsupported: [
    'The key or the signature algorithm of a certificate is not supported here.',
    'Have the issuer use certificates with ECDSA or Ed25519 keys, and with ECDSA signatures over SHA-256, SHA-384 or SHA-512.',
  ],
  certificate_extension_unknown: [
    'A certificate has a critical extension that is not known here.',
    'Have the issuer use a certificate whose critical extensions are only those of ISO/IEC 18013-5 Annex B.',
  ],
  chain_broken: [
    'The issuer of a certificate differs from the subject of the next certificate.',
    'Have the issuer send the certificates in order, each issued by the next.',
  ],
  chain_untrusted: [
    'The certificates lead to no authority that the metadata of the issuer publishes.',
    'Have the issuer publish the authority of the certificates in x5c of a key in the metadata of the issuer.',
  ],
  chain_signature_invalid: [
    'The signature of a certificate does not verify with the key of the next certificate.',
    'Send the certificates in order, each signed with the key of the next.',
  ],
  issuing_country_mismatch: [
    'The issuing_country of the mdoc is not the country in the certificate of its signer.',
    'Have the issuer state the country of its certificate, or certify its signer for the other country.',
  ],
  issuing_jurisdiction_mismatch: [
    'The issuing_jurisdiction of the mdoc is not the state in the certificate of its signer.',
    'Have the issuer state the jurisdiction of its certificate, or certify its signer for the other one.',
  ],
  leaf_not_signer: ['The first certificate is not that of a document signer.', followAnnexB],
  issuer_not_authority: ['A certificate after the first is not a CA certificate with keyCertSign.', followAnnexB],
  issuer_missing: [
    'The credential names no issuer.',
    'Have the issuer name its entity identifier in iss of an SD-JWT, or as a URI in the certificate of an mdoc.',
  ],
  document_malformed: ['The document of the DeviceResponse is malformed.', sendDocument],
  device_elements_unexpected: ['DeviceNameSpaces is not an empty map.', 'Sign an empty DeviceNameSpaces.'],
  device_alg_mismatch: [
    'The alg of the device signature does not fit the device key of the mdoc.',
    'Sign with an alg that fits the type, curve and alg of the device key.',
  ],
  device_key_mismatch: [
    'The mdoc is bound to another device key than the wallet sent.',
    'Issue the mdoc for the public key that the wallet sent in the request.',
  ],
  device_key_unusable: ['The device key of the mdoc cannot be used.', reissueMdoc],
  device_mac_unsupported: ['The mdoc is authenticated by a MAC.', 'Send deviceSignature instead of deviceMac.'],
  device_payload_attached: [
    'The device signature contains its payload.',
    'Send null as the payload of the device signature.',
  ],
  device_signature_invalid: ['The device signature does not verify for this session.', signWithDevice],
  device_signature_missing: ['The device signature is missing.', signWithDevice],
  document_count: [
    'The DeviceResponse does not contain exactly one document.',
    'Send one document in each DeviceResponse.',
  ],
  document_type_mismatch: [
    'docType of the document differs from docType of the Mobile Security Object.',
    'Repeat docType of the Mobile Security Object.',
  ],
  response_version_unsupported: ['The major version of the DeviceResponse is not 1.', 'Send version 1.0.'],
  response_status_error: ['The status of the DeviceResponse is not 0.', 'Send a DeviceResponse with status 0.'],
} as const satisfies AdviceTable
