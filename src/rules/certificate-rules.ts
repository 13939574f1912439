/**
 * Rules for the failure codes of the certificates in an `x5c` member. The caller passes its answers, and joins the
 * rules with its own rows.
 */
import { type CertificateTrustCode, joinRules, rows } from '../base/index.ts'

/** Returns the rules. `unavailable` is a 503 answer, for a revocation list that cannot be fetched now. */
export const certificateRules = <A>(refused: A, unavailable: A) =>
  joinRules<CertificateTrustCode>()(
    rows(refused, {
      'FED-70': ['x5c_missing', 'x5c_malformed', 'x5c_root_present', 'x5c_extraneous'],
      'FED-71': [
        'x509_malformed',
        'x509_too_large',
        'x509_serial_invalid',
        'x509_algorithm_unsupported',
        'x509_key_unsupported',
        'x509_extension_malformed',
        'x509_extension_repeated',
      ],
      'FED-72': ['x509_path_missing', 'x509_path_too_long', 'x509_work_exceeded', 'x509_signature_invalid'],
      'FED-73': ['x509_expired', 'x509_not_yet_valid'],
      'FED-74': [
        'x509_issuer_not_authority',
        'x509_issuer_usage_missing',
        'x509_issuer_name_missing',
        'x509_usage_without_authority',
        'x509_path_length_exceeded',
      ],
      'FED-75': ['x509_extension_unknown', 'x509_extension_criticality', 'x509_constraints_misplaced'],
      'FED-76': [
        'x509_constraints_missing',
        'x509_constraint_unsupported',
        'x509_name_excluded',
        'x509_name_not_permitted',
      ],
      'FED-77': ['x509_key_id_missing', 'x509_key_id_mismatch'],
      'FED-78': ['x509_entity_mismatch', 'x509_host_mismatch', 'x509_issuer_entity_mismatch'],
      'FED-79': ['x509_signer_is_authority', 'x509_signer_usage_missing', 'x509_signer_purpose_missing'],
      'FED-80': [
        'crl_location_missing',
        'crl_location_invalid',
        'crl_malformed',
        'crl_too_large',
        'crl_unsupported',
        'crl_issuer_mismatch',
        'crl_usage_missing',
        'crl_signature_invalid',
        'crl_key_id_mismatch',
        'crl_number_missing',
        'crl_not_yet_valid',
        'crl_expired',
      ],
      'FED-81': ['x509_revoked'],
      'FED-115': ['x5c_key_mismatch'],
    }),
    rows(unavailable, { 'FED-82': ['crl_unavailable'] }),
  )
