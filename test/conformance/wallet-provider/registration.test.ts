/**
 * Registration at the Wallet Provider with one fault at a time. Every row starts from a valid request; decision and
 * answer must both name the rule.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeCbor } from '../../../src/cose/index.ts'
import { jwkThumbprint } from '../../../src/jose/index.ts'
import { agedDevices, keyAttestationFaults } from '../../../src/software-device/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { createWalletProviderBench, jsonType, walletSide } from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, devices, vendor } = bench
const phone = await vendor.createDevice()

const malformed = { status: 400, error: 'bad_request' }
const forged = { status: 403, error: 'invalid_request' }
const belowMinimum = { status: 403, error: 'integrity_check_error' }

test('WP-07 WP-11 a device is registered without authentication: 204 without a body, and no further value is recorded', async () => {
  const device = await vendor.createDevice()
  const response = await bench.register(device)
  assert.equal(response.status, 204)
  assert.equal(await response.text(), '')
  assert.equal(response.headers.get('content-type'), null)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  observeOutput('WP-07')
  const { device: information, ...record } = (await bench.stores.walletInstances.find(device.hardwareKeyTag)) ?? {}
  assert.deepEqual(record, {
    hardwareKeyTag: device.hardwareKeyTag,
    hardwareKey: device.publicJwk,
    hardwareKeyThumbprint: jwkThumbprint(walletSide, device.publicJwk),
    status: 'registered',
    registeredAt: clock.now(),
  })
  assert.equal(information?.platform, 'android')
  assert.doesNotMatch(JSON.stringify(information), new RegExp(device.attesterSerial))
})

/** One fault for each failure code. The tests of the verifier have every fault of a Key Attestation. */
const evidenceFaults = {
  'WP-38 evidence_too_large 400 bad_request': 'oversize_slightly',
  'WP-38 evidence_chain_too_long 400 bad_request': 'too_many_certificates',
  'WP-38 certificate_malformed 400 bad_request': 'unreadable_leaf',
  'WP-39 root_not_pinned 403 invalid_request': 'foreign_root',
  'WP-39 chain_signature_invalid 403 invalid_request': 'broken_leaf_signature',
  'WP-39 chain_name_mismatch 403 invalid_request': 'swapped_intermediates',
  'WP-41 intermediate_expired 403 invalid_request': 'expired_intermediate',
  'WP-41 intermediate_not_yet_valid 403 invalid_request': 'future_intermediate',
  'WP-41 chain_shape_unknown 403 invalid_request': 'unknown_chain_shape',
  'WP-40 extension_repeated 403 invalid_request': 'prolonged_chain',
  'WP-40 extension_not_on_leaf 403 invalid_request': 'prolonged_chain_bare',
  'WP-40 extension_missing 403 invalid_request': 'no_record',
  'WP-51 key_description_malformed 403 invalid_request': 'truncated_record',
  'WP-09 challenge_mismatch 403 invalid_request': 'wrong_challenge',
  'WP-43 attestation_level_too_low 403 integrity_check_error': 'software_attestation',
  'WP-43 keymint_level_too_low 403 integrity_check_error': 'software_keystore',
  'WP-43 security_levels_differ 403 integrity_check_error': 'unequal_levels',
  'WP-44 root_of_trust_missing 403 integrity_check_error': 'no_root_of_trust',
  'WP-44 device_unlocked 403 integrity_check_error': 'unlocked',
  'WP-44 boot_not_verified 403 integrity_check_error': 'self_signed_boot',
  'WP-45 key_algorithm_mismatch 403 integrity_check_error': 'rsa_key',
  'WP-45 attested_key_unusable 403 integrity_check_error': 'rsa_key_disguised',
  'WP-45 key_curve_mismatch 403 integrity_check_error': 'other_curve',
  'WP-45 key_not_generated 403 integrity_check_error': 'imported_key',
  'WP-45 key_purpose_mismatch 403 integrity_check_error': 'extra_purpose',
  'WP-45 key_digest_mismatch 403 integrity_check_error': 'no_sha256',
  'WP-45 key_open_to_all_applications 403 integrity_check_error': 'all_applications',
  'WP-46 application_id_missing 403 integrity_check_error': 'no_application',
  'WP-46 application_unknown 403 integrity_check_error': 'unknown_package',
  'WP-32 application_foreign 403 integrity_check_error': 'wrong_package',
  'WP-46 application_digest_foreign 403 integrity_check_error': 'wrong_digest',
} as const satisfies Readonly<Record<string, keyof typeof keyAttestationFaults>>

for (const [refusal, name] of Object.entries(evidenceFaults))
  test(`${refusal.slice(0, 5)} DIS-07 refuses a device with ${name.replaceAll('_', ' ')}: ${refusal.slice(6)}`, async () => {
    await bench.refuses(bench.register(phone, { knobs: keyAttestationFaults[name] }), refusal)
    assert.equal(await bench.stores.walletInstances.find(phone.hardwareKeyTag), undefined)
  })

test('DIS-07 GEN-07 refuses two megabytes of chain before reading them: 413', async () => {
  const response = await bench.register(phone, { knobs: keyAttestationFaults.oversize })
  await bench.refuses(response, 'GEN-07 body_too_large 413 invalid_request')
})

test('WP-08 detects the platform by the evidence: an Apple object is not verified as an Android chain', async () => {
  const key_attestation = Buffer.from(encodeCbor(new Map([['fmt', 'apple-appattest']]))).toString('base64')
  const response = await bench.register(phone, { body: { key_attestation } })
  await bench.refuses(response, 'WP-08 platform_unsupported 403 integrity_check_error')
})

test('WP-38 refuses a text that is not a key attestation: 400', async () => {
  const response = await bench.register(phone, { body: { key_attestation: '!' } })
  await bench.refuses(response, 'WP-38 evidence_undecodable 400 bad_request')
})

test('WP-42 refuses a certificate that the vendor has revoked', async () => {
  const device = await vendor.createDevice()
  vendor.revoke(device.attesterSerial)
  const response = await bench.register(device)
  await bench.refuses(response, 'WP-42 certificate_revoked 403 invalid_request')
})

test('WP-43 refuses a device without StrongBox if the configuration requires one, and accepts it otherwise', async () => {
  const strict = await createWalletProviderBench({ devices, device: { policy: { requireStrongBox: true } } })
  const [plain, strong] = [await vendor.createDevice(), await vendor.createDevice({ strongBox: true })]
  await strict.refuses(strict.register(plain), 'WP-43 attestation_level_too_low 403 integrity_check_error')
  const knobs = { attestationSecurityLevel: 2, keyMintSecurityLevel: 2 }
  await strict.refuses(strict.register(plain, { knobs }), 'WP-43 attester_level_too_low 403 integrity_check_error')
  assert.equal((await strict.register(strong)).status, 204)
  assert.equal((await bench.register(plain)).status, 204)
})

const application = { packageName: vendor.app.packageName, signatureDigests: [vendor.app.certificateDigest] }
for (const [name, policy, code] of [
  ['old_app', { applications: [{ ...application, minimumVersion: 2 }] }, 'application_version_too_low'],
  ['old_os', { minimumOsPatchLevel: 202_001 }, 'patch_level_too_low'],
] as const) {
  test(`WP-10 refuses an ${name.replaceAll('_', ' ')} below the configured minimum, and accepts it without a minimum`, async () => {
    const strict = await createWalletProviderBench({ devices, device: { policy } })
    const device = await vendor.createDevice()
    const knobs = agedDevices[name]
    await strict.refuses(strict.register(device, { knobs }), { id: 'WP-10', code, ...belowMinimum })
    assert.equal((await strict.register(device)).status, 204)
    assert.equal((await bench.register(device, { knobs })).status, 204)
  })
}

for (const [what, name, value, code] of [
  ['no challenge', 'challenge', undefined, 'member_missing'],
  ['an empty tag', 'hardware_key_tag', '', 'member_malformed'],
] as const)
  test(`WP-05 refuses a registration with ${what}: 400`, async () => {
    const response = await bench.register(phone, { body: { [name]: value } })
    await bench.refuses(response, { id: 'WP-05', code, at: `body.${name}`, ...malformed })
  })

test('WP-06 refuses an unknown member: 400', async () => {
  const response = await bench.register(phone, { body: { hardware_key: 'x' } })
  await bench.refuses(response, 'WP-06 member_unknown 400 bad_request')
})

test('WP-53 accepts tags in base64 or base64url, padded or not, and UUIDs, and records each tag in its own spelling', async () => {
  const bytes = Buffer.alloc(32, 0xfb)
  const tags = [
    bytes.toString('base64'),
    bytes.toString('base64').replaceAll('=', ''),
    bytes.toString('base64url'),
    '0b6fa1a4-6a37-4d2e-9a0c-0f1b1d1b2c3d',
    'x'.repeat(256),
  ]
  for (const hardware_key_tag of tags) {
    const device = await vendor.createDevice()
    assert.equal((await bench.register(device, { body: { hardware_key_tag } })).status, 204)
    assert.deepEqual((await bench.stores.walletInstances.find(hardware_key_tag))?.hardwareKey, device.publicJwk)
    const named = { ...device, hardwareKeyTag: hardware_key_tag }
    assert.equal((await bench.attest(named)).status, 200)
  }
})

test('WP-53 refuses a tag that cannot be printed: 400', async () => {
  const response = await bench.register(phone, { body: { hardware_key_tag: 'caffè' } })
  await bench.refuses(response, 'WP-53 tag_malformed 400 bad_request')
})

test('WP-13 refuses a known tag and a known hardware key, also of a revoked instance, and changes nothing: 403', async () => {
  const device = await bench.registered()
  const find = () => bench.stores.walletInstances.find(device.hardwareKeyTag)
  const known = 'WP-13 hardware_key_known 403 invalid_request hardware_key_tag'
  const other = await vendor.createDevice()
  const sameTag = { body: { hardware_key_tag: device.hardwareKeyTag } }
  const sameKey = { body: { hardware_key_tag: 'another-tag' } }
  const refusedAll = async (): Promise<void> => {
    const before = await find()
    await bench.refuses(bench.register(device), known)
    await bench.refuses(bench.register(other, sameTag), known)
    await bench.refuses(bench.register(device, sameKey), known)
    assert.deepEqual(await find(), before)
  }
  await refusedAll()
  await bench.stores.walletInstances.revoke({
    hardwareKeyTag: device.hardwareKeyTag,
    reason: 'revoked_by_user',
    now: clock.now(),
  })
  await refusedAll()
})

test('WP-36 WP-37 every refusal is JSON with only error and error_description, and with the codes of D-04', async () => {
  const rows = [
    [{ body: { challenge: undefined } }, malformed],
    [{ challenge: 'stale' }, forged],
    [{ knobs: keyAttestationFaults.foreign_root }, forged],
    [{ knobs: keyAttestationFaults.unlocked }, belowMinimum],
  ] as const
  for (const [changes, { status, error }] of rows) {
    const response = await bench.register(phone, changes)
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual(Object.keys(body), ['error', 'error_description'])
    assert.deepEqual([response.status, body.error, typeof body.error_description], [status, error, 'string'])
    assert.equal(response.headers.get('content-type'), jsonType)
  }
  observeOutput('WP-36')
  observeOutput('WP-37')
})
