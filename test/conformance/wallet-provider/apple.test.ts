/**
 * Apple devices at the Wallet Provider's two endpoints: a valid flow, each fault of the attestation with its rule, and
 * the counter (WP-47 to WP-51, WP-60, WP-61, WP-65).
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type AppleAssertionKnobs,
  type AppleDevice,
  type Assertion,
  appleAssertionFaults,
  appleCounterFaults,
  appleKeyAttestationFaults,
  unusualAppleAttestations,
} from '../../../src/software-device/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import type { WalletProviderStores } from '../../../src/wallet-provider/index.ts'
import { createDeviceBench, type ProviderChanges } from '../../support/device-integrity.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { createWalletProviderBench, type WalletProviderBench } from '../../support/wallet-provider-bench.ts'

const devices = await createDeviceBench()
const { vendor } = devices
let opened = 0

/** Starts a Wallet Provider that accepts Apple's devices. */
const open = (
  stores: WalletProviderStores = openSqliteStores('wallet-provider', ':memory:').stores,
  apple: NonNullable<ProviderChanges['apple']> = {},
) =>
  createWalletProviderBench({
    ...{ devices, stores, device: { apple } },
    context: { random: seededRandom(`wallet-provider-apple ${opened++}`) },
  })

async function registered(bench: WalletProviderBench): Promise<AppleDevice> {
  const device = await vendor.createAppleDevice()
  const response = await bench.register(device)
  assert.equal(response.status, 204, await response.text())
  return device
}

const requestOf = async (bench: WalletProviderBench, device: AppleDevice, knobs: AppleAssertionKnobs) =>
  (await bench.attestationRequest(device, { knobs })).assertion

/** Returns the answer and the rule of a refusal. */
async function refusalOf({ sink, faults }: WalletProviderBench, response: Response) {
  const { error, error_description } = (await response.json()) as Record<string, string>
  const { requirement, code } = sink.lastRefusal()?.checks.at(-1) ?? {}
  assert.match(error_description ?? '', new RegExp(` \\[${requirement}\\] `))
  assert.deepEqual(faults, [])
  return `${requirement} ${code} ${response.status} ${error}`
}

test('WP-47, WP-48, WP-49, WP-50, WP-60 an iPhone is registered and gets attestations, with split and whole assertions', async () => {
  const bench = await open()
  const device = await registered(bench)
  const instance = await bench.stores.walletInstances.find(device.hardwareKeyTag)
  assert.deepEqual(instance?.hardwareKey, device.publicJwk)
  assert.deepEqual(instance?.device, { platform: 'apple', application: vendor.appleApp.appId })
  assert.equal(instance?.counter, 0)
  assert.ok(instance?.receipt)
  for (const [index, form] of (['split', 'whole', 'split'] as const).entries()) {
    const response = await bench.attest(device, { knobs: { form } })
    assert.equal(response.status, 200, form)
    assert.equal(response.headers.get('content-type'), 'application/jwt')
    const { status, counter } = (await bench.stores.walletInstances.find(device.hardwareKeyTag)) ?? {}
    assert.deepEqual([status, counter], ['operational', index + 1])
  }
})

test('WP-61 one of six concurrent requests with the same counter is served', async () => {
  const bench = await open()
  const device = await registered(bench)
  const requests: string[] = []
  for (let count = 0; count < 6; count += 1) requests.push(await requestOf(bench, device, { counter: 3 }))
  const responses = await Promise.all(requests.map((request) => bench.sendAssertion(request)))
  assert.deepEqual(responses.map(({ status }) => status).toSorted(), [200, 403, 403, 403, 403, 403])
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.counter, 3)
})

const bench = await open()

const malformed = '400 bad_request'
const forged = '403 invalid_request'
/** One fault for each failure code, with its requirement and answer. The tests of the verifier have every fault. */
const registrationFaults = {
  duplicate_key: `WP-51 app_attest_object_undecodable ${malformed}`,
  other_format: `WP-47 app_attest_format_mismatch ${forged}`,
  no_statement: `WP-38 app_attest_object_malformed ${malformed}`,
  one_certificate: `WP-47 app_attest_certificate_count_mismatch ${forged}`,
  unreadable_leaf: `WP-38 certificate_malformed ${malformed}`,
  expired_leaf: `WP-47 app_attest_certificate_expired ${forged}`,
  future_leaf: `WP-47 app_attest_certificate_not_yet_valid ${forged}`,
  intermediate_without_authority: `WP-47 app_attest_intermediate_not_authority ${forged}`,
  misnamed_issuer: `WP-47 app_attest_chain_name_mismatch ${forged}`,
  foreign_root: `WP-47 app_attest_root_not_pinned ${forged}`,
  broken_leaf_signature: `WP-47 app_attest_chain_signature_invalid ${forged}`,
  no_nonce: `WP-48 app_attest_nonce_missing ${forged}`,
  second_nonce: `WP-48 app_attest_nonce_repeated ${forged}`,
  truncated_nonce: `WP-48 app_attest_nonce_malformed ${forged}`,
  wrong_challenge: `WP-48 app_attest_nonce_mismatch ${forged}`,
  no_attested_flag: `WP-49 app_attest_credential_data_missing ${forged}`,
  cut_off_credential: `WP-51 app_attest_authenticator_data_malformed ${forged}`,
  malformed_cose_key: `WP-51 app_attest_credential_key_malformed ${forged}`,
  other_curve: `WP-49 app_attest_key_unusable ${forged}`,
  key_of_another: `WP-49 app_attest_key_id_mismatch ${forged}`,
  credential_of_another: `WP-49 app_attest_credential_id_mismatch ${forged}`,
  cose_key_of_another: `WP-49 app_attest_public_key_mismatch ${forged}`,
  counter_not_zero: `WP-50 app_attest_counter_not_zero ${forged}`,
  development_key: `WP-50 app_attest_environment_mismatch ${forged}`,
  other_app: 'WP-50 app_attest_application_foreign 403 integrity_check_error',
  test_build: 'WP-195 app_attest_distribution_foreign 403 integrity_check_error',
  other_system: 'WP-196 app_attest_system_foreign 403 integrity_check_error',
} as const satisfies { readonly [name in keyof typeof appleKeyAttestationFaults]?: string }

for (const [name, expected] of Object.entries(registrationFaults)) {
  test(`${expected.split(' ')[0]} refuses the registration of an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    const device = await vendor.createAppleDevice()
    const response = await bench.register(device, {
      knobs: appleKeyAttestationFaults[name as keyof typeof registrationFaults],
    })
    assert.equal(await refusalOf(bench, response), expected)
    assert.equal(await bench.stores.walletInstances.find(device.hardwareKeyTag), undefined)
  })
}

test("WP-49 refuses another key's tag, and accepts the right tag in another spelling, once", async () => {
  const device = await vendor.createAppleDevice()
  const other = await vendor.createAppleDevice()
  const foreign = await bench.register(device, { body: { hardware_key_tag: other.hardwareKeyTag } })
  assert.equal(await refusalOf(bench, foreign), `WP-49 app_attest_key_id_mismatch ${forged}`)
  const padded = Buffer.from(device.hardwareKeyTag, 'base64url').toString('base64')
  assert.equal((await bench.register(device, { body: { hardware_key_tag: padded } })).status, 204)
  const again = await bench.register(device)
  assert.equal(await refusalOf(bench, again), `WP-13 hardware_key_known ${forged}`)
})

for (const [name, knobs] of Object.entries(unusualAppleAttestations))
  test(`DIS-11 an iPhone with iOS 27 registers and gets its attestation: ${name.replaceAll('_', ' ')}`, async () => {
    const device = await vendor.createAppleDevice()
    assert.equal((await bench.register(device, { knobs })).status, 204)
    for (const form of ['split', 'whole'] as const)
      assert.equal((await bench.attest(device, { knobs: { ...knobs, form } })).status, 200)
  })

const assertionFaults = {
  signed_by_another_key: [`WP-60 app_attest_signature_invalid ${forged}`, 'registered'],
  other_app: [`WP-60 app_attest_assertion_application_mismatch ${forged}`, 'revoked'],
  test_build: ['WP-195 app_attest_distribution_foreign 403 integrity_check_error', 'registered'],
  surplus_bytes: [`WP-60 app_attest_assertion_malformed ${malformed}`, 'registered'],
  duplicate_key: [`WP-51 app_attest_assertion_undecodable ${malformed}`, 'registered'],
  two_signatures: [`WP-60 app_attest_signature_mismatch ${forged}`, 'registered'],
} as const satisfies { readonly [name in keyof typeof appleAssertionFaults]?: readonly [string, string] }

for (const [name, [expected, status]] of Object.entries(assertionFaults)) {
  test(`${expected.split(' ')[0]} refuses an attestation request of an iPhone with ${name.replaceAll('_', ' ')}`, async () => {
    const device = await registered(bench)
    const response = await bench.attest(device, { knobs: appleAssertionFaults[name as keyof typeof assertionFaults] })
    assert.equal(await refusalOf(bench, response), expected)
    assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, status)
  })
}

test('WP-195 an old app is refused at registration and at each request, and is not revoked', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const device = await registered(await open(stores))
  const strict = await open(stores, { policy: { minimumVersion: '8' } })
  const knobs = { extensions: 'flagged' } as const
  const refused = 'WP-195 app_attest_version_too_low 403 integrity_check_error'
  const another = await vendor.createAppleDevice()
  assert.equal(await refusalOf(strict, await strict.register(another, { knobs })), refused)
  assert.equal(await refusalOf(strict, await strict.attest(device, { knobs })), refused)
  const unreadable = { ...knobs, bundleVersion: '8b' }
  const refusedUnread = 'WP-195 app_attest_version_unreadable 403 integrity_check_error'
  assert.equal(await refusalOf(strict, await strict.register(another, { knobs: unreadable })), refusedUnread)
  assert.equal(await refusalOf(strict, await strict.attest(device, { knobs: unreadable })), refusedUnread)
  assert.equal((await strict.attest(device, { knobs: { ...knobs, bundleVersion: '8.0.0.1' } })).status, 200)
  assert.equal((await stores.walletInstances.find(device.hardwareKeyTag))?.status, 'operational')
})

test('WP-195 a test build is not revoked, even if the provider revokes devices below its minimum', async () => {
  const strict = await createWalletProviderBench({
    devices,
    device: { apple: {} },
    config: { revokeBelowMinimum: true },
  })
  const device = await registered(strict)
  assert.equal((await strict.attest(device, { knobs: appleAssertionFaults.test_build })).status, 403)
  assert.equal((await strict.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})

test('WP-61 refuses an equal and a lower counter without revocation, and accepts a higher one afterwards', async () => {
  const device = await registered(bench)
  const stale = `WP-61 counter_not_above ${forged}`
  assert.equal(await refusalOf(bench, await bench.attest(device, { knobs: { counter: 0 } })), stale)
  assert.equal((await bench.attest(device, { knobs: { counterStep: 5 } })).status, 200)
  for (const knobs of Object.values(appleCounterFaults))
    assert.equal(await refusalOf(bench, await bench.attest(device, { knobs })), stale)
  const { status, counter } = (await bench.stores.walletInstances.find(device.hardwareKeyTag)) ?? {}
  assert.equal(status, 'operational')
  assert.equal((await bench.attest(device, { knobs: { counter: (counter ?? 0) + 1 } })).status, 200)
})

test('WP-61 refuses a replayed request for its challenge, and replayed evidence for its client data', async () => {
  const device = await registered(bench)
  let kept: Assertion | undefined
  const keeping = {
    ...device,
    assertion: async (clientData: string) => {
      kept = await device.assertion(clientData)
      return kept
    },
  }
  const { assertion: request } = await bench.attestationRequest(device, { evidenceOf: keeping })
  assert.equal((await bench.sendAssertion(request)).status, 200)
  const replayed = await bench.sendAssertion(request)
  assert.equal(replayed.status, 403)
  assert.match(await refusalOf(bench, replayed), /^WP-(02|19) challenge_used 403 invalid_request$/)
  const evidence = kept
  assert.ok(evidence)
  const moved = await bench.attest(device, { evidenceOf: { ...device, assertion: async () => evidence } })
  assert.equal(await refusalOf(bench, moved), `WP-60 app_attest_signature_invalid ${forged}`)
})

test('WP-61 a refused counter does not use up the challenge, and leaves the stored counter unchanged', async () => {
  const device = await registered(bench)
  assert.equal((await bench.attest(device, { knobs: { counter: 9 } })).status, 200)
  const late = await requestOf(bench, device, { counter: 8 })
  for (let count = 0; count < 2; count += 1)
    assert.equal(await refusalOf(bench, await bench.sendAssertion(late)), `WP-61 counter_not_above ${forged}`)
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.counter, 9)
})

test('WP-65 refuses the evidence of an Android device and of another iPhone', async () => {
  const device = await registered(bench)
  const android = await vendor.createDevice()
  const other = await registered(bench)
  for (const [evidenceOf, expected] of [
    [android, `WP-65 platform_mismatch ${forged}`],
    [other, `WP-60 app_attest_signature_invalid ${forged}`],
  ] as const)
    assert.equal(await refusalOf(bench, await bench.attest(device, { evidenceOf })), expected)
})

test('WP-32 refuses an instance whose app is no longer configured, and does not revoke it', async () => {
  const stores = openSqliteStores('wallet-provider', ':memory:').stores
  const device = await registered(await open(stores))
  const later = await open(stores, { policy: { appIds: ['SANDBOX000.org.example.other'] } })
  const response = await later.attest(device)
  assert.equal(await refusalOf(later, response), 'WP-32 app_attest_application_foreign 403 integrity_check_error')
  assert.equal((await stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})
