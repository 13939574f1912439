/**
 * Class of each evidence failure. It determines whether a failure at an attestation request revokes the instance
 * (WP-29, WP-64, WP-78). The rule tables, not the class, determine the response. The compiler checks that the table is
 * complete.
 */
import type { HardwareSignatureCode, IntegrityAssertionCode, KeyAttestationCode } from './vendor.ts'

/** All failures of device evidence. */
export type EvidenceCode = KeyAttestationCode | IntegrityAssertionCode | HardwareSignatureCode

/**
 * Two classes revoke the instance whose hardware key signed the request (WP-29):
 *
 * - `forged`: the evidence is readable and invalid;
 * - `denied`: the evidence is the vendor's, and it denies that the app or the device is genuine.
 *
 * One class revokes only if the configuration requires it (WP-78):
 *
 * - `policy`: the vendor confirms device and app, but they do not meet a requirement of the configuration.
 *
 * The others refuse and never revoke:
 *
 * - `malformed`: the evidence is unreadable, or its form is unknown;
 * - `untimely`: the evidence is too old or from the future by our clock, and our clock may be wrong;
 * - `unconfirmed`: the vendor neither confirms nor denies device and app in a known form, or made the verdict for a
 *   test;
 * - `unconfigured`: the configuration does not name the platform, the app, its digest or its distribution, and may be
 *   wrong (D-106);
 * - `unavailable`: the evidence cannot be verified now (WP-64).
 */
export type EvidenceClass =
  | 'malformed'
  | 'forged'
  | 'denied'
  | 'untimely'
  | 'unconfirmed'
  | 'unconfigured'
  | 'policy'
  | 'unavailable'

const classes = {
  evidence_too_large: 'malformed',
  evidence_undecodable: 'malformed',
  platform_unsupported: 'unconfigured',
  platform_mismatch: 'malformed',

  evidence_chain_too_long: 'malformed',
  certificate_malformed: 'malformed',
  chain_empty: 'malformed',
  chain_name_mismatch: 'forged',
  chain_signature_invalid: 'forged',
  root_not_pinned: 'forged',
  chain_shape_unknown: 'forged',
  intermediate_expired: 'forged',
  intermediate_not_yet_valid: 'forged',
  revocation_unavailable: 'unavailable',
  certificate_revoked: 'forged',
  extension_missing: 'forged',
  extension_repeated: 'forged',
  extension_not_on_leaf: 'forged',
  key_description_malformed: 'forged',
  challenge_mismatch: 'forged',

  attestation_level_too_low: 'policy',
  keymint_level_too_low: 'policy',
  security_levels_differ: 'policy',
  attester_level_too_low: 'policy',
  root_of_trust_missing: 'policy',
  device_unlocked: 'policy',
  boot_not_verified: 'policy',
  key_algorithm_mismatch: 'policy',
  key_curve_mismatch: 'policy',
  key_not_generated: 'policy',
  key_purpose_mismatch: 'policy',
  key_digest_mismatch: 'policy',
  key_open_to_all_applications: 'policy',
  attested_key_unusable: 'policy',
  application_id_missing: 'policy',
  application_unknown: 'policy',
  application_foreign: 'policy',
  application_digest_foreign: 'policy',
  application_version_too_low: 'policy',
  patch_level_too_low: 'policy',

  app_attest_object_undecodable: 'malformed',
  app_attest_object_malformed: 'malformed',
  app_attest_format_mismatch: 'forged',
  app_attest_certificate_count_mismatch: 'forged',
  app_attest_certificate_expired: 'forged',
  app_attest_certificate_not_yet_valid: 'forged',
  app_attest_intermediate_not_authority: 'forged',
  app_attest_chain_name_mismatch: 'forged',
  app_attest_root_not_pinned: 'forged',
  app_attest_chain_signature_invalid: 'forged',
  app_attest_nonce_missing: 'forged',
  app_attest_nonce_repeated: 'forged',
  app_attest_nonce_malformed: 'forged',
  app_attest_nonce_mismatch: 'forged',
  app_attest_authenticator_data_malformed: 'forged',
  app_attest_credential_data_missing: 'forged',
  app_attest_credential_key_malformed: 'forged',
  app_attest_key_unusable: 'forged',
  app_attest_key_id_mismatch: 'forged',
  app_attest_credential_id_mismatch: 'forged',
  app_attest_public_key_mismatch: 'forged',
  app_attest_counter_not_zero: 'forged',
  app_attest_environment_mismatch: 'forged',
  app_attest_application_foreign: 'unconfigured',
  app_attest_distribution_foreign: 'unconfigured',
  app_attest_version_too_low: 'policy',
  app_attest_version_unreadable: 'unconfigured',
  app_attest_system_foreign: 'policy',

  app_attest_assertion_undecodable: 'malformed',
  app_attest_assertion_malformed: 'malformed',
  app_attest_signature_mismatch: 'forged',
  app_attest_signature_invalid: 'forged',
  app_attest_assertion_application_mismatch: 'forged',

  hardware_signature_undecodable: 'malformed',
  hardware_key_unusable: 'forged',
  hardware_signature_invalid: 'forged',

  play_token_undecodable: 'malformed',
  play_token_forged: 'forged',
  play_token_unknown: 'unconfirmed',
  play_service_unavailable: 'unavailable',
  play_app_unconfigured: 'unconfigured',
  play_request_field_missing: 'malformed',
  play_request_package_mismatch: 'forged',
  play_request_package_unrecorded: 'unconfirmed',
  play_request_hash_mismatch: 'forged',
  play_test_response: 'unconfirmed',
  play_token_stale: 'untimely',
  play_token_from_future: 'untimely',
  play_verdict_field_missing: 'unconfirmed',
  play_app_unrecognised: 'denied',
  play_app_unevaluated: 'unconfirmed',
  play_app_package_mismatch: 'denied',
  play_app_digest_foreign: 'denied',
  play_app_digest_unconfigured: 'unconfigured',
  play_app_version_too_low: 'policy',
  play_device_verdict_too_weak: 'denied',
  play_device_label_unknown: 'unconfirmed',
  play_device_level_unmet: 'policy',
  play_app_unlicensed: 'policy',
  play_app_licence_unevaluated: 'unconfirmed',
} as const satisfies { readonly [code in EvidenceCode]: EvidenceClass }

/** Returns the class of a code. */
export const evidenceClass = (code: EvidenceCode): EvidenceClass => classes[code]

/** All codes, for tables that must be complete. */
export const evidenceCodes = Object.keys(classes) as readonly EvidenceCode[]
