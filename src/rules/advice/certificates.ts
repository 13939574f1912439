/** Advice on certificates in `x5c` members, their paths and revocation lists. */
import { type AdviceTable, named, surplus } from './advice.ts'

const issuer = 'Have the issuer of the certificate issue a new one by RFC 5280.'
const chain = 'Send the certificate of the signing key first, then each issuer, without the root.'
const member = 'Have the entity certify its key with the certificate that its superior issued.'
const superior = 'Have the superior issue a new certificate for the federation key of the entity.'
const list = 'Have the issuer of the certificate publish a new revocation list by RFC 5280.'

export const certificateAdvice = {
  ...named({ x5c: 'x5c_missing x5c_malformed', 'The validity of a certificate': 'x509_expired x509_not_yet_valid' }),
  ...named({
    'A certificate': 'x509_malformed',
    'The revocation list': 'crl_malformed crl_not_yet_valid',
  }),
  x5c_root_present: surplus('The root certificate in x5c'),
  x5c_extraneous: ['A certificate in x5c is not part of the path, or is in the wrong order.', chain],
  x5c_key_mismatch: ['The certificate of a federation key certifies another key.', superior],
  key_uncertified: [
    'A superior states no certificate for a federation key: it revoked the certificate, or issued none.',
    'Ask the operator of the superior for the reason. The command fiducia federation certificates renew issues a new certificate.',
  ],
  x509_too_large: ['A certificate is larger than 16 KiB.', issuer],
  x509_algorithm_unsupported: ['A certificate is signed with an unsupported algorithm.', 'Use ECDSA with SHA-2.'],
  x509_key_unsupported: ['A certificate has an unsupported key.', 'Use a key on P-256, P-384 or P-521.'],
  x509_extension_malformed: ['An extension of a certificate is malformed.', issuer],
  x509_extension_repeated: ['An extension of a certificate occurs more than once.', issuer],
  x509_serial_invalid: ['The serial number of a certificate is malformed.', issuer],
  x509_extension_unknown: ['A certificate has a critical extension that is not known here.', issuer],
  x509_extension_criticality: ['An extension of a certificate is wrongly critical or wrongly not critical.', issuer],
  x509_path_missing: ['The certificates lead to no root that is pinned here.', chain],
  x509_path_too_long: ['There are more than eight certificates.', chain],
  x509_work_exceeded: ['The search for a certificate path needs too many signature checks.', chain],
  x509_signature_invalid: ['A certificate is not signed by the key of its issuer.', issuer],
  x509_issuer_not_authority: ['The certificate at this place must be that of an authority, but is not.', issuer],
  x509_issuer_usage_missing: ['The key usage of an issuer does not allow signing certificates.', superior],
  x509_issuer_name_missing: ['An issuer has no name.', superior],
  x509_usage_without_authority: ['The key usage of an end-entity certificate allows signing certificates.', issuer],
  x509_path_length_exceeded: ['The path has more authorities below an issuer than the issuer allows.', superior],
  x509_key_id_missing: [
    'A certificate does not name the key of its issuer, or the issuer has no key identifier.',
    issuer,
  ],
  x509_key_id_mismatch: ['A certificate names another key of its issuer.', issuer],
  x509_constraints_missing: ['The certificate of the federation key has no name constraints.', superior],
  x509_constraints_misplaced: ['An end-entity certificate has name constraints.', issuer],
  x509_constraint_unsupported: ['The name constraints of an issuer cannot be checked.', superior],
  x509_name_excluded: ['An issuer excludes a name of a certificate.', member],
  x509_name_not_permitted: ['An issuer does not permit a name of a certificate.', member],
  x509_signer_is_authority: ['The first certificate is that of an authority.', member],
  x509_signer_usage_missing: ['The key usage of the first certificate does not allow signatures.', member],
  x509_entity_mismatch: ['The first certificate does not name this entity as its only URI.', member],
  x509_host_mismatch: ['The first certificate does not name the host of this entity.', member],
  x509_issuer_entity_mismatch: [
    'The certificate at this place names another entity than the first one, or itself as its issuer.',
    'Certify each key with the certificate that the superior of its entity issued.',
  ],
  x509_revoked: ['A certificate is revoked.', 'Ask the issuer of the certificate for the reason.'],
  crl_location_missing: ['A certificate that is valid for more than a day names no revocation list.', issuer],
  crl_location_invalid: ['The URL of the revocation list is not an https URL.', issuer],
  crl_unavailable: ['The revocation list cannot be fetched.', 'Check that its URL answers, and try again later.'],
  crl_too_large: [
    'The revocation list is larger than 256 KiB.',
    'Have the issuer of the certificate sign with a new key, which has a list of its own.',
  ],
  crl_unknown: ['This service has no such revocation list.', 'Use the URL in the certificate.'],
  crl_unsupported: ['The revocation list is not a complete list of its issuer.', list],
  crl_issuer_mismatch: ['The revocation list is from another issuer.', list],
  crl_usage_missing: ['The key usage of the issuer does not allow signing revocation lists.', superior],
  crl_signature_invalid: ['The revocation list is not signed by the key of the issuer.', list],
  crl_key_id_mismatch: ['The revocation list names another key than that of the issuer.', list],
  crl_number_missing: ['The revocation list has no number.', list],
  crl_expired: ['The next revocation list is overdue.', list],
} as const satisfies AdviceTable
