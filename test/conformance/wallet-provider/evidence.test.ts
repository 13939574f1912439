/**
 * The evidence in attestation requests: the hardware key's signature and the vendor's verdict, with one fault at a
 * time, and the resulting state of the instance.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceIntegrity } from '../../../src/device-integrity/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import { type AssertionKnobs, assertionFaults } from '../../../src/software-device/index.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { createWalletProviderBench, walletSide } from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { devices, sink } = bench
const phone = await bench.registered()

const forged = { status: 403, error: 'invalid_request' }
const malformed = { status: 400, error: 'bad_request' }
const belowMinimum = { status: 403, error: 'integrity_check_error' }
const statusOf = async (tag: string) => (await bench.stores.walletInstances.find(tag))?.status

/** A genuine verdict that denies integrity. */
const denied = { ...belowMinimum }
/** A genuine verdict that does not decide about integrity. */
const open = { ...belowMinimum }

/** One fault for each failure code. The tests of the verifier have every fault of an assertion. */
const evidenceFaults = {
  signed_by_another_key: ['WP-21', 'hardware_signature_invalid', forged],
  token_signed_by_another: ['WP-62', 'play_token_forged', forged],
  token_encrypted_for_another: ['WP-62', 'play_token_unknown', forged],
  no_request_details: ['WP-97', 'play_request_field_missing', malformed],
  wrong_request_package: ['WP-62', 'play_request_package_mismatch', forged],
  wrong_request_hash: ['WP-22', 'play_request_hash_mismatch', forged],
  test_response: ['WP-98', 'play_test_response', belowMinimum],
  stale_token: ['WP-63', 'play_token_stale', forged],
  future_token: ['WP-63', 'play_token_from_future', forged],
  no_app_integrity: ['WP-62', 'play_verdict_field_missing', open],
  unrecognised_app: ['WP-62', 'play_app_unrecognised', denied],
  unevaluated_app: ['WP-62', 'play_app_unevaluated', open],
  wrong_app_package: ['WP-62', 'play_app_package_mismatch', denied],
  wrong_app_digest: ['WP-62', 'play_app_digest_foreign', denied],
  unreadable_app_digest: ['WP-62', 'play_verdict_field_missing', open],
  unknown_device_label: ['WP-210', 'play_device_label_unknown', open],
  no_device_labels: ['WP-23', 'play_device_verdict_too_weak', denied],
  basic_integrity_only: ['WP-23', 'play_device_verdict_too_weak', denied],
} as const satisfies { readonly [name in keyof typeof assertionFaults]?: readonly [string, string, object] }

/** A bench whose provider can revoke as many instances as the rows need. */
const patient = await createWalletProviderBench({ devices, config: { maxRevocationsPerMinute: 1000 } })

for (const [name, [id, code, answer]] of Object.entries(evidenceFaults)) {
  test(`${id} WP-29 WP-213 DIS-07 refuses an assertion with ${name.replaceAll('_', ' ')}: ${answer.error}`, async () => {
    const device = await patient.registered()
    const knobs: AssertionKnobs = assertionFaults[name as keyof typeof evidenceFaults]
    const body = await patient.refuses(patient.attest(device, { knobs }), { id, code, ...answer })
    const reasons = new Map<object, string>([
      [denied, 'integrity_denied'],
      [forged, 'evidence_forged'],
    ])
    const reason = ['WP-21', 'WP-63'].includes(id) || code === 'play_token_unknown' ? undefined : reasons.get(answer)
    const instance = await patient.stores.walletInstances.find(device.hardwareKeyTag)
    assert.deepEqual([instance?.status, instance?.revocationReason], [reason ? 'revoked' : 'registered', reason])
    assert.equal(instance?.revokedAt, reason && patient.clock.now())
    const ending = / The Wallet Instance is revoked now: set the wallet up again\.$/
    assert.equal(ending.test(String(body.error_description)), reason !== undefined)
    if (reason === undefined) assert.doesNotMatch(String(body.error_description), /revoked|on hold/)
  })
}

const { packageName, certificateDigest } = devices.vendor.app
const applications = [{ packageName, certificateDigests: [certificateDigest], minimumVersion: 7 }]
const strictPlay = { requireStrongIntegrity: true, requireLicence: true, applications }
const strict = await createWalletProviderBench({ devices, device: { play: strictPlay } })
for (const [what, play, id, code] of [
  ['a device verdict below strong', { labels: ['MEETS_DEVICE_INTEGRITY'] }, 'WP-23', 'play_device_level_unmet'],
  ['an app of an earlier version', { versionCode: 6 }, 'WP-23', 'play_app_version_too_low'],
  ['no licence', { appLicensingVerdict: 'UNLICENSED' }, 'WP-23', 'play_app_unlicensed'],
  ['an unevaluated licence', { appLicensingVerdict: 'UNEVALUATED' }, 'WP-23', 'play_app_licence_unevaluated'],
] as const)
  test(`${id} DIS-07 refuses an assertion with ${what} only if the policy requires more`, async () => {
    const device = await strict.registered()
    await strict.refuses(strict.attest(device, { knobs: { play } }), { id, code, ...belowMinimum })
    assert.equal((await strict.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
    assert.equal((await bench.attest(await bench.registered(), { knobs: { play } })).status, 200)
  })

test('WP-23 refuses a device while it no longer meets the minimum, and accepts it again afterwards', async () => {
  const device = await strict.registered()
  assert.equal((await strict.attest(device)).status, 200)
  const knobs = { play: { versionCode: 6 } }
  await strict.refuses(strict.attest(device, { knobs }), 'WP-23 play_app_version_too_low 403 integrity_check_error')
  assert.equal((await strict.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'operational')
  assert.equal((await strict.attest(device)).status, 200)
})

test('WP-98 a test response is recorded if the policy accepts it', async () => {
  const testing = await createWalletProviderBench({ devices, device: { play: { acceptTestResponses: true } } })
  const device = await testing.registered()
  assert.equal((await testing.attest(device, { knobs: assertionFaults.test_response })).status, 200)
  const decision = testing.sink.decisions.findLast(({ surface }) => surface === 'wallet-provider/token')
  assert.equal(decision?.evidence.vendor_response, 'test')
  assert.equal((await testing.attest(device)).status, 200)
  const next = testing.sink.decisions.findLast(({ surface }) => surface === 'wallet-provider/token')
  assert.equal(next?.evidence.vendor_response, undefined)
})

for (const reading of ['client_data', 'client_data_hash'] as const)
  test(`WP-59 accepts a hardware signature over ${reading}, and records what was signed`, async () => {
    const response = await bench.attest(phone, { knobs: { signature: { reading } } })
    assert.equal(response.status, 200)
    const decision = sink.decisions.findLast(({ surface }) => surface === 'wallet-provider/token')
    assert.equal(decision?.evidence.reading, reading)
  })

test('WP-66 the client data is the challenge and the thumbprint in this order, without white space', async () => {
  const ephemeralKey = await generateSigner(walletSide)
  const challenge = await bench.challenge()
  const right = `{"challenge":"${challenge}","jwk_thumbprint":"${ephemeralKey.kid}"}`
  for (const clientData of [
    `{"jwk_thumbprint":"${ephemeralKey.kid}","challenge":"${challenge}"}`,
    right.replaceAll(':', ': '),
    `${right}\n`,
  ])
    await bench.refuses(bench.attest(phone, { ephemeralKey, challenge, clientData }), {
      id: 'WP-21',
      code: 'hardware_signature_invalid',
      ...forged,
    })
  assert.equal((await bench.attest(phone, { ephemeralKey, challenge, clientData: right })).status, 200)
})

test('WP-29 no fault revokes an instance if another hardware key has signed the request', async () => {
  const stranger = await bench.vendor.createDevice()
  for (const { play } of Object.values(assertionFaults).filter((knobs) => 'play' in knobs)) {
    assert.equal((await bench.attest(phone, { evidenceOf: stranger, knobs: { play } })).status, 403)
    assert.notEqual(await statusOf(phone.hardwareKeyTag), 'revoked')
  }
})

test('WP-29 a used challenge, an invalid signature and a wrong clock do not revoke an instance', async () => {
  const challenge = await bench.challenge()
  assert.equal((await bench.attest(phone, { challenge })).status, 200)
  const knobs = assertionFaults.token_signed_by_another
  assert.equal((await bench.attest(phone, { challenge, knobs })).status, 403)
  assert.equal((await bench.attest(phone, { signer: await generateSigner(walletSide), knobs })).status, 400)
  assert.equal((await bench.attest(phone, { knobs: assertionFaults.future_token })).status, 403)
  assert.equal(await statusOf(phone.hardwareKeyTag), 'operational')
})

test('WP-78 an instance below the configured level is revoked only if the configuration requires it', async () => {
  const config = { revokeBelowMinimum: true }
  const revoking = await createWalletProviderBench({ devices, device: { play: strictPlay }, config })
  for (const [where, expected] of [
    [revoking, 'revoked'],
    [strict, 'registered'],
  ] as const) {
    const device = await where.registered()
    assert.equal((await where.attest(device, { knobs: { play: { versionCode: 6 } } })).status, 403)
    const instance = await where.stores.walletInstances.find(device.hardwareKeyTag)
    assert.equal(instance?.status, expected)
    assert.equal(instance?.revocationReason, expected === 'revoked' ? 'device_below_minimum' : undefined)
  }
})

test('WP-29 WP-78 WP-210 an undecided verdict, or a verdict about an app that is not configured, never revokes an instance', async () => {
  const config = { revokeBelowMinimum: true }
  const revoking = await createWalletProviderBench({ devices, config })
  const { unevaluated_app, no_device_integrity, unreadable_app_digest, unknown_device_label } = assertionFaults
  for (const knobs of [unevaluated_app, no_device_integrity, unreadable_app_digest, unknown_device_label]) {
    const device = await revoking.registered()
    assert.equal((await revoking.attest(device, { knobs })).status, 403)
    assert.equal((await revoking.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  }
  const device = await revoking.registered()
  const other = [{ packageName: 'org.example.other', certificateDigests: ['aa'.repeat(32)] }]
  const without = await createWalletProviderBench({
    ...{ devices, config, stores: revoking.stores, device: { play: { applications: other } } },
    context: { random: seededRandom('without') },
  })
  assert.equal((await without.attest(device)).status, 403)
  assert.equal((await without.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})

test('WP-29 a device without labels is denied only if the vendor has evaluated the app too', async () => {
  for (const [play, code, status] of [
    [{ appRecognitionVerdict: 'UNEVALUATED', labels: [] }, 'play_app_unevaluated', 'registered'],
    [
      { appRecognitionVerdict: 'UNEVALUATED', labels: ['MEETS_BASIC_INTEGRITY'] },
      'play_device_verdict_too_weak',
      'revoked',
    ],
    [{ versionCode: 6, labels: [] }, 'play_device_verdict_too_weak', 'revoked'],
  ] as const) {
    const device = await strict.registered()
    const refused = { id: code === 'play_app_unevaluated' ? 'WP-62' : 'WP-23', code, ...belowMinimum }
    await strict.refuses(strict.attest(device, { knobs: { play } }), refused)
    assert.equal((await strict.stores.walletInstances.find(device.hardwareKeyTag))?.status, status)
  }
})

const changedKey = (certificateDigests: readonly string[]) =>
  createWalletProviderBench({
    ...{ devices, stores: bench.stores, device: { play: { applications: [{ packageName, certificateDigests }] } } },
    context: { random: seededRandom(certificateDigests.join()) },
  })

test('WP-92 a change of the app’s signing key revokes no instance: the old digest is refused, the configured one accepted', async () => {
  const device = await bench.registered()
  const digests = (await bench.stores.walletInstances.find(device.hardwareKeyTag))?.device.applicationDigests
  assert.deepEqual(digests, [certificateDigest])
  const next = 'bb'.repeat(32)
  const changed = await changedKey([next])
  await changed.refuses(changed.attest(device), 'WP-62 play_app_digest_unconfigured 403 integrity_check_error')
  assert.equal(await statusOf(device.hardwareKeyTag), 'registered')
  assert.equal((await changed.attest(device, { knobs: { play: { certificateDigests: [next] } } })).status, 200)
  const knobs = { play: { certificateDigests: [certificateDigest, 'cc'.repeat(32)] } }
  await changed.refuses(changed.attest(device, { knobs }), 'WP-62 play_app_digest_foreign 403 integrity_check_error')
  assert.equal(await statusOf(device.hardwareKeyTag), 'revoked')
})

test('WP-92 an instance that was registered before digests were recorded is refused and not revoked', async () => {
  const device = await bench.registered()
  const { walletInstances } = bench.stores
  const find: typeof walletInstances.find = async (tag) => {
    const found = await walletInstances.find(tag)
    const { applicationDigests: _, ...information } = found?.device ?? { platform: 'android', application: '' }
    return found && { ...found, device: information }
  }
  const stores = { walletInstances: { ...walletInstances, find } }
  const older = await createWalletProviderBench({ devices, stores, context: { random: seededRandom('older') } })
  await older.refuses(
    older.attest(device, { knobs: assertionFaults.wrong_app_digest }),
    'WP-62 play_app_digest_unconfigured 403 integrity_check_error',
  )
  assert.equal(await statusOf(device.hardwareKeyTag), 'registered')
})

const beta = 'org.example.beta'
const packages = [packageName, beta]
const sharingOptions = {
  ...{ devices, config: { revokeBelowMinimum: true } },
  device: {
    policy: { applications: packages.map((name) => ({ packageName: name, signatureDigests: [certificateDigest] })) },
    play: { applications: packages.map((name) => ({ packageName: name, certificateDigests: [certificateDigest] })) },
  },
}
const sharing = await createWalletProviderBench({
  ...sharingOptions,
  context: { random: seededRandom('shared user id') },
})
const verdictOf = (name: string) => ({ play: { requestPackageName: name, packageName: name } })

test('WP-211 WP-46 all packages that share a user id are recorded, and a verdict about each is accepted', async () => {
  const device = await devices.vendor.createDevice()
  assert.equal((await sharing.register(device, { knobs: { packageNames: packages } })).status, 204)
  const found = await sharing.stores.walletInstances.find(device.hardwareKeyTag)
  assert.deepEqual(found?.device.packageNames, packages)
  for (const name of packages) assert.equal((await sharing.attest(device, { knobs: verdictOf(name) })).status, 200)
  const foreign = sharing.attest(device, { knobs: verdictOf('org.example.other') })
  await sharing.refuses(foreign, 'WP-62 play_request_package_mismatch 403 invalid_request')
  assert.equal((await sharing.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'revoked')
})

test('WP-62 a verdict about a configured package that shares no user id with the app revokes', async () => {
  const device = await sharing.registered()
  const later = sharing.attest(device, { knobs: verdictOf(beta) })
  await sharing.refuses(later, 'WP-62 play_request_package_mismatch 403 invalid_request')
  assert.equal((await sharing.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'revoked')
})

test('WP-211 a record of an older version, without packages, revokes nothing for a configured package', async () => {
  const device = await sharing.registered()
  const { walletInstances } = sharing.stores
  const find: typeof walletInstances.find = async (tag) => {
    const found = await walletInstances.find(tag)
    if (found === undefined) return undefined
    const { packageNames: _, ...older } = found.device
    return { ...found, device: older }
  }
  const stores = { ...sharing.stores, walletInstances: { ...walletInstances, find } }
  const context = { random: seededRandom('older record') }
  const later = await createWalletProviderBench({ ...sharingOptions, stores, context })
  const refused = 'WP-211 play_request_package_unrecorded 403 integrity_check_error'
  await later.refuses(later.attest(device, { knobs: verdictOf(beta) }), refused)
  assert.equal((await walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  assert.equal((await later.attest(device)).status, 200)
})

test('WP-65 refuses an instance whose platform is no longer configured, and does not revoke it', async () => {
  const config = { revokeBelowMinimum: true }
  const earlier = await createWalletProviderBench({ devices, config })
  const device = await earlier.registered()
  const context = { random: seededRandom('no platform'), deviceIntegrity: createDeviceIntegrity([]) }
  const later = await createWalletProviderBench({ devices, config, stores: earlier.stores, context })
  await later.refuses(later.attest(device), 'WP-65 platform_unsupported 403 integrity_check_error')
  assert.equal((await earlier.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  assert.equal((await earlier.attest(device)).status, 200)
})

test('WP-32 refuses an instance whose app is no longer configured, and does not revoke it', async () => {
  const device = await bench.registered()
  const { stores } = bench
  const applications = [{ packageName: 'org.example.other', certificateDigests: ['aa'.repeat(32)] }]
  const context = { random: seededRandom('later') }
  const later = await createWalletProviderBench({ devices, stores, context, device: { play: { applications } } })
  await later.refuses(later.attest(device), 'WP-32 play_app_unconfigured 403 integrity_check_error')
  assert.equal(await statusOf(device.hardwareKeyTag), 'registered')
})
