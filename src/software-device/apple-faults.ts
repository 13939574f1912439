/**
 * Single faults of a simulated iPhone by name (DIS-07), like those of an Android phone in `faults.ts`. The sandbox
 * derives the names of its device profiles (simulated phones) from these names.
 */
import type { AppleAssertionKnobs } from './apple-device.ts'
import type { AppleKeyAttestationKnobs } from './apple-key-attestation.ts'

/** Faults of an iPhone at registration by name (DIS-07). */
export const appleKeyAttestationFaults = {
  duplicate_key: { duplicateKey: true },
  indefinite_length: { indefiniteLength: true },
  trailing_bytes: { trailingBytes: 1 },
  overstated_receipt: { receiptOverstatedBy: 21 },
  other_format: { format: 'apple' },
  no_statement: { omitted: 'attStmt' },
  no_certificates: { omitted: 'x5c' },
  no_receipt: { omitted: 'receipt' },
  no_authenticator_data: { omitted: 'authData' },
  one_certificate: { certificates: 'leaf-only' },
  three_certificates: { certificates: 'with-root' },
  unreadable_leaf: { leafUnreadable: true },
  expired_leaf: { leafDays: [-10, -1] },
  future_leaf: { leafDays: [1, 10] },
  expired_intermediate: { intermediateDays: [-40, -1] },
  future_intermediate: { intermediateDays: [1, 40] },
  intermediate_without_authority: { intermediateNotAuthority: true },
  misnamed_issuer: { leafIssuer: 'CN=Sandbox App Attestation CA 2' },
  foreign_root: { foreignRoot: true },
  broken_leaf_signature: { brokenSignatureAt: 0 },
  broken_intermediate_signature: { brokenSignatureAt: 1 },
  no_nonce: { nonceExtension: 'absent' },
  second_nonce: { nonceExtension: 'repeated' },
  truncated_nonce: { nonceExtension: 'truncated' },
  surplus_after_nonce: { nonceExtension: 'surplus' },
  untagged_nonce: { nonceExtension: 'untagged' },
  wrong_challenge: { challenge: 'another challenge' },
  altered_authenticator_data: { alteredAfterwards: true },
  no_attested_flag: { attestedFlagAbsent: true },
  cut_off_credential: { credentialCutOff: true },
  malformed_cose_key: { coseKey: 'malformed' },
  surplus_after_key: { surplusBytes: 1 },
  surplus_after_extensions: { extensions: 'flagged', surplusBytes: 1 },
  extensions_cut_off: { extensions: 'flag-only' },
  other_curve: { leafKey: 'P-384' },
  key_of_another: { leafKey: 'of-another' },
  credential_of_another: { credentialIdOfAnother: true },
  cose_key_of_another: { coseKey: 'of-another' },
  counter_not_zero: { counter: 1 },
  development_key: { environment: 'development' },
  other_app: { appId: 'SANDBOX000.org.example.other' },
  test_build: { extensions: 'flagged', validationCategory: 2 },
  other_system: { operatingSystem: 'macosx' },
} as const satisfies Record<string, AppleKeyAttestationKnobs>

/** Valid attestations of iPhones with iOS 27, which every provider must accept (DIS-11). */
export const unusualAppleAttestations = {
  extensions: { extensions: 'flagged', operatingSystem: 'iphoneos' },
  extensions_unflagged: { extensions: 'unflagged' },
} as const satisfies Record<string, AppleKeyAttestationKnobs>

/** Faults of an iPhone at an attestation request by name (DIS-07). */
export const appleAssertionFaults = {
  signed_by_another_key: { signedByAnother: true },
  other_app: { appId: 'SANDBOX000.org.example.other' },
  test_build: { extensions: 'flagged', validationCategory: 2 },
  surplus_bytes: { surplusBytes: 1, form: 'whole' },
  surplus_after_extensions: { extensions: 'flagged', surplusBytes: 1, form: 'whole' },
  extensions_cut_off: { extensions: 'flag-only', form: 'whole' },
  duplicate_key: { duplicateKey: true, form: 'whole' },
  indefinite_length: { indefiniteLength: true, form: 'whole' },
  trailing_bytes: { trailingBytes: 1, form: 'whole' },
  no_signature_inside: { omitted: 'signature', form: 'whole' },
  no_authenticator_data_inside: { omitted: 'authenticatorData', form: 'whole' },
  two_signatures: { signedTwice: true, form: 'whole' },
} as const satisfies Record<string, AppleAssertionKnobs>

/** Assertions that are valid, except that their counter is not above the stored one (WP-61). */
export const appleCounterFaults = {
  equal_counter: { counterStep: 0 },
  rolled_back_counter: { counterStep: -1 },
} as const satisfies Record<string, AppleAssertionKnobs>
