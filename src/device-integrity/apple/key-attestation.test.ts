import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceBench, type ProviderChanges } from '../../../test/support/device-integrity.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { Failure } from '../../base/index.ts'
import { encodeCbor } from '../../cose/index.ts'
import {
  type AppleKeyAttestationKnobs,
  appleKeyAttestationFaults,
  unusualAppleAttestations,
} from '../../software-device/index.ts'
import { pinKey } from '../../x509/index.ts'
import { evidenceClass } from '../evidence-class.ts'
import type { EvidenceClass, KeyAttestationCode } from '../index.ts'
import { appleAppAttestRoots, isAppleAppAttestRoot } from './roots.ts'

const bench = await createDeviceBench()
const { vendor, clock } = bench
const phone = await vendor.createAppleDevice()
const challenge = 'a-challenge-of-this-provider'

type AppleChanges = ProviderChanges['apple']

async function attest(key_attestation: string, apple: AppleChanges = {}, tag = phone.hardwareKeyTag) {
  const input = { key_attestation, hardware_key_tag: tag, challenge, now: clock.now() }
  return bench.provider({ apple }).verifyKeyAttestation(input)
}
const verdict = async (text: string, apple?: AppleChanges, tag?: string): Promise<string> => {
  const result = await attest(text, apple, tag)
  return codeOf(result)
}
const withKnobs = async (knobs: AppleKeyAttestationKnobs, apple?: AppleChanges) =>
  verdict(await phone.keyAttestation(challenge, knobs), apple)

test('DIS-04 accepts an attested key and returns it with the app, the counter and the receipt', async () => {
  const result = await attest(await phone.keyAttestation(challenge))
  assert.ok(!(result instanceof Failure))
  assert.deepEqual(result.hardwareKey, phone.publicJwk)
  assert.deepEqual(result.device, { platform: 'apple', application: vendor.appleApp.appId })
  assert.equal(result.counter, 0)
  assert.equal(Buffer.from(result.receipt ?? '', 'base64').length, 900)
  assert.match(result.certificateSerials.join(), /^[0-9a-f]{32}$/)
})

const faults = {
  duplicate_key: ['WP-51', 'app_attest_object_undecodable', 'malformed'],
  indefinite_length: ['WP-51', 'app_attest_object_undecodable', 'malformed'],
  trailing_bytes: ['WP-51', 'app_attest_object_undecodable', 'malformed'],
  overstated_receipt: ['WP-51', 'app_attest_object_undecodable', 'malformed'],
  other_format: ['WP-47', 'app_attest_format_mismatch', 'forged'],
  no_statement: ['WP-38', 'app_attest_object_malformed', 'malformed'],
  no_certificates: ['WP-38', 'app_attest_object_malformed', 'malformed'],
  no_receipt: ['WP-38', 'app_attest_object_malformed', 'malformed'],
  no_authenticator_data: ['WP-38', 'app_attest_object_malformed', 'malformed'],
  one_certificate: ['WP-47', 'app_attest_certificate_count_mismatch', 'forged'],
  three_certificates: ['WP-47', 'app_attest_certificate_count_mismatch', 'forged'],
  unreadable_leaf: ['WP-38', 'certificate_malformed', 'malformed'],
  expired_leaf: ['WP-47', 'app_attest_certificate_expired', 'forged'],
  future_leaf: ['WP-47', 'app_attest_certificate_not_yet_valid', 'forged'],
  expired_intermediate: ['WP-47', 'app_attest_certificate_expired', 'forged'],
  future_intermediate: ['WP-47', 'app_attest_certificate_not_yet_valid', 'forged'],
  intermediate_without_authority: ['WP-47', 'app_attest_intermediate_not_authority', 'forged'],
  misnamed_issuer: ['WP-47', 'app_attest_chain_name_mismatch', 'forged'],
  foreign_root: ['WP-47', 'app_attest_root_not_pinned', 'forged'],
  broken_leaf_signature: ['WP-47', 'app_attest_chain_signature_invalid', 'forged'],
  broken_intermediate_signature: ['WP-47', 'app_attest_root_not_pinned', 'forged'],
  no_nonce: ['WP-48', 'app_attest_nonce_missing', 'forged'],
  second_nonce: ['WP-48', 'app_attest_nonce_repeated', 'forged'],
  truncated_nonce: ['WP-48', 'app_attest_nonce_malformed', 'forged'],
  surplus_after_nonce: ['WP-48', 'app_attest_nonce_malformed', 'forged'],
  untagged_nonce: ['WP-48', 'app_attest_nonce_malformed', 'forged'],
  wrong_challenge: ['WP-48', 'app_attest_nonce_mismatch', 'forged'],
  altered_authenticator_data: ['WP-48', 'app_attest_nonce_mismatch', 'forged'],
  no_attested_flag: ['WP-49', 'app_attest_credential_data_missing', 'forged'],
  cut_off_credential: ['WP-51', 'app_attest_authenticator_data_malformed', 'forged'],
  malformed_cose_key: ['WP-51', 'app_attest_credential_key_malformed', 'forged'],
  surplus_after_key: ['WP-51', 'app_attest_authenticator_data_malformed', 'forged'],
  surplus_after_extensions: ['WP-51', 'app_attest_authenticator_data_malformed', 'forged'],
  extensions_cut_off: ['WP-51', 'app_attest_authenticator_data_malformed', 'forged'],
  other_curve: ['WP-49', 'app_attest_key_unusable', 'forged'],
  key_of_another: ['WP-49', 'app_attest_key_id_mismatch', 'forged'],
  credential_of_another: ['WP-49', 'app_attest_credential_id_mismatch', 'forged'],
  cose_key_of_another: ['WP-49', 'app_attest_public_key_mismatch', 'forged'],
  counter_not_zero: ['WP-50', 'app_attest_counter_not_zero', 'forged'],
  development_key: ['WP-50', 'app_attest_environment_mismatch', 'forged'],
  other_app: ['WP-50', 'app_attest_application_foreign', 'unconfigured'],
  test_build: ['WP-195', 'app_attest_distribution_foreign', 'unconfigured'],
  other_system: ['WP-196', 'app_attest_system_foreign', 'policy'],
} as const satisfies {
  readonly [name in keyof typeof appleKeyAttestationFaults]: readonly [string, KeyAttestationCode, EvidenceClass]
}

for (const [name, [requirement, code, kind]] of Object.entries(faults)) {
  test(`${requirement} refuses an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    assert.equal(await withKnobs(appleKeyAttestationFaults[name as keyof typeof faults]), code)
    assert.equal(evidenceClass(code), kind)
  })
}

for (const [name, knobs] of Object.entries(unusualAppleAttestations))
  test(`WP-51 DIS-11 accepts an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    assert.equal(await withKnobs(knobs), 'accepted')
  })

test('WP-49 compares the tag as bytes, in base64 or base64url, padded or not', async () => {
  const text = await phone.keyAttestation(challenge)
  const keyId = Buffer.from(phone.hardwareKeyTag, 'base64url')
  const padded = keyId.toString('base64')
  const spellings = [padded, padded.replace('=', ''), phone.hardwareKeyTag, `${phone.hardwareKeyTag}=`]
  for (const spelling of spellings) assert.equal(await verdict(text, {}, spelling), 'accepted')
  const other = await vendor.createAppleDevice()
  const shortened = keyId.subarray(0, 31).toString('base64')
  for (const tag of [other.hardwareKeyTag, shortened, keyId.toString('hex'), 'not base64!'])
    assert.equal(await verdict(text, {}, tag), 'app_attest_key_id_mismatch')
})

test('WP-50 accepts only keys of the configured environment, and of any configured app', async () => {
  const development = await vendor.createAppleDevice({ environment: 'development' })
  const text = await development.keyAttestation(challenge)
  const { hardwareKeyTag } = development
  assert.equal(await verdict(text, {}, hardwareKeyTag), 'app_attest_environment_mismatch')
  assert.equal(await verdict(text, { policy: { environment: 'development' } }, hardwareKeyTag), 'accepted')
  assert.equal(await withKnobs({}, { policy: { environment: 'development' } }), 'app_attest_environment_mismatch')
  const appIds = ['SANDBOX000.org.example.other', vendor.appleApp.appId]
  assert.equal(await withKnobs({}, { policy: { appIds } }), 'accepted')
  assert.equal(await withKnobs(appleKeyAttestationFaults.other_app, { policy: { appIds } }), 'accepted')
  assert.equal(await withKnobs({}, { policy: { appIds: [] } }), 'app_attest_application_foreign')
})

test('WP-50 a development environment also accepts the aaguid that Apple’s documentation names', async () => {
  const sandbox = { alteredAuthenticatorData: withBytes(37, Buffer.from('appattestsandbox')) }
  assert.equal(await withKnobs(sandbox), 'app_attest_environment_mismatch')
  assert.equal(await withKnobs(sandbox, { policy: { environment: 'development' } }), 'accepted')
})

/** Returns a knob that replaces bytes of the authenticator data. */
const withBytes = (start: number, bytes: Uint8Array) => (data: Uint8Array) => {
  const altered = Uint8Array.from(data)
  altered.set(bytes, start)
  return altered
}

for (const [what, start, bytes, code] of [
  ['no environment', 37, new Uint8Array(16), 'app_attest_environment_mismatch'],
  ['an unknown environment', 37, Buffer.from('appattestother\0\0'), 'app_attest_environment_mismatch'],
  ['the environment in other letters', 37, Buffer.from('AppAttest'), 'app_attest_environment_mismatch'],
  ['a counter in its highest byte', 33, Uint8Array.of(1), 'app_attest_counter_not_zero'],
  ['a counter in its lowest byte', 36, Uint8Array.of(1), 'app_attest_counter_not_zero'],
  ['all flags except that for credential data', 32, Uint8Array.of(0xbf), 'app_attest_credential_data_missing'],
  ['no app', 0, new Uint8Array(32), 'app_attest_application_foreign'],
  ['an empty credential identifier', 53, Uint8Array.of(0, 0), 'app_attest_credential_key_malformed'],
  ['a credential identifier that is a byte too short', 53, Uint8Array.of(0, 31), 'app_attest_credential_key_malformed'],
  ['a credential identifier beyond the data', 53, Uint8Array.of(0xff, 0xff), 'app_attest_credential_key_malformed'],
] as const)
  test(`WP-49 WP-50 WP-51 refuses authenticator data with ${what}: ${code}`, async () => {
    assert.equal(await withKnobs({ alteredAuthenticatorData: withBytes(start, bytes) }), code)
  })

test('WP-51 refuses a receipt with a wrong length', async () => {
  for (const receiptOverstatedBy of [-900, -21, -1, 1, 21, 4_096]) {
    const code = await withKnobs({ receiptOverstatedBy })
    assert.match(code, /^app_attest_object_(undecodable|malformed)$/, `${receiptOverstatedBy}`)
  }
})

test('WP-47 refuses leaf and intermediate outside their validity, and accepts them until the last second', async () => {
  const text = await phone.keyAttestation(challenge)
  for (const [days, expected] of [
    [2, 'accepted'],
    [2 + 1 / 86_400, 'app_attest_certificate_expired'],
    [-1, 'accepted'],
    [-1 - 1 / 86_400, 'app_attest_certificate_not_yet_valid'],
  ] as const) {
    clock.advance(Math.round(days * 86_400))
    try {
      assert.equal(await verdict(text), expected, `${days}`)
    } finally {
      clock.advance(-Math.round(days * 86_400))
    }
  }
})

test("WP-47 refuses the software root if the vendor's root is pinned, and pins one root of the vendor", async () => {
  assert.equal(await withKnobs({}, { roots: appleAppAttestRoots }), 'app_attest_root_not_pinned')
  assert.equal(appleAppAttestRoots.length, 1)
  assert.ok(appleAppAttestRoots.every(isAppleAppAttestRoot))
  assert.ok(!vendor.appleRoots.map(pinKey).some(isAppleAppAttestRoot))
})

test('WP-08 refuses a CBOR map of another kind', async () => {
  for (const [object, code] of [
    [new Map(), 'app_attest_format_mismatch'],
    [new Map([['fmt', 'none']]), 'app_attest_format_mismatch'],
    [
      new Map([
        ['fmt', 'apple-appattest'],
        ['attStmt', 'text'],
      ]),
      'app_attest_object_malformed',
    ],
  ] as const)
    assert.equal(await verdict(Buffer.from(encodeCbor(object)).toString('base64')), code)
})
