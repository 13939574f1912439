import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceBench, type ProviderChanges } from '../../../test/support/device-integrity.ts'
import { codeOf } from '../../../test/support/refuses.ts'
import { Failure } from '../../base/index.ts'
import {
  type AppleAssertionKnobs,
  type Assertion,
  appleAssertionFaults,
  appleCounterFaults,
} from '../../software-device/index.ts'
import { evidenceClass } from '../evidence-class.ts'
import type { ApplePolicy, DeviceInformation, HardwareSignatureCode, IntegrityAssertionCode } from '../index.ts'

const bench = await createDeviceBench()
const { vendor, clock } = bench
const phone = await vendor.createAppleDevice()
const clientData = '{"challenge":"c","jwk_thumbprint":"t"}'
const device: DeviceInformation = { platform: 'apple', application: vendor.appleApp.appId }

interface Changes {
  readonly rebuilt?: string
  readonly apple?: NonNullable<ProviderChanges['apple']>
  readonly device?: DeviceInformation
  readonly hardwareKey?: typeof phone.publicJwk
}

/** Runs both verifiers on one assertion. */
async function judge(made: Assertion, changes: Changes = {}) {
  const provider = bench.provider({ apple: changes.apple ?? {} })
  const rebuilt = changes.rebuilt ?? clientData
  const hardwareKey = changes.hardwareKey ?? phone.publicJwk
  const signature = await provider.verifyHardwareSignature({
    ...made,
    platform: 'apple',
    hardwareKey,
    clientData: rebuilt,
  })
  const assertion = await provider.verifyIntegrityAssertion({
    integrity_assertion: made.integrity_assertion,
    clientData: rebuilt,
    device: changes.device ?? device,
    now: clock.now(),
  })
  return {
    signature: signature instanceof Failure ? signature.code : signature.reading,
    assertion: codeOf(assertion),
    counter: signature instanceof Failure ? undefined : signature.counter,
  }
}
const withKnobs = async (knobs: AppleAssertionKnobs, changes?: Changes) => {
  const { signature, assertion } = await judge(await phone.assertion(clientData, knobs), changes)
  return { signature, assertion }
}

const accepted = 'authenticator_data'

for (const form of ['split', 'whole'] as const)
  for (const alphabet of ['base64', 'base64url'] as const)
    test(`WP-60 accepts a ${form} assertion in ${alphabet}`, async () => {
      assert.deepEqual(await withKnobs({ form, alphabet }), { signature: accepted, assertion: 'accepted' })
    })

test('WP-59 accepts a signature of 64 raw bytes', async () => {
  assert.equal((await withKnobs({ encoding: 'raw' })).signature, 'authenticator_data')
})

test('WP-61 returns the counter that was signed', async () => {
  const fresh = await vendor.createAppleDevice()
  const counters: (number | undefined)[] = []
  const steps: AppleAssertionKnobs[] = [
    {},
    { form: 'whole' },
    { counterStep: 5 },
    appleCounterFaults.equal_counter,
    appleCounterFaults.rolled_back_counter,
    { counter: 4_294_967_295 },
  ]
  for (const knobs of steps)
    counters.push((await judge(await fresh.assertion(clientData, knobs), { hardwareKey: fresh.publicJwk })).counter)
  assert.deepEqual(counters, [1, 2, 7, 7, 6, 4_294_967_295])
})

const faults = {
  signed_by_another_key: ['WP-60', 'app_attest_signature_invalid', 'accepted'],
  other_app: ['WP-60', accepted, 'app_attest_assertion_application_mismatch'],
  test_build: ['WP-195', accepted, 'app_attest_distribution_foreign'],
  surplus_bytes: ['WP-60', 'app_attest_assertion_malformed', 'app_attest_assertion_malformed'],
  surplus_after_extensions: ['WP-60', 'app_attest_assertion_malformed', 'app_attest_assertion_malformed'],
  extensions_cut_off: ['WP-60', 'app_attest_assertion_malformed', 'app_attest_assertion_malformed'],
  duplicate_key: ['WP-51', 'app_attest_assertion_undecodable', 'app_attest_assertion_undecodable'],
  indefinite_length: ['WP-51', 'app_attest_assertion_undecodable', 'app_attest_assertion_undecodable'],
  trailing_bytes: ['WP-51', 'app_attest_assertion_undecodable', 'app_attest_assertion_undecodable'],
  no_signature_inside: ['WP-60', 'app_attest_assertion_malformed', 'app_attest_assertion_malformed'],
  no_authenticator_data_inside: ['WP-60', 'app_attest_assertion_malformed', 'app_attest_assertion_malformed'],
  two_signatures: ['WP-60', 'app_attest_signature_mismatch', 'accepted'],
} as const satisfies {
  readonly [name in keyof typeof appleAssertionFaults]: readonly [
    string,
    HardwareSignatureCode | typeof accepted,
    IntegrityAssertionCode | 'accepted',
  ]
}

for (const [name, [requirement, signature, assertion]] of Object.entries(faults)) {
  test(`${requirement} evaluates an Apple assertion with ${name.replaceAll('_', ' ')}`, async () => {
    assert.deepEqual(await withKnobs(appleAssertionFaults[name as keyof typeof faults]), { signature, assertion })
  })
}

test('DIS-05 refuses an assertion for other client data, of another key, or with its counter changed', async () => {
  const made = await phone.assertion(clientData)
  const other = await vendor.createAppleDevice()
  const raised = Buffer.from(made.integrity_assertion, 'base64')
  raised.writeUInt32BE(9_999, 33)
  for (const { signature } of [
    await judge(made, { rebuilt: clientData.replace('"c"', '"d"') }),
    await judge(made, { hardwareKey: other.publicJwk }),
    await judge({ ...made, integrity_assertion: raised.toString('base64') }),
  ])
    assert.equal(signature, 'app_attest_signature_invalid')
})

test('WP-60 refuses an app that is not the registered app, and WP-32 an app that is not configured, with different codes', async () => {
  const other: DeviceInformation = { platform: 'apple', application: 'SANDBOX000.org.example.other' }
  const appIds = [vendor.appleApp.appId, other.application]
  const { assertion } = await withKnobs({}, { device: other, apple: { policy: { appIds } } })
  assert.equal(assertion, 'app_attest_assertion_application_mismatch')
  assert.equal(evidenceClass('app_attest_assertion_application_mismatch'), 'forged')
  assert.equal((await withKnobs({}, { apple: { policy: { appIds: [] } } })).assertion, 'app_attest_application_foreign')
  assert.equal(evidenceClass('app_attest_application_foreign'), 'unconfigured')
})

test('WP-65 refuses the evidence of an Android device', async () => {
  const made = await (await vendor.createDevice()).assertion(clientData)
  const { signature, assertion } = await judge(made)
  assert.deepEqual([signature, assertion], ['platform_mismatch', 'platform_mismatch'])
})

for (const form of ['split', 'whole'] as const)
  for (const extensions of ['flagged', 'unflagged'] as const)
    test(`WP-60 DIS-11 accepts a ${form} assertion whose authenticator data end in ${extensions} extensions`, async () => {
      const knobs = { form, extensions }
      assert.deepEqual(await withKnobs(knobs), { signature: accepted, assertion: 'accepted' })
      const { signature } = await withKnobs({ ...knobs, surplusBytes: 1 })
      assert.match(signature, /^(platform_mismatch|app_attest_assertion_malformed)$/)
    })

test('WP-195 judges distribution and version of the app at each assertion, and only if it states them', async () => {
  const verdict = async (knobs: AppleAssertionKnobs, policy: Partial<ApplePolicy> = {}) =>
    (await withKnobs({ extensions: 'flagged', ...knobs }, { apple: { policy } })).assertion
  const distributions = ['testflight', 'app-store'] as const
  assert.equal(await verdict({}), 'accepted')
  for (const validationCategory of [0, 1, 2, 3, 5, 6, 7, 10, 0x04000000])
    assert.equal(await verdict({ validationCategory }), 'app_attest_distribution_foreign', `${validationCategory}`)
  assert.equal(await verdict({ validationCategory: 2 }, { distributions }), 'accepted')
  assert.equal(await verdict({}, { distributions: ['testflight'] }), 'app_attest_distribution_foreign')
  assert.equal(await verdict({ bundleVersion: '6.9' }, { minimumVersion: '7' }), 'app_attest_version_too_low')
  assert.equal(await verdict({}, { minimumVersion: '7' }), 'accepted')
  const { assertion } = await withKnobs(
    {},
    { apple: { policy: { minimumVersion: '7', distributions: ['testflight'] } } },
  )
  assert.equal(assertion, 'accepted')
})

test('WP-60 DIS-11 refuses an assertion whose flags announce missing extensions', async () => {
  for (const form of ['split', 'whole'] as const) {
    const { signature } = await withKnobs({ form, extensions: 'flag-only' })
    assert.match(signature, /^(platform_mismatch|app_attest_assertion_malformed)$/)
  }
})

test('WP-60 accepts separate authenticator data of 37 bytes, and of no other length', async () => {
  const made = await phone.assertion(clientData)
  const bytes = Buffer.from(made.integrity_assertion, 'base64')
  assert.equal(bytes.length, 37)
  for (const length of [0, 1, 32, 36, 38, 74]) {
    const integrity_assertion = Buffer.concat([bytes, bytes]).subarray(0, length).toString('base64')
    const { signature, assertion } = await judge({ ...made, integrity_assertion })
    assert.match(signature, /^(platform_mismatch|app_attest_assertion_undecodable)$/, `${length}`)
    assert.equal(signature, assertion)
  }
})

test('WP-59 refuses a malformed signature, and WP-21 a registered key that cannot be used', async () => {
  const made = await phone.assertion(clientData)
  for (const hardware_signature of ['', '!', 'AAAA', made.integrity_assertion])
    assert.equal((await judge({ ...made, hardware_signature })).signature, 'hardware_signature_undecodable')
  const { x = '' } = phone.publicJwk
  const hardwareKey = { ...phone.publicJwk, y: x }
  assert.equal((await judge(made, { hardwareKey })).signature, 'hardware_key_unusable')
})
