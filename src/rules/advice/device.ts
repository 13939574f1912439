/**
 * Advice on evidence of devices and requests to the Wallet Provider. The texts contain no threshold and no value that
 * an operator configures, so that they do not help a device to imitate a genuine one.
 */
import type { AdviceTable } from './advice.ts'

const evidenceAgain = 'Obtain new evidence from the device vendor with a new challenge.'
const genuineApp = 'Use the published wallet app, unchanged.'
const ownApp = 'Use the wallet app of this Wallet Provider.'
const configuredApp = 'Use the wallet app of this Wallet Provider, or have the operator configure this app.'
const genuineDevice = 'Use a device with secure hardware, a locked bootloader and a current system.'
const pinnedRoots =
  'Use a genuine device. Have the operator compare the pinned roots with those that the vendor publishes.'
const updateApp = 'Update the app.'
/** Form of the client data that `serialiseClientData` creates. */
const clientData = 'compact JSON of challenge, then jwk_thumbprint (base64url thumbprint of cnf.jwk)'
const twoMembers = 'these two members in this order, no white space.'
const sendClientHash = `Send as requestHash or nonce the SHA-256 of ${clientData}: in this order, no white space.`
const compareClock = 'Have the operator of the Wallet Provider compare the clock of the service with the right time.'
const hardwareKey = 'Generate the key in secure hardware, for signing with ES256 on P-256.'
const sendChain = 'Send the certificate chain as the device returns it.'
const wholeObject = 'Send the attestation object as the device returns it.'
const wholeAssertion = 'Send the assertion as the device returns it, in base64.'
const newKey = 'Attest a new key.'
const setUpAgain = 'Set the wallet up again.'

export const deviceAdvice = {
  challenge_used: [
    'This challenge was used before.',
    'Fetch a new challenge, create the evidence for the new challenge, and repeat the request.',
  ],
  challenge_missing: ['The answer of the nonce endpoint has no nonce.', 'Have the Wallet Provider send the nonce.'],
  challenge_mismatch: [
    'The key attestation contains another challenge than the request.',
    'Generate the key with the challenge of the request as the attestation challenge.',
  ],
  tag_malformed: [
    'hardware_key_tag is not 1 to 256 printable ASCII characters.',
    'Send hardware_key_tag as 1 to 256 printable ASCII characters.',
  ],
  member_missing: ['A member of the request is missing.', 'Send the named member.'],
  member_malformed: [
    'A member of the request has the wrong type, is empty or is too long.',
    'Correct the named member.',
  ],
  member_unknown: ['The request has a member that is not known here.', 'Leave the named member out.'],
  capability_malformed: [
    'A capability in the assertion is malformed. Names have 1 to 64 characters, and authorization_endpoint at most 2048.',
    'Send an https or app URL without user info and fragment, lists of 1 to 32 names without white space, no alg none or HS, at most 16 formats.',
  ],
  hardware_key_known: ['This hardware key is registered already.', 'Generate and register a new key.'],
  hardware_key_unusable: ['The registered hardware key cannot be used.', setUpAgain],
  hardware_signature_invalid: [
    'hardware_signature does not verify with the registered key.',
    `Sign ${clientData}: ${twoMembers}`,
  ],
  hardware_signature_undecodable: [
    'hardware_signature is not the base64 of a signature on P-256.',
    'Send the signature in base64 or base64url: r and s in 64 bytes, or DER.',
  ],
  ephemeral_key_is_hardware_key: ['The key of cnf is the hardware key.', 'Create a new key for each attestation.'],
  instance_unknown: [
    'No Wallet Instance with this hardware_key_tag is registered here, or is linked to this user.',
    'Send the hardware_key_tag of a registered instance, or set the wallet up again.',
  ],
  instance_revoked: ['The Wallet Instance is revoked.', setUpAgain],
  instance_not_held: ['The Wallet Instance is not on hold.', 'Nothing: it can be attested unless it is revoked.'],
  instance_held: ['The Wallet Instance is on hold.', 'Ask the Wallet Provider to release the instance.'],
  platform_unsupported: [
    'The Wallet Provider has configured no device vendor for this platform.',
    'Have the operator of the Wallet Provider configure the device vendor.',
  ],
  platform_mismatch: ['The evidence is of another platform than the registration.', 'Use the registered device.'],
  evidence_too_large: [
    'The evidence of the device has more than 96000 characters, or more than 65536 decoded bytes.',
    'Send smaller evidence, exactly as the device returns it.',
  ],
  evidence_undecodable: [
    'The evidence of the device is not valid base64, or is empty.',
    'Send the base64 of the attestation object (Apple), or of base64 certificates separated by commas (Android).',
  ],
  evidence_chain_too_long: ['The evidence has more than 10 certificates.', sendChain],
  revocation_unavailable: ['The revocation list of the device vendor cannot be fetched.', 'Try again later.'],
  certificate_revoked: ['The vendor has revoked or suspended a certificate of the device.', 'Use another device.'],
  intermediate_expired: [
    'An intermediate certificate has expired.',
    'Connect the device to the network, and generate a new key. If the fault remains, compare the clocks of both parties.',
  ],
  intermediate_not_yet_valid: ['An intermediate certificate is not valid yet.', compareClock],
  root_not_pinned: ['The evidence does not lead to a root of the device vendor that is pinned here.', pinnedRoots],
  chain_name_mismatch: ['The issuer of a certificate differs from the subject of the next certificate.', sendChain],
  chain_shape_unknown: ['The chain of the evidence has an unknown shape.', sendChain],
  extension_missing: ['No certificate has a key attestation.', 'Generate the key with an attestation challenge.'],
  extension_not_on_leaf: ['The key attestation is not in the first certificate.', sendChain],
  extension_repeated: ['The chain has more than one key attestation.', sendChain],
  key_description_malformed: ['The key attestation is malformed.', sendChain],
  key_algorithm_mismatch: ['The hardware key is not an EC key.', hardwareKey],
  key_curve_mismatch: ['The hardware key is not on P-256.', hardwareKey],
  key_digest_mismatch: ['The hardware key does not allow SHA-256.', hardwareKey],
  key_purpose_mismatch: [
    'The hardware key does not permit signing, or permits other purposes than signing and verifying.',
    hardwareKey,
  ],
  key_not_generated: ['The hardware key was not generated in the device.', hardwareKey],
  key_open_to_all_applications: [
    'All apps of the device may use the hardware key.',
    'Generate the key for the wallet app alone.',
  ],
  attested_key_unusable: ['The attested key is not a valid key on P-256.', hardwareKey],
  attestation_level_too_low: ['The security level of the key attestation is too low.', genuineDevice],
  attester_level_too_low: ['The security level of the environment that attested the key is too low.', genuineDevice],
  keymint_level_too_low: ['The security level of the key store is too low.', genuineDevice],
  security_levels_differ: [
    'The key store and the environment that attested the key have different security levels.',
    genuineDevice,
  ],
  boot_not_verified: ['The device has not booted a verified system.', genuineDevice],
  device_unlocked: ['The bootloader of the device is unlocked.', genuineDevice],
  root_of_trust_missing: ['The key attestation has no root of trust.', genuineDevice],
  patch_level_too_low: [
    'The security patches of the device are too old, or their level is unknown.',
    'Update the system of the device.',
  ],
  application_id_missing: ['The key attestation names no app.', ownApp],
  application_unknown: ['The key attestation names an unknown app, or the system instead of an app.', ownApp],
  application_foreign: ['The evidence names an app that the Wallet Provider has not configured.', configuredApp],
  application_digest_foreign: [
    'The certificates of the app differ from those that the Wallet Provider has configured.',
    genuineApp,
  ],
  application_version_too_low: ['The version of the app is too low.', updateApp],
  play_app_unconfigured: [
    'The Wallet Provider has not configured this app for Play Integrity.',
    'Have the operator of the Wallet Provider configure this app.',
  ],
  play_app_digest_unconfigured: [
    'The Wallet Provider has not configured the certificates of this app.',
    'Have the operator of the Wallet Provider configure the certificates of this app.',
  ],
  play_app_digest_foreign: ['The certificates of the app differ from those of the registration.', genuineApp],
  play_app_package_mismatch: ['The verdict names another package than the registered wallet.', ownApp],
  play_request_package_unrecorded: [
    'The app that asked for the verdict is configured, but the registration of the instance does not name it.',
    'Register the wallet again.',
  ],
  play_request_package_mismatch: ['Another package than the registered wallet asked for the verdict.', ownApp],
  play_app_licence_unevaluated: ['The licence of the app was not evaluated.', 'Install the app from Google Play.'],
  play_app_unlicensed: ['The user has no licence for the app.', 'Install the app from Google Play.'],
  play_app_unevaluated: ['Google Play has not evaluated the app.', evidenceAgain],
  play_app_unrecognised: ['Google Play does not recognise the app.', genuineApp],
  play_app_version_too_low: ['The version of the app is too low.', updateApp],
  play_device_label_unknown: [
    'The device verdict has a label that the Wallet Provider does not know, and not the required one.',
    'Have the operator of the Wallet Provider compare the label with the documentation of Play Integrity.',
  ],
  play_device_level_unmet: ['The device verdict does not meet the policy.', genuineDevice],
  play_device_verdict_too_weak: ['The device verdict is too weak.', genuineDevice],
  play_request_field_missing: ['A field of requestDetails is missing or malformed.', sendClientHash],
  play_request_hash_mismatch: ['The verdict is about another request.', sendClientHash],
  play_service_unavailable: [
    'The service of Play Integrity gives no verdict.',
    'Try again later with a new challenge. If the place ends with a status, have the operator check the account at Google.',
  ],
  play_test_response: ['The verdict is a test response.', 'Remove the test response in the Play Console.'],
  play_token_forged: ['The token of Play Integrity is not signed by Google.', evidenceAgain],
  play_token_from_future: ['The time of the verdict is in the future.', compareClock],
  play_token_stale: ['The verdict is too old.', evidenceAgain],
  play_token_undecodable: ['The token of Play Integrity cannot be decoded.', evidenceAgain],
  play_token_unknown: [
    'The token of Play Integrity cannot be decrypted for the configured app.',
    'Obtain a new token. If the new token is refused too, have the operator check the app and its keys in the Play Console.',
  ],
  play_verdict_field_missing: ['A field of the verdict is missing or malformed.', evidenceAgain],
  app_attest_application_foreign: [
    'The evidence names an app that the Wallet Provider has not configured.',
    configuredApp,
  ],
  app_attest_assertion_application_mismatch: ['The assertion is of another app than the registration.', ownApp],
  app_attest_assertion_malformed: ['A member of the assertion of App Attest is missing or malformed.', wholeAssertion],
  app_attest_assertion_undecodable: ['The assertion of App Attest cannot be decoded.', wholeAssertion],
  app_attest_authenticator_data_malformed: ['authData of App Attest is malformed.', wholeObject],
  app_attest_certificate_count_mismatch: ['x5c does not contain exactly two certificates.', sendChain],
  app_attest_certificate_expired: [
    'A certificate of App Attest has expired.',
    'Attest a new key. If the new key is refused too, compare the clocks of both parties.',
  ],
  app_attest_certificate_not_yet_valid: ['A certificate of App Attest is not valid yet.', compareClock],
  app_attest_chain_name_mismatch: [
    'The issuer of a certificate of App Attest differs from the subject of the next certificate.',
    sendChain,
  ],
  app_attest_chain_signature_invalid: ['A certificate of App Attest is not signed by the next one.', sendChain],
  app_attest_counter_not_zero: ['The counter of the attested key is not zero.', newKey],
  app_attest_credential_data_missing: ['authData has no attested credential data.', newKey],
  app_attest_credential_id_mismatch: ['credentialId is not the hash of the attested key.', newKey],
  app_attest_credential_key_malformed: ['credentialPublicKey is malformed.', wholeObject],
  app_attest_distribution_foreign: [
    'The app came to the device in a way that the Wallet Provider has not configured.',
    'Install the app from the App Store, or have the operator add the distribution to devices.apple.distributions.',
  ],
  app_attest_version_too_low: ['The version of the app is too low.', updateApp],
  app_attest_version_unreadable: [
    'The CFBundleVersion of the app is not a list of numbers with points between them.',
    'Build the app with such a CFBundleVersion, or have the operator remove devices.apple.minimumVersion.',
  ],
  app_attest_system_foreign: ['The device has another operating system than an iPhone.', 'Use the app on an iPhone.'],
  app_attest_environment_mismatch: [
    'The app was built for another environment of App Attest than the Wallet Provider has configured.',
    genuineApp,
  ],
  app_attest_format_mismatch: ['fmt is not apple-appattest.', wholeObject],
  app_attest_intermediate_not_authority: ['The intermediate certificate is not a CA certificate.', sendChain],
  app_attest_key_id_mismatch: [
    'hardware_key_tag is not the hash of the attested key.',
    'Send the key identifier of App Attest as hardware_key_tag.',
  ],
  app_attest_key_unusable: ['The attested key is not a valid key on P-256.', newKey],
  app_attest_nonce_malformed: ['The nonce of App Attest is malformed.', wholeObject],
  app_attest_nonce_mismatch: [
    'The nonce of App Attest does not cover this challenge.',
    'Attest the key with the SHA-256 of this challenge as clientDataHash.',
  ],
  app_attest_nonce_missing: ['The nonce of App Attest is missing.', wholeObject],
  app_attest_nonce_repeated: ['The nonce of App Attest occurs more than once.', wholeObject],
  app_attest_object_malformed: ['A member of the attestation object is missing or malformed.', wholeObject],
  app_attest_object_undecodable: ['The attestation object cannot be decoded.', wholeObject],
  app_attest_public_key_mismatch: ['credentialPublicKey is not the key of the certificate.', newKey],
  app_attest_root_not_pinned: ['The evidence does not lead to a root of Apple that is pinned here.', pinnedRoots],
  app_attest_signature_invalid: [
    'The assertion of App Attest does not verify with the registered key.',
    `Assert the SHA-256 of ${clientData}: ${twoMembers}`,
  ],
  app_attest_signature_mismatch: [
    'hardware_signature differs from the signature in integrity_assertion.',
    'Send the signature of the assertion as hardware_signature.',
  ],
  counter_not_above: [
    'The counter of the assertion is missing, or is not above the last counter.',
    'Send each assertion once, in order.',
  ],
} as const satisfies AdviceTable
