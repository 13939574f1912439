import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProviderChanges } from '../../test/support/device-integrity.ts'
import { attest, base64, challenge, clock, phone, vendor, verdict } from '../../test/support/key-attestation.ts'
import { Failure } from '../base/index.ts'
import {
  agedDevices,
  type KeyAttestationKnobs,
  keyAttestationFaults,
  type SoftwareDevice,
  unusualVariants,
} from '../software-device/index.ts'
import { googleAttestationRoots } from './android/roots.ts'
import { evidenceClass } from './evidence-class.ts'
import type { KeyAttestationCode } from './vendor.ts'

const withKnobs = async (knobs: KeyAttestationKnobs, changes?: ProviderChanges, device: SoftwareDevice = phone) =>
  verdict(await device.keyAttestation(challenge, knobs), changes)

test('DIS-04 accepts an attested key and returns it with the device information', async () => {
  const result = await attest(await phone.keyAttestation(challenge))
  assert.ok(!(result instanceof Failure))
  assert.deepEqual(result.hardwareKey, phone.publicJwk)
  assert.equal(result.certificateSerials[0], phone.attesterSerial)
  assert.equal(result.certificateSerials.length, 4)
  assert.deepEqual(result.device, {
    platform: 'android',
    provisioning: 'remote',
    attestationVersion: 300,
    attestationSecurityLevel: 'trusted-environment',
    keyMintVersion: 300,
    keyMintSecurityLevel: 'trusted-environment',
    osVersion: 150_000,
    osPatchLevel: 202_512,
    vendorPatchLevel: 20_251_205,
    bootPatchLevel: 20_251_205,
    application: vendor.app.packageName,
    packageNames: [vendor.app.packageName],
    applicationVersion: vendor.app.version,
    applicationDigests: [vendor.app.certificateDigest],
  })
})

test('WP-10 DIS-04 records the exact version of the app, as digits if a number is not exact', async () => {
  const versionOf = async (packageVersion: number, digits = '') => {
    const largest = Number.MAX_SAFE_INTEGER.toString(16).padStart(14, '0')
    const alteredRecord = (record: Uint8Array) =>
      Buffer.from(Buffer.from(record).toString('hex').replace(`0207${largest}`, `0207${digits}`), 'hex')
    const result = await attest(
      await phone.keyAttestation(challenge, { packageVersion, ...(digits && { alteredRecord }) }),
    )
    assert.ok(!(result instanceof Failure))
    return result.device.applicationVersion
  }
  const largest = Number.MAX_SAFE_INTEGER
  assert.equal(await versionOf(largest), largest)
  assert.equal(await versionOf(largest, '20000000000001'), '9007199254740993')
  assert.equal(await versionOf(largest, 'ffffffffffffff'), -1)
})

const faults = {
  oversize: ['WP-38', 'evidence_too_large'],
  oversize_slightly: ['WP-38', 'evidence_too_large'],
  too_many_certificates: ['WP-38', 'evidence_chain_too_long'],
  unreadable_leaf: ['WP-38', 'certificate_malformed'],
  foreign_root: ['WP-39', 'root_not_pinned'],
  broken_leaf_signature: ['WP-39', 'chain_signature_invalid'],
  broken_intermediate_signature: ['WP-39', 'chain_signature_invalid'],
  swapped_intermediates: ['WP-39', 'chain_name_mismatch'],
  expired_intermediate: ['WP-41', 'intermediate_expired'],
  future_intermediate: ['WP-41', 'intermediate_not_yet_valid'],
  unknown_chain_shape: ['WP-41', 'chain_shape_unknown'],
  prolonged_chain: ['WP-40', 'extension_repeated'],
  prolonged_chain_bare: ['WP-40', 'extension_not_on_leaf'],
  prolonged_by_unrecorded_key: ['WP-41', 'chain_shape_unknown'],
  second_record: ['WP-40', 'extension_repeated'],
  no_record: ['WP-40', 'extension_missing'],
  truncated_record: ['WP-51', 'key_description_malformed'],
  wrong_challenge: ['WP-09', 'challenge_mismatch'],
  software_attestation: ['WP-43', 'attestation_level_too_low'],
  software_keystore: ['WP-43', 'keymint_level_too_low'],
  unequal_levels: ['WP-43', 'security_levels_differ'],
  no_root_of_trust: ['WP-44', 'root_of_trust_missing'],
  root_of_trust_in_software: ['WP-44', 'root_of_trust_missing'],
  unlocked: ['WP-44', 'device_unlocked'],
  self_signed_boot: ['WP-44', 'boot_not_verified'],
  unverified_boot: ['WP-44', 'boot_not_verified'],
  rsa_key: ['WP-45', 'key_algorithm_mismatch'],
  rsa_key_disguised: ['WP-45', 'attested_key_unusable'],
  ml_dsa_key: ['WP-45', 'key_algorithm_mismatch'],
  ml_dsa_key_disguised: ['WP-45', 'attested_key_unusable'],
  other_curve: ['WP-45', 'key_curve_mismatch'],
  imported_key: ['WP-45', 'key_not_generated'],
  extra_purpose: ['WP-45', 'key_purpose_mismatch'],
  attesting_key: ['WP-45', 'key_purpose_mismatch'],
  no_sign_purpose: ['WP-45', 'key_purpose_mismatch'],
  no_sha256: ['WP-45', 'key_digest_mismatch'],
  all_applications: ['WP-45', 'key_open_to_all_applications'],
  no_application: ['WP-46', 'application_id_missing'],
  no_packages: ['WP-46', 'application_id_missing'],
  unknown_package: ['WP-46', 'application_unknown'],
  system_package: ['WP-46', 'application_unknown'],
  wrong_package: ['WP-46', 'application_foreign'],
  second_package: ['WP-46', 'application_foreign'],
  wrong_digest: ['WP-46', 'application_digest_foreign'],
  second_digest: ['WP-46', 'application_digest_foreign'],
  no_digest: ['WP-46', 'application_digest_foreign'],
} as const satisfies { readonly [name in keyof typeof keyAttestationFaults]: readonly [string, KeyAttestationCode] }

for (const [name, [requirement, code]] of Object.entries(faults)) {
  test(`${requirement} refuses a device with ${name.replaceAll('_', ' ')}`, async () => {
    assert.equal(await withKnobs(keyAttestationFaults[name as keyof typeof faults]), code)
  })
}

for (const [name, knobs] of Object.entries(unusualVariants)) {
  test(`WP-51 accepts a device with ${name.replaceAll('_', ' ')}`, async () => {
    assert.equal(await withKnobs(knobs), 'accepted')
  })
}

for (const [name, [policy, code]] of Object.entries({
  old_app: [
    {
      applications: [
        { packageName: vendor.app.packageName, signatureDigests: [vendor.app.certificateDigest], minimumVersion: 2 },
      ],
    },
    'application_version_too_low',
  ],
  old_os: [{ minimumOsPatchLevel: 202_001 }, 'patch_level_too_low'],
  old_vendor_image: [{ minimumVendorPatchLevel: 202_001 }, 'patch_level_too_low'],
  old_boot_image: [{ minimumBootPatchLevel: 202_001 }, 'patch_level_too_low'],
} as const satisfies {
  readonly [name in keyof typeof agedDevices]: readonly [ProviderChanges['policy'], KeyAttestationCode]
})) {
  test(`WP-10 refuses a device with an ${name.replaceAll('_', ' ')} if a minimum is configured`, async () => {
    const knobs = agedDevices[name as keyof typeof agedDevices]
    assert.equal(await withKnobs(knobs, { policy }), code)
    assert.equal(await withKnobs(knobs), 'accepted')
    assert.equal(await withKnobs({}, { policy }), 'accepted')
    assert.equal(evidenceClass(code), 'policy')
  })
}

for (const provisioning of ['remote', 'factory'] as const)
  test(`WP-43 also requires StrongBox in the names of the chain: ${provisioning}`, async () => {
    const changes = { policy: { requireStrongBox: true } }
    const claimed = { attestationSecurityLevel: 2, keyMintSecurityLevel: 2 }
    const plain = await vendor.createDevice({ provisioning })
    assert.equal(await withKnobs(claimed, changes, plain), 'attester_level_too_low')
    const recorded = await attest(await plain.keyAttestation(challenge, claimed))
    assert.ok(!(recorded instanceof Failure))
    const { attestationSecurityLevel, keyMintSecurityLevel } = recorded.device
    assert.deepEqual([attestationSecurityLevel, keyMintSecurityLevel], ['trusted-environment', 'trusted-environment'])
    const better = await vendor.createDevice({ provisioning, strongBox: true })
    assert.equal(await withKnobs({}, changes, better), 'accepted')
    const strong = await attest(await better.keyAttestation(challenge))
    assert.ok(!(strong instanceof Failure))
    assert.equal(strong.device.keyMintSecurityLevel, 'strongbox')
    assert.equal(evidenceClass('attester_level_too_low'), 'policy')
  })

test('WP-41 checks only not-before of a factory chain, and accepts it without its root', async () => {
  const old = await vendor.createDevice({ provisioning: 'factory' })
  const text = await old.keyAttestation(challenge)
  const bare = await old.keyAttestation(challenge, { rootOmitted: true })
  clock.advance(20 * 365 * 86_400)
  try {
    assert.equal(await verdict(text), 'accepted')
    assert.equal(await verdict(bare), 'accepted')
  } finally {
    clock.advance(-20 * 365 * 86_400)
  }
  clock.advance(-10 * 86_400)
  try {
    assert.equal(await verdict(text), 'intermediate_not_yet_valid')
  } finally {
    clock.advance(10 * 86_400)
  }
})

test("WP-39 refuses the software root where the vendor's own roots are pinned", async () => {
  assert.equal(await withKnobs({}, { roots: googleAttestationRoots }), 'root_not_pinned')
  assert.equal(await withKnobs({ rootOmitted: true }, { roots: googleAttestationRoots }), 'root_not_pinned')
  assert.equal(await withKnobs({ rootOmitted: true, foreignRoot: true }), 'root_not_pinned')
})

for (const status of ['REVOKED', 'SUSPENDED'] as const) {
  test(`WP-42 refuses a certificate that is listed as ${status}, and accepts one whose serial only resembles a listed serial`, async () => {
    const listed = await vendor.createDevice()
    const serial = listed.attesterSerial
    for (const near of [serial.slice(1), serial.slice(0, -1), `a${serial}`, `${serial}0`]) vendor.revoke(near)
    assert.equal(await withKnobs({}, {}, listed), 'accepted')
    vendor.revoke(`00${serial.toUpperCase()}`, status)
    assert.equal(await withKnobs({}, {}, listed), 'certificate_revoked')
    assert.equal(await withKnobs({}), 'accepted')
  })
}

test('WP-52 reports that revocation is unavailable without a status list', async () => {
  const code = await withKnobs({}, { withoutStatusList: true })
  assert.equal(code, 'revocation_unavailable')
  assert.equal(evidenceClass('revocation_unavailable'), 'unavailable')
})

test('WP-09 compares the challenge byte for byte', async () => {
  const text = await phone.keyAttestation(challenge)
  for (const other of [`${challenge} `, challenge.toUpperCase(), challenge.slice(1), '']) {
    const result = await attest(text, {}, other)
    assert.ok(result instanceof Failure && result.code === 'challenge_mismatch')
  }
})

test('WP-39 refuses a chain with one changed bit in any certificate below its root', async () => {
  const lines = Buffer.from((await phone.keyAttestation(challenge)).replace(/\s/g, ''), 'base64')
    .toString()
    .replace(/\s/g, '')
  const certificates = lines.split(',').map((part) => Buffer.from(part, 'base64'))
  for (const [index, der] of certificates.slice(0, -1).entries()) {
    for (const position of [30, Math.floor(der.length / 2), der.length - 1]) {
      const changed = certificates.map((other) => Buffer.from(other))
      changed[index]?.writeUInt8((der[position] ?? 0) ^ 4, position)
      const code = await verdict(base64(changed.map(base64).join(',')))
      assert.notEqual(code, 'accepted', `certificate ${index}, byte ${position}`)
    }
  }
})
