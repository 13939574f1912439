/**
 * Single faults of a simulated Android phone by name (DIS-07). The sandbox derives the names of its device profiles
 * (simulated phones) from these names. `unusualVariants` and `unusualAssertions` are not faults: every provider must
 * accept them (WP-51, WP-97). `second_package` and `second_digest` repeat values of `sandboxApp`.
 */
import type { AssertionKnobs } from './android-device.ts'
import type { KeyAttestationKnobs } from './android-key-attestation.ts'

/** Faults of an Android phone at registration by name (DIS-07). */
export const keyAttestationFaults = {
  oversize: { ballastBytes: 2_000_000 },
  oversize_slightly: { ballastBytes: 47_000 },
  too_many_certificates: { surplusCertificates: 6 },
  unreadable_leaf: { leafUnreadable: true },
  foreign_root: { foreignRoot: true },
  broken_leaf_signature: { brokenSignatureAt: 0 },
  broken_intermediate_signature: { brokenSignatureAt: 2 },
  swapped_intermediates: { swappedIntermediates: true },
  expired_intermediate: { intermediateDays: [-40, -1] },
  future_intermediate: { intermediateDays: [1, 40] },
  unknown_chain_shape: { intermediateName: 'Droid CA9' },
  prolonged_chain: { prolonged: 'with-record' },
  prolonged_chain_bare: { prolonged: 'without-record' },
  prolonged_by_unrecorded_key: { prolonged: 'with-record', recordAbsent: true },
  second_record: { recordRepeated: true },
  no_record: { recordAbsent: true },
  truncated_record: { truncatedBytes: 1 },
  wrong_challenge: { attestationChallenge: 'another challenge' },
  software_attestation: { attestationSecurityLevel: 0 },
  software_keystore: { keyMintSecurityLevel: 0 },
  unequal_levels: { keyMintSecurityLevel: 2 },
  no_root_of_trust: { rootOfTrust: 'absent' },
  root_of_trust_in_software: { rootOfTrust: 'software' },
  unlocked: { deviceLocked: false },
  self_signed_boot: { verifiedBootState: 1 },
  unverified_boot: { verifiedBootState: 2 },
  rsa_key: { leafKey: 'RSA', algorithm: 1 },
  rsa_key_disguised: { leafKey: 'RSA' },
  ml_dsa_key: { leafKey: 'ML-DSA', algorithm: 4, unknownTag: true },
  ml_dsa_key_disguised: { leafKey: 'ML-DSA', unknownTag: true },
  other_curve: { leafKey: 'P-384', ecCurve: 2 },
  imported_key: { origin: 2 },
  extra_purpose: { purposes: [2, 6] },
  attesting_key: { purposes: [7, 2] },
  no_sign_purpose: { purposes: [3] },
  no_sha256: { digests: [5] },
  all_applications: { allApplications: true },
  no_application: { applicationIdAbsent: true },
  no_packages: { packageNames: [] },
  unknown_package: { packageNames: ['UnknownPackage'] },
  system_package: { packageNames: ['AndroidSystem'] },
  wrong_package: { packageNames: ['org.example.other'] },
  second_package: { packageNames: ['org.fiducia.sandbox.wallet', 'org.example.other'] },
  wrong_digest: { signatureDigests: ['aa'.repeat(32)] },
  second_digest: { signatureDigests: ['5f'.repeat(32), 'aa'.repeat(32)] },
  no_digest: { signatureDigests: [] },
} as const satisfies Record<string, KeyAttestationKnobs>

/** Devices below a minimum that a provider may configure. They are accepted if no minimum is configured. */
export const agedDevices = {
  old_app: { packageVersion: 1 },
  old_os: { osPatchLevel: 201_901 },
  old_vendor_image: { vendorPatchLevel: 20_190_105 },
  old_boot_image: { bootPatchLevel: 201_901 },
} as const satisfies Record<string, KeyAttestationKnobs>

/** Deviations of genuine devices that a strict parser would refuse (WP-51). They are valid. */
export const unusualVariants = {
  boolean_not_der: { booleanNotDer: true },
  tags_out_of_order: { tagsOutOfOrder: true },
  unknown_tag: { unknownTag: true },
  root_omitted: { rootOmitted: true },
  sign_and_verify: { purposes: [2, 3] },
} as const satisfies Record<string, KeyAttestationKnobs>

/** Faults of an Android phone at an attestation request by name (DIS-07). */
export const assertionFaults = {
  signed_by_another_key: { signature: { signedByAnother: true } },
  token_signed_by_another: { play: { signedByAnother: true } },
  token_encrypted_for_another: { play: { encryptedForAnother: true } },
  no_request_details: { play: { omitted: 'requestDetails' } },
  no_request_package: { play: { omitted: 'requestDetails.requestPackageName' } },
  no_request_hash: { play: { omitted: 'requestDetails.requestHash' } },
  no_timestamp: { play: { omitted: 'requestDetails.timestampMillis' } },
  wrong_request_package: { play: { requestPackageName: 'org.example.other' } },
  wrong_request_hash: { play: { requestHash: '00'.repeat(32) } },
  unreadable_request_hash: { play: { requestHash: 'hash' } },
  wrong_nonce: { play: { request: 'classic', requestHash: Buffer.alloc(32).toString('base64url') } },
  no_nonce: { play: { request: 'classic', omitted: 'requestDetails.nonce' } },
  unreadable_nonce: { play: { request: 'classic', requestHash: 'nonce' } },
  test_response: { play: { testingDetails: { isTestingResponse: true } } },
  stale_token: { play: { ageSeconds: 3_600 } },
  future_token: { play: { ageSeconds: -3_600 } },
  no_app_integrity: { play: { omitted: 'appIntegrity' } },
  no_recognition: { play: { omitted: 'appIntegrity.appRecognitionVerdict' } },
  no_package: { play: { omitted: 'appIntegrity.packageName' } },
  no_certificate_digest: { play: { omitted: 'appIntegrity.certificateSha256Digest' } },
  no_version: { play: { omitted: 'appIntegrity.versionCode' } },
  unrecognised_app: { play: { appRecognitionVerdict: 'UNRECOGNIZED_VERSION' } },
  unevaluated_app: { play: { appRecognitionVerdict: 'UNEVALUATED' } },
  wrong_app_package: { play: { packageName: 'org.example.other' } },
  wrong_app_digest: { play: { certificateDigests: ['aa'.repeat(32)] } },
  empty_app_digests: { play: { certificateDigests: [] } },
  unreadable_app_digest: { play: { certificateDigests: ['aa'] } },
  no_device_integrity: { play: { omitted: 'deviceIntegrity' } },
  no_device_labels: { play: { omitted: 'deviceIntegrity.deviceRecognitionVerdict' } },
  empty_device_labels: { play: { labels: [] } },
  basic_integrity_only: { play: { labels: ['MEETS_BASIC_INTEGRITY'] } },
  unknown_device_label: { play: { labels: ['MEETS_NEW_INTEGRITY'] } },
} as const satisfies Record<string, AssertionKnobs>

/** Valid tokens of classic requests, which every provider must accept (WP-97). */
export const unusualAssertions = {
  classic_token: { play: { request: 'classic' } },
} as const satisfies Record<string, AssertionKnobs>
