/** Advice on certificates in `x5c` members, their paths and revocation lists. */
import type { AdviceTable } from './advice.ts'

const reissueCertificate = 'Have the issuer of the certificate issue a new certificate that follows RFC 5280.'
const sendChain =
  'Send the certificate of the signing key first, then the certificate of each issuer in turn, without the root.'
const reissueBySuperior = 'Have the superior issue a new certificate for the federation key of the entity.'
const republishList = 'Have the issuer of the certificate publish a new revocation list that follows RFC 5280.'

export const certificateAdvice = {
  x5c_missing: [
    'The key has no certificate, because x5c is missing.',
    'Send x5c with the certificates of the key. For a federation key, have the superior issue a certificate.',
  ],
  x5c_malformed: [
    'x5c is not a list of certificates, each as one string of base64.',
    'Write each certificate in x5c as base64 (not base64url) of its DER encoding, without line breaks.',
  ],
  x5c_root_present: [
    'x5c contains a root before its end, or another self-signed certificate.',
    'Leave the root and each other self-signed certificate out of x5c.',
  ],
  x5c_extraneous: ['A certificate in x5c is not part of the path, or is in the wrong order.', sendChain],
  x5c_key_mismatch: ['The certificate of a federation key certifies another key.', reissueBySuperior],
  key_uncertified: [
    'A superior states no valid certificate for a federation key: it revoked the certificate, let it expire, or issued none.',
    'Ask the operator of the superior for the reason. The command fiducia federation certificates renew issues a new certificate.',
  ],
  x509_malformed: ['The certificate is not a DER certificate of version 3 with extensions.', reissueCertificate],
  x509_too_large: [
    'A certificate is larger than 16 KiB.',
    'Have the issuer of the certificate issue a smaller certificate.',
  ],
  x509_algorithm_unsupported: [
    'A certificate is signed with an unsupported algorithm.',
    'Have the issuer sign with ECDSA or RSA (PKCS 1 v1.5) and SHA-256, SHA-384 or SHA-512, or with Ed25519.',
  ],
  x509_key_unsupported: [
    'A certificate has an unsupported key.',
    'Use a key on P-256, P-384, P-521 or Ed25519, or an RSA key of 2048 to 8192 bits.',
  ],
  x509_extension_malformed: ['An extension of a certificate is malformed.', reissueCertificate],
  x509_extension_repeated: ['An extension of a certificate occurs more than once.', reissueCertificate],
  x509_serial_invalid: [
    'The serial number of a certificate is not a positive number of at most 20 octets.',
    reissueCertificate,
  ],
  x509_extension_unknown: [
    'A certificate has a critical extension that is not known here, or that names no revocation list that can be used.',
    reissueCertificate,
  ],
  x509_extension_criticality: [
    'An extension of a certificate is wrongly critical or wrongly not critical.',
    reissueCertificate,
  ],
  x509_path_missing: [
    'The certificates lead to no root that is pinned here.',
    'Send the certificate of each issuer below the root. Have the operator of this service pin the root.',
  ],
  x509_path_too_long: ['x5c contains more than 8 certificates.', sendChain],
  x509_work_exceeded: ['The search for a certificate path needs more than 16 signature checks.', sendChain],
  x509_signature_invalid: ['A certificate is not signed by the key of its issuer.', reissueCertificate],
  x509_expired: [
    'A certificate has expired.',
    'Have the issuer issue a new certificate. At the place root, have the operator of this service pin the new root.',
  ],
  x509_not_yet_valid: [
    'A certificate is not valid yet.',
    'Wait until the certificate is valid. If the certificate should be valid now, compare the clocks of both parties.',
  ],
  x509_issuer_not_authority: [
    'The certificate at this place must be that of an authority, but is not.',
    reissueCertificate,
  ],
  x509_issuer_usage_missing: ['The key usage of an issuer does not allow signing certificates.', reissueCertificate],
  x509_issuer_name_missing: ['The certificate of an issuer has no subject name.', reissueCertificate],
  x509_usage_without_authority: [
    'The key usage of an end-entity certificate allows signing certificates.',
    reissueCertificate,
  ],
  x509_path_length_exceeded: [
    'The path has more authorities below an issuer than the path length in the certificate of the issuer allows.',
    'Use a path with fewer authorities, or have the issuer obtain a certificate with a greater path length.',
  ],
  x509_key_id_missing: [
    'A certificate does not name the key of its issuer, or the issuer has no key identifier.',
    reissueCertificate,
  ],
  x509_key_id_mismatch: ['A certificate names another key of its issuer.', reissueCertificate],
  x509_constraints_missing: [
    'The certificate of the federation key has no permitted name constraints.',
    reissueBySuperior,
  ],
  x509_constraints_misplaced: ['An end-entity certificate has name constraints.', reissueCertificate],
  x509_constraint_unsupported: ['The name constraints of an issuer cannot be checked.', reissueBySuperior],
  x509_name_excluded: [
    'The name constraints of an issuer exclude a name in a certificate.',
    'Certify only names of the entity, or have the issuer change the name constraints.',
  ],
  x509_name_not_permitted: [
    'The name constraints of an issuer do not permit a name in a certificate.',
    'Certify only names of the entity, or have the issuer change the name constraints.',
  ],
  x509_signer_is_authority: [
    'The first certificate is that of an authority.',
    'Sign with a protocol key, and send the certificate of the protocol key first.',
  ],
  x509_signer_usage_missing: [
    'The key usage of the first certificate does not allow signatures.',
    'Have the issuer of the certificate issue a new certificate with the key usage digitalSignature.',
  ],
  x509_signer_purpose_missing: [
    'The extended key usage of the first certificate does not allow the signing of JWTs.',
    'Have the issuer of the certificate issue a new certificate without an extended key usage, or with id-kp-jwt.',
  ],
  x509_entity_mismatch: [
    'The first certificate does not name this entity as its only URI.',
    'Have the issuer of the certificate issue a new certificate with the entity identifier as the only URI.',
  ],
  x509_host_mismatch: [
    'The first certificate does not name the host of this entity.',
    'Have the issuer of the certificate issue a new certificate with the host as a DNS name, without a wildcard.',
  ],
  x509_issuer_entity_mismatch: [
    'The certificate at this place names another entity than the first certificate, or has the same name as its issuer.',
    'Certify each key with the certificate that the superior of its entity issued.',
  ],
  x509_revoked: [
    'A certificate is revoked.',
    'Ask the issuer of the certificate for the reason, and obtain a new certificate.',
  ],
  crl_location_missing: [
    'A certificate that is valid for more than a day names no revocation list.',
    reissueCertificate,
  ],
  crl_location_invalid: [
    'The URL of the revocation list is not an https URL.',
    'Have the issuer of the certificate issue a new certificate with an https URL of the revocation list.',
  ],
  crl_unavailable: [
    'The revocation list cannot be fetched.',
    'Check that its URL answers as application/pkix-crl, and try again later.',
  ],
  crl_too_large: [
    'The revocation list is larger than 256 KiB.',
    'Have the issuer of the certificate sign with a new key, which has a list of its own.',
  ],
  crl_unknown: ['This service has no such revocation list.', 'Use the URL of the revocation list in the certificate.'],
  crl_malformed: ['The revocation list is not a DER list of version 2.', republishList],
  crl_unsupported: [
    'The revocation list is a partial list, or has a critical extension that is not supported here.',
    republishList,
  ],
  crl_issuer_mismatch: ['The revocation list is from another issuer.', republishList],
  crl_usage_missing: ['The key usage of the issuer does not allow signing revocation lists.', reissueCertificate],
  crl_signature_invalid: ['The revocation list is not signed by the key of the issuer.', republishList],
  crl_key_id_mismatch: ['The revocation list does not name the key of the issuer.', republishList],
  crl_number_missing: ['The revocation list has no number.', republishList],
  crl_not_yet_valid: [
    'The revocation list is not valid yet.',
    'Compare the clock of the issuer of the certificate with the clock of this service.',
  ],
  crl_expired: ['The revocation list has expired, or does not state its next update.', republishList],
} as const satisfies AdviceTable
