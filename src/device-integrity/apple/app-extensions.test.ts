/** Statements of an iPhone’s operating system about the app and about itself, at registration. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceBench, type ProviderChanges } from '../../../test/support/device-integrity.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { concatBytes, Failure } from '../../base/index.ts'
import { encodeCbor } from '../../cose/index.ts'
import type { AppleKeyAttestationKnobs } from '../../software-device/index.ts'
import { evidenceClass } from '../evidence-class.ts'
import { appleDistributions } from '../index.ts'

const { vendor, clock, provider } = await createDeviceBench()
const phone = await vendor.createAppleDevice()
const challenge = 'a-challenge-of-this-provider'

async function attest(key_attestation: string, apple: ProviderChanges['apple'] = {}) {
  const input = { key_attestation, hardware_key_tag: phone.hardwareKeyTag, challenge, now: clock.now() }
  return provider({ apple }).verifyKeyAttestation(input)
}
const withKnobs = async (knobs: AppleKeyAttestationKnobs, apple?: ProviderChanges['apple']) =>
  codeOf(await attest(await phone.keyAttestation(challenge, knobs), apple))

/** Returns a knob that appends a map of extensions. */
const withExtensions = (members: Record<string, Parameters<typeof encodeCbor>[0]>): AppleKeyAttestationKnobs => ({
  alteredAuthenticatorData: (data) => concatBytes([data, encodeCbor(new Map(Object.entries(members)))]),
})

test('WP-195 accepts apps of the App Store, and of another distribution only if it is configured', async () => {
  for (const [category, distribution] of [
    [1, 'operating-system'],
    [2, 'testflight'],
    [3, 'development'],
    [4, 'app-store'],
    [5, 'enterprise'],
    [6, 'developer-id'],
    [10, 'other'],
  ] as const) {
    const usual = category === 4 ? 'accepted' : 'app_attest_distribution_foreign'
    const knobs = { extensions: 'flagged', validationCategory: category } as const
    assert.equal(await withKnobs(knobs), usual, distribution)
    assert.equal(await withKnobs(knobs, { policy: { distributions: [distribution] } }), 'accepted')
    const result = await attest(await phone.keyAttestation(challenge, knobs), {
      policy: { distributions: [distribution] },
    })
    assert.ok(!(result instanceof Failure))
    const { appId } = vendor.appleApp
    assert.deepEqual(result.device, { platform: 'apple', application: appId, applicationVersion: '7', distribution })
  }
  const everyName = { policy: { distributions: appleDistributions.filter((name) => name !== 'unknown') } }
  for (const category of [
    Uint8Array.of(7, 0, 0, 0),
    Uint8Array.of(4),
    Uint8Array.of(0, 0, 0, 4),
    'app-store',
    11,
    null,
  ]) {
    const knobs = withExtensions({ apple_validation_category_01: category })
    assert.equal(await withKnobs(knobs, everyName), 'app_attest_distribution_foreign', String(category))
    assert.equal(await withKnobs(knobs, { policy: { distributions: ['unknown'] } }), 'accepted', String(category))
  }
  assert.equal(await withKnobs(withExtensions({ apple_validation_category_01: 4 })), 'accepted')
  const onlyUnknown = { policy: { distributions: ['unknown'] } } as const
  const named = withExtensions({ apple_validation_category_01: 2 })
  assert.equal(await withKnobs(named, onlyUnknown), 'app_attest_distribution_foreign')
  assert.equal(await withKnobs(withExtensions({ apple_other_01: 2 })), 'accepted')
})

test('WP-195 accepts each distribution of a development key, unless some are configured', async () => {
  const knobs = { environment: 'development', extensions: 'flagged', validationCategory: 3 } as const
  const unknown = { ...knobs, validationCategory: 77 }
  assert.equal(await withKnobs(knobs, { policy: { environment: 'development' } }), 'accepted')
  assert.equal(await withKnobs(unknown, { policy: { environment: 'development' } }), 'accepted')
  const policy = { environment: 'development', distributions: ['testflight'] } as const
  assert.equal(await withKnobs(knobs, { policy }), 'app_attest_distribution_foreign')
})

for (const [version, minimum, code] of [
  ['7', '7', 'accepted'],
  ['7', '7.0.0', 'accepted'],
  ['7.0.1', '7', 'accepted'],
  ['10', '9', 'accepted'],
  ['1.10', '1.9', 'accepted'],
  ['007', '7', 'accepted'],
  ['7', '7.0.1', 'app_attest_version_too_low'],
  ['6', '7', 'app_attest_version_too_low'],
  ['1.9.9', '1.10', 'app_attest_version_too_low'],
  ['8.0.0.1', '8', 'accepted'],
  ['7.0.0.9.1', '7.0.0', 'accepted'],
  ['6.9.9.1', '7', 'app_attest_version_too_low'],
  ['7b', '7', 'app_attest_version_unreadable'],
  ['8.0.0.b', '7', 'app_attest_version_unreadable'],
  ['8.', '7', 'app_attest_version_unreadable'],
  ['', '7', 'app_attest_version_unreadable'],
  ['-7', '7', 'app_attest_version_unreadable'],
] as const)
  test(`WP-195 an app of version ${version || 'nothing'} with the minimum ${minimum}: ${code}`, async () => {
    const knobs = { extensions: 'flagged', bundleVersion: version } as const
    assert.equal(await withKnobs(knobs, { policy: { minimumVersion: minimum } }), code)
    assert.equal(await withKnobs(knobs), 'accepted')
    assert.equal(evidenceClass('app_attest_version_too_low'), 'policy')
    assert.equal(evidenceClass('app_attest_version_unreadable'), 'unconfigured')
  })

test('WP-195 a minimum version does not refuse a device that states no version, and refuses one that is not a text', async () => {
  const policy = { minimumVersion: '7' }
  assert.equal(await withKnobs({}, { policy }), 'accepted')
  assert.equal(
    await withKnobs(withExtensions({ apple_bundle_version_01: 8 }), { policy }),
    'app_attest_version_unreadable',
  )
})

test('WP-196 accepts a certificate that names the system of iPhones, or no system', async () => {
  for (const [operatingSystem, code] of [
    ['iphoneos', 'accepted'],
    ['macosx', 'app_attest_system_foreign'],
    ['iPhoneOS', 'app_attest_system_foreign'],
    ['', 'app_attest_system_foreign'],
    [undefined, 'accepted'],
  ] as const)
    assert.equal(
      await withKnobs(operatingSystem === undefined ? {} : { operatingSystem }),
      code,
      String(operatingSystem),
    )
})
