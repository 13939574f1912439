/**
 * Requirement and answer for each failure of a device's evidence. `KEY_ATTESTATION_RULES` apply at registration, the
 * other two tables at each attestation request.
 */
import { joinRules, rows } from '../../base/index.ts'
import type { HardwareSignatureCode, IntegrityAssertionCode, KeyAttestationCode } from '../../device-integrity/index.ts'
import { WP } from '../answers.ts'

export const KEY_ATTESTATION_RULES = joinRules<KeyAttestationCode>()(
  rows(WP.belowMinimum, {
    'WP-08': ['platform_unsupported'],
    'WP-10': ['application_version_too_low', 'patch_level_too_low'],
    'WP-32': ['application_foreign'],
    'WP-43': ['attestation_level_too_low', 'keymint_level_too_low', 'attester_level_too_low', 'security_levels_differ'],
    'WP-44': ['root_of_trust_missing', 'device_unlocked', 'boot_not_verified'],
    'WP-45': [
      'attested_key_unusable',
      'key_algorithm_mismatch',
      'key_curve_mismatch',
      'key_not_generated',
      'key_purpose_mismatch',
      'key_digest_mismatch',
      'key_open_to_all_applications',
    ],
    'WP-46': ['application_id_missing', 'application_unknown', 'application_digest_foreign'],
    'WP-50': ['app_attest_application_foreign'],
    'WP-195': ['app_attest_distribution_foreign', 'app_attest_version_too_low', 'app_attest_version_unreadable'],
    'WP-196': ['app_attest_system_foreign'],
  }),
  rows(WP.forged, {
    'WP-09': ['challenge_mismatch'],
    'WP-39': ['chain_name_mismatch', 'chain_signature_invalid', 'root_not_pinned'],
    'WP-40': ['extension_missing', 'extension_repeated', 'extension_not_on_leaf'],
    'WP-41': ['chain_shape_unknown', 'intermediate_expired', 'intermediate_not_yet_valid'],
    'WP-42': ['certificate_revoked'],
    'WP-47': [
      'app_attest_format_mismatch',
      'app_attest_certificate_count_mismatch',
      'app_attest_certificate_expired',
      'app_attest_certificate_not_yet_valid',
      'app_attest_intermediate_not_authority',
      'app_attest_chain_name_mismatch',
      'app_attest_root_not_pinned',
      'app_attest_chain_signature_invalid',
    ],
    'WP-48': [
      'app_attest_nonce_missing',
      'app_attest_nonce_repeated',
      'app_attest_nonce_malformed',
      'app_attest_nonce_mismatch',
    ],
    'WP-49': [
      'app_attest_credential_data_missing',
      'app_attest_key_unusable',
      'app_attest_key_id_mismatch',
      'app_attest_credential_id_mismatch',
      'app_attest_public_key_mismatch',
    ],
    'WP-50': ['app_attest_counter_not_zero', 'app_attest_environment_mismatch'],
    'WP-51': [
      'key_description_malformed',
      'app_attest_authenticator_data_malformed',
      'app_attest_credential_key_malformed',
    ],
  }),
  rows(WP.malformed, {
    'WP-38': [
      'evidence_too_large',
      'evidence_undecodable',
      'evidence_chain_too_long',
      'chain_empty',
      'certificate_malformed',
      'app_attest_object_malformed',
    ],
    'WP-51': ['app_attest_object_undecodable'],
  }),
  rows(WP.vendorDown, { 'WP-52': ['revocation_unavailable'] }),
)

export const HARDWARE_SIGNATURE_RULES = joinRules<HardwareSignatureCode | 'platform_unsupported'>()(
  rows(WP.forged, {
    'WP-21': ['hardware_key_unusable', 'hardware_signature_invalid'],
    'WP-60': ['app_attest_signature_mismatch', 'app_attest_signature_invalid'],
    'WP-65': ['platform_mismatch'],
  }),
  rows(WP.belowMinimum, { 'WP-65': ['platform_unsupported'] }), // D-106
  rows(WP.malformed, {
    'WP-51': ['app_attest_assertion_undecodable'],
    'WP-59': ['hardware_signature_undecodable'],
    'WP-60': ['app_attest_assertion_malformed'],
  }),
)

export const INTEGRITY_ASSERTION_RULES = joinRules<IntegrityAssertionCode>()(
  rows(WP.forged, {
    'WP-22': ['play_request_hash_mismatch'],
    'WP-60': ['app_attest_assertion_application_mismatch'],
    'WP-62': ['play_token_forged', 'play_token_unknown', 'play_request_package_mismatch'],
    'WP-63': ['play_token_stale', 'play_token_from_future'],
    'WP-65': ['platform_mismatch'],
  }),
  rows(WP.belowMinimum, {
    'WP-23': [
      'play_app_version_too_low',
      'play_device_verdict_too_weak',
      'play_device_level_unmet',
      'play_app_unlicensed',
      'play_app_licence_unevaluated',
    ],
    'WP-32': ['play_app_unconfigured', 'app_attest_application_foreign'],
    'WP-62': [
      'play_verdict_field_missing',
      'play_app_unrecognised',
      'play_app_unevaluated',
      'play_app_package_mismatch',
      'play_app_digest_foreign',
      'play_app_digest_unconfigured',
    ],
    'WP-65': ['platform_unsupported'], // D-106
    'WP-98': ['play_test_response'],
    'WP-195': ['app_attest_distribution_foreign', 'app_attest_version_too_low', 'app_attest_version_unreadable'],
    'WP-210': ['play_device_label_unknown'],
    'WP-211': ['play_request_package_unrecorded'],
  }),
  rows(WP.malformed, {
    'WP-51': ['app_attest_assertion_undecodable'],
    'WP-60': ['app_attest_assertion_malformed'],
    'WP-62': ['play_token_undecodable'],
    'WP-97': ['play_request_field_missing'],
  }),
  rows(WP.vendorDown, { 'WP-64': ['play_service_unavailable'] }),
)
