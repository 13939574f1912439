/** The record of a genuine device with each member wrong, absent, or stated by the operating system only. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type AndroidPolicy,
  evaluateKeyDescription,
  type KeyDescriptionPolicyCode,
} from './evaluate-key-description.ts'
import type { AuthorizationList, KeyDescription } from './key-description.ts'

const digest = '5f'.repeat(32)
const application = { packages: [{ name: 'org.example.wallet', version: 7n }], signatureDigests: [digest] }
const nothing: AuthorizationList = {
  purposes: undefined,
  algorithm: undefined,
  digests: undefined,
  ecCurve: undefined,
  allApplications: false,
  origin: undefined,
  rootOfTrust: undefined,
  osVersion: undefined,
  osPatchLevel: undefined,
  application: undefined,
  vendorPatchLevel: undefined,
  bootPatchLevel: undefined,
}
const hardware: AuthorizationList = {
  ...nothing,
  purposes: [2],
  algorithm: 3,
  digests: [4],
  ecCurve: 1,
  origin: 0,
  rootOfTrust: { deviceLocked: true, verifiedBootState: 0 },
  osVersion: 150_000,
  osPatchLevel: 202_512,
  vendorPatchLevel: 20_251_205,
  bootPatchLevel: 202_512,
}
const genuine: KeyDescription = {
  attestationVersion: 300,
  attestationSecurityLevel: 1,
  keyMintVersion: 300,
  keyMintSecurityLevel: 1,
  attestationChallenge: new Uint8Array(),
  softwareEnforced: { ...nothing, application },
  hardwareEnforced: hardware,
}
const policy: AndroidPolicy = {
  applications: [{ packageName: 'org.example.wallet', signatureDigests: [digest] }],
  requireStrongBox: false,
}

const judge = (description: KeyDescription, changes: Partial<AndroidPolicy> = {}): string =>
  evaluateKeyDescription(description, true, { ...policy, ...changes })?.code ?? 'accepted'
const inHardware = (changes: Partial<AuthorizationList>): KeyDescription => ({
  ...genuine,
  hardwareEnforced: { ...hardware, ...changes },
})
const inSoftware = (changes: Partial<AuthorizationList>): KeyDescription => ({
  ...genuine,
  softwareEnforced: { ...genuine.softwareEnforced, ...changes },
})

test('accepts the record that the rows change', () => assert.equal(judge(genuine), 'accepted'))

/** Each member that the hardware must state, with every other value of the vendor's documentation. */
const members = {
  purposes: [
    'WP-45',
    'key_purpose_mismatch',
    [[], [0], [3], [5], [6], [7], [2, 0], [2, 1], [2, 5], [2, 6], [7, 2], [2, 3, 6]],
  ],
  algorithm: ['WP-45', 'key_algorithm_mismatch', [1, 4, 32, 33, 128]],
  digests: ['WP-45', 'key_digest_mismatch', [[], [0], [1], [2], [3], [5], [6]]],
  ecCurve: ['WP-45', 'key_curve_mismatch', [0, 2, 3, 4]],
  origin: ['WP-45', 'key_not_generated', [1, 2, 3, 4]],
} as const

for (const [name, [id, code, others]] of Object.entries(members))
  describe(`${id} ${name}`, () => {
    const member = name as keyof typeof members
    for (const value of others)
      test(`${id} refuses ${name} ${JSON.stringify(value)}: ${code}`, () => {
        assert.equal(judge(inHardware({ [name]: value })), code)
      })
    test(`${id} refuses a record without ${name}, even if the operating system states it`, () => {
      assert.equal(judge(inHardware({ [name]: undefined })), code)
      const { softwareEnforced } = inSoftware({ [name]: hardware[member] })
      assert.equal(judge({ ...inHardware({ [name]: undefined }), softwareEnforced }), code)
    })
    test(`${id} ignores the operating system's statement of ${name}`, () => {
      for (const value of others) assert.equal(judge(inSoftware({ [name]: value })), 'accepted')
    })
  })

for (const purposes of [[2], [2, 3], [3, 2], [2, 2]])
  test(`WP-45 accepts a key for ${purposes.join(' and ')} as a signing key`, () => {
    assert.equal(judge(inHardware({ purposes })), 'accepted')
  })

for (const level of [0, 3, 4, -1])
  test(`WP-43 refuses the security level ${level}, of the attestation and of the key`, () => {
    assert.equal(judge({ ...genuine, attestationSecurityLevel: level }), 'attestation_level_too_low')
    assert.equal(judge({ ...genuine, keyMintSecurityLevel: level }), 'keymint_level_too_low')
  })

for (const [attestation, key, strict, usual] of [
  [1, 1, 'attestation_level_too_low', 'accepted'],
  [1, 2, 'attestation_level_too_low', 'security_levels_differ'],
  [2, 1, 'keymint_level_too_low', 'security_levels_differ'],
  [2, 2, 'accepted', 'accepted'],
] as const)
  test(`WP-43 levels ${attestation} and ${key}: ${usual}, and with StrongBox required: ${strict}`, () => {
    const description = { ...genuine, attestationSecurityLevel: attestation, keyMintSecurityLevel: key }
    assert.equal(judge(description, { requireStrongBox: true }), strict)
    assert.equal(judge(description), usual)
  })

for (const [deviceLocked, verifiedBootState, code] of [
  [false, 0, 'device_unlocked'],
  [false, 1, 'device_unlocked'],
  [true, 1, 'boot_not_verified'],
  [true, 2, 'boot_not_verified'],
  [true, 3, 'boot_not_verified'],
  [true, 4, 'boot_not_verified'],
] as const)
  test(`WP-44 refuses ${deviceLocked ? 'a locked' : 'an unlocked'} device with boot state ${verifiedBootState}: ${code}`, () => {
    const rootOfTrust = { deviceLocked, verifiedBootState }
    assert.equal(judge(inHardware({ rootOfTrust })), code)
    assert.equal(judge(inSoftware({ rootOfTrust })), 'accepted')
  })

test('WP-44 ignores a root of trust that only the operating system states', () => {
  const { rootOfTrust } = hardware
  const description = { ...inSoftware({ rootOfTrust }), hardwareEnforced: { ...hardware, rootOfTrust: undefined } }
  assert.equal(judge(description), 'root_of_trust_missing')
})

test('WP-45 refuses a key for all applications, in either list', () => {
  assert.equal(judge(inHardware({ allApplications: true })), 'key_open_to_all_applications')
  assert.equal(judge(inSoftware({ allApplications: true })), 'key_open_to_all_applications')
})

const appOf = (
  names: readonly string[],
  signatureDigests: readonly string[] = [digest],
  version: bigint | undefined = 7n,
) => ({
  application: { packages: names.map((name) => ({ name, version })), signatureDigests },
})
for (const [what, app, code] of [
  ['no application', { application: undefined }, 'application_id_missing'],
  ['no package', appOf([]), 'application_id_missing'],
  ['UnknownPackage', appOf(['UnknownPackage']), 'application_unknown'],
  ['AndroidSystem', appOf(['AndroidSystem']), 'application_unknown'],
  ['UnknownPackage and ours', appOf(['org.example.wallet', 'UnknownPackage']), 'application_unknown'],
  ['another package', appOf(['org.example.other']), 'application_foreign'],
  ['a prefix of our package name', appOf(['org.example']), 'application_foreign'],
  ['our package name in another case', appOf(['org.example.Wallet']), 'application_foreign'],
  ['another package and ours', appOf(['org.example.wallet', 'org.example.other']), 'application_foreign'],
  ['no digest', appOf(['org.example.wallet'], []), 'application_digest_foreign'],
  ['another digest', appOf(['org.example.wallet'], ['aa'.repeat(32)]), 'application_digest_foreign'],
  [
    'another digest beside ours',
    appOf(['org.example.wallet'], [digest, 'aa'.repeat(32)]),
    'application_digest_foreign',
  ],
] as const satisfies readonly (readonly [string, Partial<AuthorizationList>, KeyDescriptionPolicyCode])[])
  test(`WP-46 refuses ${what}: ${code}`, () => assert.equal(judge(inSoftware(app)), code))

for (const name of ['UnknownPackage', 'AndroidSystem'])
  test(`WP-46 refuses ${name} although the configuration lists it`, () => {
    const applications = [{ packageName: name, signatureDigests: [digest] }]
    assert.equal(judge(inSoftware(appOf([name])), { applications }), 'application_unknown')
  })

test('WP-46 requires each of two packages with one user id, and each digest, to be configured', () => {
  const both = inSoftware(appOf(['org.example.wallet', 'org.example.helper']))
  const helper = (signatureDigests: readonly string[]) => ({
    applications: [...policy.applications, { packageName: 'org.example.helper', signatureDigests }],
  })
  assert.equal(judge(both, helper([digest])), 'accepted')
  assert.equal(judge(both, helper(['aa'.repeat(32)])), 'application_digest_foreign')
})

test('WP-10 accepts an app from its minimum version upwards', () => {
  const floor = (minimumVersion: number) => ({
    applications: [{ packageName: 'org.example.wallet', signatureDigests: [digest], minimumVersion }],
  })
  assert.equal(judge(genuine, floor(7)), 'accepted')
  assert.equal(judge(genuine, floor(8)), 'application_version_too_low')
  const largest = Number.MAX_SAFE_INTEGER
  const versioned = (version: bigint | undefined) =>
    inSoftware({ application: { packages: [{ name: 'org.example.wallet', version }], signatureDigests: [digest] } })
  for (const version of [BigInt(largest) - 1n, 0n, -1n, undefined]) {
    assert.equal(judge(versioned(version), floor(largest)), 'application_version_too_low', `${version}`)
    assert.equal(judge(versioned(version)), 'accepted', `${version}`)
  }
  for (const version of [BigInt(largest), 2n ** 62n])
    assert.equal(judge(versioned(version), floor(largest)), 'accepted')
  for (const version of [-1n, undefined])
    assert.equal(judge(versioned(version), floor(0)), 'application_version_too_low', `${version}`)
})

for (const [level, floor, values] of [
  ['osPatchLevel', 'minimumOsPatchLevel', [202_511, 0, undefined]],
  ['vendorPatchLevel', 'minimumVendorPatchLevel', [20_251_130, 202_511, 0, undefined]],
  ['bootPatchLevel', 'minimumBootPatchLevel', [20_251_130, 202_511, 0, undefined]],
] as const)
  test(`WP-10 the ${level} is accepted from its minimum upwards, with a day or without, and refused if absent`, () => {
    for (const right of [202_512, 20_251_201, 202_601])
      assert.equal(judge(inHardware({ [level]: right }), { [floor]: 202_512 }), 'accepted', `${right}`)
    for (const value of values) {
      const described = inHardware({ [level]: value })
      assert.equal(judge(described, { [floor]: 202_512 }), 'patch_level_too_low', `${value}`)
      assert.equal(judge(described), 'accepted')
    }
    const claimed = {
      ...inHardware({ [level]: undefined }),
      softwareEnforced: { ...genuine.softwareEnforced, [level]: 202_512 },
    }
    assert.equal(judge(claimed, { [floor]: 202_512 }), 'patch_level_too_low')
  })
