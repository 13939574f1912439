/**
 * Advice on evidence of devices and requests to the Wallet Provider. The texts contain no threshold and no value that
 * an operator configures, so that they do not help a device to imitate a genuine one.
 */
import { type AdviceTable, named, namedByCode } from './advice.ts'

const evidenceAgain = 'Obtain new evidence from the device vendor with a new challenge.'
const genuineApp = 'Use the published wallet app, unchanged.'
const ownApp = 'Use the wallet app of this Wallet Provider.'
const genuineDevice = 'Use a device with secure hardware, a locked bootloader and a current system.'
const pinnedRoots =
  'Use a genuine device. Have the operator compare the pinned roots with those that the vendor publishes.'
const update = 'Update the app or the system of the device.'
const operator = 'Have the operator of the Wallet Provider configure it.'
const clientData = 'Create the evidence over the client data of this request.'
const hardwareKey = 'Generate the key in secure hardware, for signing with ES256 on P-256.'
const chain = 'Send the certificate chain as the device returns it.'
const setUpAgain = 'Set the wallet up again.'

export const deviceAdvice = {
  ...namedByCode(`
    challenge_used
  `),
  ...named({
    'The challenge': 'challenge_missing',
    hardware_key_tag: 'tag_malformed',
    'The validity of an intermediate certificate': 'intermediate_expired intermediate_not_yet_valid',
    'The key attestation': 'extension_repeated key_description_malformed',
    'The time of the verdict': 'play_token_from_future',
    'The assertion of App Attest': 'app_attest_assertion_malformed',
    'authData of App Attest': 'app_attest_authenticator_data_malformed',
    'The validity of a certificate of App Attest':
      'app_attest_certificate_expired app_attest_certificate_not_yet_valid',
    credentialPublicKey: 'app_attest_credential_key_malformed',
    'The nonce of App Attest': 'app_attest_nonce_malformed app_attest_nonce_missing app_attest_nonce_repeated',
    'The attestation object': 'app_attest_object_malformed',
  }),
  member_missing: ['A member of the request is missing.', 'Send the member that is named.'],
  member_malformed: ['A member of the request has the wrong type or form.', 'Correct the member that is named.'],
  member_unknown: ['The request has a member that is not known here.', 'Leave the named member out.'],
  capability_malformed: ['A capability in the assertion is malformed.', 'Correct the member that is named.'],
  hardware_key_known: ['This hardware key is registered already.', 'Register a new key.'],
  hardware_key_unusable: ['The registered hardware key cannot be used.', setUpAgain],
  hardware_signature_invalid: ['hardware_signature does not verify with the registered key.', clientData],
  hardware_signature_undecodable: ['hardware_signature cannot be decoded.', 'Send the signature in base64url.'],
  ephemeral_key_is_hardware_key: ['The key of cnf is the hardware key.', 'Create a new key for each attestation.'],
  instance_unknown: ['No Wallet Instance is registered with this hardware_key_tag.', setUpAgain],
  instance_revoked: ['The Wallet Instance is revoked.', setUpAgain],
  instance_held: ['The Wallet Instance is on hold.', 'Ask the Wallet Provider to release the instance.'],
  platform_unsupported: ['The Wallet Provider has configured no device vendor for this platform.', operator],
  platform_mismatch: ['The evidence is of another platform than the registration.', 'Use the registered device.'],
  evidence_too_large: ['The evidence of the device is too large.', chain],
  evidence_undecodable: ['The evidence of the device cannot be decoded.', 'Send the evidence in base64.'],
  revocation_unavailable: ['The revocation list of the device vendor cannot be fetched.', 'Try again later.'],
  certificate_revoked: ['A certificate of the device is revoked.', genuineDevice],
  root_not_pinned: ['The evidence does not lead to a root of the device vendor that is pinned here.', pinnedRoots],
  chain_name_mismatch: ['The certificates of the evidence do not belong together.', chain],
  chain_shape_unknown: ['The chain of the evidence has an unknown shape.', chain],
  extension_missing: ['The certificate has no key attestation.', 'Generate the key with an attestation challenge.'],
  extension_not_on_leaf: ['The key attestation is not in the first certificate.', chain],
  key_algorithm_mismatch: ['The hardware key has another algorithm.', hardwareKey],
  key_curve_mismatch: ['The hardware key is on another curve.', hardwareKey],
  key_digest_mismatch: ['The hardware key does not allow SHA-256.', hardwareKey],
  key_purpose_mismatch: ['The hardware key is not for signing alone.', hardwareKey],
  key_not_generated: ['The hardware key was not generated in the device.', hardwareKey],
  key_open_to_all_applications: ['All apps of the device may use the hardware key.', hardwareKey],
  attested_key_unusable: ['The attested key cannot be used.', hardwareKey],
  attestation_level_too_low: ['The security level of the key attestation is too low.', genuineDevice],
  attester_level_too_low: ['The security level of the attestation is too low.', genuineDevice],
  keymint_level_too_low: ['The security level of the key store is too low.', genuineDevice],
  boot_not_verified: ['The device has not booted a verified system.', genuineDevice],
  device_unlocked: ['The bootloader of the device is unlocked.', genuineDevice],
  root_of_trust_missing: ['The key attestation has no root of trust.', genuineDevice],
  patch_level_too_low: ['The security patches of the device are too old.', update],
  application_id_missing: ['The key attestation names no app.', ownApp],
  application_unknown: ['The key attestation names more than one app.', ownApp],
  application_foreign: ['The evidence names another app than the registered wallet.', ownApp],
  application_digest_foreign: ['The app is signed by another developer.', genuineApp],
  application_version_too_low: ['The version of the app is too low.', update],
  play_app_unconfigured: ['The Wallet Provider has not configured this app for Play Integrity.', operator],
  play_app_digest_unconfigured: ['The Wallet Provider has not configured the certificates of this app.', operator],
  play_app_digest_foreign: ['The app is signed by another developer.', genuineApp],
  play_app_package_mismatch: ['The verdict names another package than the registered wallet.', ownApp],
  play_request_package_mismatch: ['Another package than the registered wallet asked for the verdict.', ownApp],
  play_app_licence_unevaluated: ['The licence of the app was not evaluated.', 'Install the app from Google Play.'],
  play_app_unlicensed: ['The user has no licence for the app.', 'Install the app from Google Play.'],
  play_app_unevaluated: ['Google Play has not evaluated the app.', evidenceAgain],
  play_app_unrecognised: ['Google Play does not recognise the app.', genuineApp],
  play_app_version_too_low: ['The version of the app is too low.', update],
  play_device_level_unmet: ['The device verdict does not meet the policy.', genuineDevice],
  play_device_verdict_too_weak: ['The device verdict is too weak.', genuineDevice],
  play_request_field_missing: ['The verdict has no hash of the request.', clientData],
  play_request_hash_mismatch: ['The verdict is about another request.', clientData],
  play_service_unavailable: [
    'The service of Play Integrity cannot be reached.',
    'Try again later with a new challenge.',
  ],
  play_test_response: ['The verdict is a test response.', 'Remove the test response in the Play Console.'],
  play_token_forged: ['The token of Play Integrity is not signed by Google.', evidenceAgain],
  play_token_stale: ['The verdict is too old.', evidenceAgain],
  play_token_undecodable: ['The token of Play Integrity cannot be decoded.', evidenceAgain],
  play_token_unknown: ['The token of Play Integrity is not for the keys that are configured here.', operator],
  play_verdict_field_missing: ['A field of the verdict is missing.', evidenceAgain],
  app_attest_application_foreign: ['The evidence names another app than the registered wallet.', ownApp],
  app_attest_assertion_application_mismatch: ['The assertion is of another app than the registration.', ownApp],
  app_attest_assertion_undecodable: ['The assertion of App Attest cannot be decoded.', 'Send the assertion in base64.'],
  app_attest_certificate_count_mismatch: ['x5c does not contain exactly two certificates.', chain],
  app_attest_chain_name_mismatch: ['The certificates of App Attest do not belong together.', chain],
  app_attest_chain_signature_invalid: ['A certificate of App Attest is not signed by the next one.', chain],
  app_attest_counter_not_zero: ['The counter of the attested key is not zero.', 'Attest a new key.'],
  app_attest_credential_data_missing: ['authData has no attested credential data.', 'Attest a new key.'],
  app_attest_credential_id_mismatch: ['credentialId is not the hash of the key.', 'Attest a new key.'],
  app_attest_environment_mismatch: ['The app was built for another environment of App Attest.', genuineApp],
  app_attest_format_mismatch: [
    'fmt is not that of App Attest.',
    'Send the attestation object as the device returns it.',
  ],
  app_attest_intermediate_not_authority: ['The intermediate certificate is not a CA certificate.', chain],
  app_attest_key_id_mismatch: ['hardware_key_tag is not the hash of the attested key.', 'Send the App Attest key id.'],
  app_attest_key_unusable: ['The attested key cannot be used.', 'Attest a new key.'],
  app_attest_nonce_mismatch: ['The nonce of App Attest does not cover this challenge.', clientData],
  app_attest_object_undecodable: ['The attestation object cannot be decoded.', 'Send the object in base64.'],
  app_attest_public_key_mismatch: ['credentialPublicKey is not the key of the certificate.', 'Attest a new key.'],
  app_attest_root_not_pinned: ['The evidence does not lead to a root of Apple that is pinned here.', pinnedRoots],
  app_attest_signature_invalid: ['The assertion of App Attest does not verify with the registered key.', clientData],
  app_attest_signature_mismatch: ['The two signatures of the request differ.', 'Send the same assertion in both.'],
  counter_not_above: ['The counter of the assertion did not increase.', 'Send each assertion once, in order.'],
} as const satisfies AdviceTable
