/**
 * What each finding about a device means here: the requirement that refuses, and the answer. Shared by registration and
 * attestation, because the same evidence may fail at both.
 */
import type { Rules } from '../base/index.ts'
import type { HardwareSignatureCode, IntegrityAssertionCode, KeyAttestationCode } from '../device-integrity/index.ts'
import { WP, type WpAnswer } from './answers.ts'

export const KEY_ATTESTATION_RULES = {
  evidence_too_large: ['WP-38', WP.malformed],
  evidence_undecodable: ['WP-38', WP.malformed],
  platform_unsupported: ['WP-08', WP.belowMinimum],
  chain_too_long: ['WP-38', WP.malformed],
  chain_empty: ['WP-38', WP.malformed],
  certificate_malformed: ['WP-38', WP.malformed],
  chain_name_mismatch: ['WP-39', WP.forged],
  chain_signature_invalid: ['WP-39', WP.forged],
  root_not_pinned: ['WP-39', WP.forged],
  chain_shape_unknown: ['WP-41', WP.forged],
  intermediate_expired: ['WP-41', WP.forged],
  intermediate_not_yet_valid: ['WP-41', WP.forged],
  revocation_unavailable: ['WP-52', WP.vendorDown],
  certificate_revoked: ['WP-42', WP.forged],
  extension_missing: ['WP-40', WP.forged],
  extension_repeated: ['WP-40', WP.forged],
  extension_not_on_leaf: ['WP-40', WP.forged],
  key_description_malformed: ['WP-51', WP.forged],
  challenge_mismatch: ['WP-09', WP.forged],
  attested_key_unusable: ['WP-45', WP.belowMinimum],
  attestation_level_too_low: ['WP-43', WP.belowMinimum],
  keymint_level_too_low: ['WP-43', WP.belowMinimum],
  root_of_trust_missing: ['WP-44', WP.belowMinimum],
  device_unlocked: ['WP-44', WP.belowMinimum],
  boot_not_verified: ['WP-44', WP.belowMinimum],
  key_algorithm_mismatch: ['WP-45', WP.belowMinimum],
  key_curve_mismatch: ['WP-45', WP.belowMinimum],
  key_not_generated: ['WP-45', WP.belowMinimum],
  key_purpose_mismatch: ['WP-45', WP.belowMinimum],
  key_digest_mismatch: ['WP-45', WP.belowMinimum],
  key_open_to_all_applications: ['WP-45', WP.belowMinimum],
  application_id_missing: ['WP-46', WP.belowMinimum],
  application_unknown: ['WP-46', WP.belowMinimum],
  application_foreign: ['WP-32', WP.belowMinimum],
  application_digest_foreign: ['WP-46', WP.belowMinimum],
  application_version_too_low: ['WP-10', WP.belowMinimum],
  patch_level_too_low: ['WP-10', WP.belowMinimum],
} as const satisfies Rules<KeyAttestationCode, WpAnswer>

export const HARDWARE_SIGNATURE_RULES = {
  platform_unsupported: ['WP-65', WP.forged],
  hardware_signature_undecodable: ['WP-59', WP.malformed],
  hardware_key_unusable: ['WP-21', WP.forged],
  hardware_signature_invalid: ['WP-21', WP.forged],
} as const satisfies Rules<HardwareSignatureCode | 'platform_unsupported', WpAnswer>

export const INTEGRITY_ASSERTION_RULES = {
  platform_unsupported: ['WP-65', WP.forged],
  platform_mismatch: ['WP-65', WP.forged],
  play_token_undecodable: ['WP-62', WP.malformed],
  play_token_forged: ['WP-62', WP.forged],
  play_service_unavailable: ['WP-64', WP.vendorDown],
  play_request_field_missing: ['WP-62', WP.forged],
  play_request_package_mismatch: ['WP-62', WP.forged],
  play_request_hash_mismatch: ['WP-22', WP.forged],
  play_token_stale: ['WP-63', WP.forged],
  play_token_from_future: ['WP-63', WP.forged],
  play_verdict_field_missing: ['WP-62', WP.belowMinimum],
  play_app_unrecognised: ['WP-62', WP.belowMinimum],
  play_app_package_mismatch: ['WP-62', WP.belowMinimum],
  play_app_digest_foreign: ['WP-62', WP.belowMinimum],
  play_app_version_too_low: ['WP-23', WP.belowMinimum],
  play_device_verdict_too_weak: ['WP-23', WP.belowMinimum],
  play_app_unlicensed: ['WP-23', WP.belowMinimum],
} as const satisfies Rules<IntegrityAssertionCode, WpAnswer>
