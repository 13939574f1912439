import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDeviceBench, type ProviderChanges } from '../../test/support/device-integrity.ts'
import { codeOf } from '../../test/support/refuses.ts'
import { Failure, fail, type PublicJwk } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'
import { type AssertionKnobs, assertionFaults } from '../software-device/index.ts'
import { evidenceClass, evidenceCodes } from './evidence-class.ts'
import type { DeviceInformation } from './port.ts'
import type { HardwareSignatureCode, IntegrityAssertionCode } from './vendor.ts'

const bench = await createDeviceBench()
const { vendor, clock } = bench
const phone = await vendor.createDevice()
const clientData = '{"challenge":"c","jwk_thumbprint":"t"}'
const device: DeviceInformation = {
  platform: 'android',
  application: vendor.app.packageName,
  applicationDigests: [vendor.app.certificateDigest],
}

interface Verdicts {
  readonly signature: string
  readonly assertion: string
}

/** Runs both verifiers on a phone's assertion for the rebuilt client data. */
async function verdicts(
  knobs: AssertionKnobs = {},
  changes: ProviderChanges = {},
  rebuilt = clientData,
): Promise<Verdicts> {
  const made = await phone.assertion(clientData, knobs)
  const provider = bench.provider(changes)
  const signature = await provider.verifyHardwareSignature({
    ...made,
    platform: 'android',
    hardwareKey: phone.publicJwk,
    clientData: rebuilt,
  })
  const { integrity_assertion } = made
  const assertion = await provider.verifyIntegrityAssertion({
    integrity_assertion,
    clientData: rebuilt,
    device,
    now: clock.now(),
  })
  return {
    signature: signature instanceof Failure ? signature.code : signature.reading,
    assertion: codeOf(assertion),
  }
}

test('WP-22 accepts the assertion of an honest device', async () => {
  assert.deepEqual(await verdicts(), { signature: 'client_data', assertion: 'accepted' })
})

for (const reading of ['client_data', 'client_data_hash'] as const)
  for (const encoding of ['der', 'raw'] as const)
    for (const alphabet of ['base64', 'base64url'] as const)
      test(`WP-59 accepts a signature over ${reading} in ${encoding} and ${alphabet}, and returns the reading`, async () => {
        const { signature } = await verdicts({ signature: { reading, encoding, alphabet } })
        assert.equal(signature, reading)
      })

const accepted = 'client_data'
const faults = {
  signed_by_another_key: ['WP-21', 'hardware_signature_invalid', 'accepted'],
  token_signed_by_another: ['WP-62', accepted, 'play_token_forged'],
  token_encrypted_for_another: ['WP-62', accepted, 'play_token_unknown'],
  no_request_details: ['WP-62', accepted, 'play_request_field_missing'],
  no_request_package: ['WP-62', accepted, 'play_request_field_missing'],
  no_request_hash: ['WP-62', accepted, 'play_request_field_missing'],
  no_timestamp: ['WP-62', accepted, 'play_request_field_missing'],
  wrong_request_package: ['WP-62', accepted, 'play_request_package_mismatch'],
  wrong_request_hash: ['WP-62', accepted, 'play_request_hash_mismatch'],
  unreadable_request_hash: ['WP-97', accepted, 'play_request_field_missing'],
  wrong_nonce: ['WP-22', accepted, 'play_request_hash_mismatch'],
  no_nonce: ['WP-97', accepted, 'play_request_field_missing'],
  unreadable_nonce: ['WP-97', accepted, 'play_request_field_missing'],
  test_response: ['WP-98', accepted, 'play_test_response'],
  stale_token: ['WP-63', accepted, 'play_token_stale'],
  future_token: ['WP-63', accepted, 'play_token_from_future'],
  no_app_integrity: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_recognition: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_package: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_certificate_digest: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_version: ['WP-62', accepted, 'play_verdict_field_missing'],
  unrecognised_app: ['WP-62', accepted, 'play_app_unrecognised'],
  unevaluated_app: ['WP-62', accepted, 'play_app_unevaluated'],
  wrong_app_package: ['WP-62', accepted, 'play_app_package_mismatch'],
  wrong_app_digest: ['WP-62', accepted, 'play_app_digest_foreign'],
  empty_app_digests: ['WP-62', accepted, 'play_verdict_field_missing'],
  unreadable_app_digest: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_device_integrity: ['WP-62', accepted, 'play_verdict_field_missing'],
  no_device_labels: ['WP-62', accepted, 'play_device_verdict_too_weak'],
  empty_device_labels: ['WP-62', accepted, 'play_device_verdict_too_weak'],
  basic_integrity_only: ['WP-62', accepted, 'play_device_verdict_too_weak'],
  unknown_device_label: ['WP-210', accepted, 'play_device_label_unknown'],
} as const satisfies {
  readonly [name in keyof typeof assertionFaults]: readonly [
    string,
    HardwareSignatureCode | typeof accepted,
    IntegrityAssertionCode | 'accepted',
  ]
}

for (const [name, [requirement, signature, assertion]] of Object.entries(faults)) {
  test(`${requirement} evaluates an assertion with ${name.replaceAll('_', ' ')}`, async () => {
    assert.deepEqual(await verdicts(assertionFaults[name as keyof typeof faults]), { signature, assertion })
  })
}

for (const requestHashEncoding of ['base64', 'base64url', undefined] as const)
  test(`WP-97 DIS-08 the local decoder accepts a classic token with its nonce in ${requestHashEncoding ?? 'the usual form'}`, async () => {
    const play = { request: 'classic', ...(requestHashEncoding && { requestHashEncoding }) } as const
    assert.deepEqual(await verdicts({ play }), { signature: accepted, assertion: 'accepted' })
  })

test('WP-98 the verdict records a test response that the policy accepts', async () => {
  const changes = { play: { acceptTestResponses: true } }
  assert.deepEqual(await verdicts(assertionFaults.test_response, changes), {
    signature: accepted,
    assertion: 'accepted',
  })
  const verdictOf = async (knobs: AssertionKnobs) => {
    const { integrity_assertion } = await phone.assertion(clientData, knobs)
    const input = { integrity_assertion, clientData, device, now: clock.now() }
    const result = await bench.provider(changes).verifyIntegrityAssertion(input)
    return result instanceof Failure ? result.code : result.isTestResponse
  }
  assert.equal(await verdictOf(assertionFaults.test_response), true)
  assert.equal(await verdictOf({}), false)
})

test('WP-98 DIS-02 a provider that accepts test responses is unfit for production', () => {
  assert.ok(
    bench
      .provider({ play: { acceptTestResponses: true } })
      .unfitForProduction.some((one) => /test responses/.test(one)),
  )
  assert.ok(!bench.provider().unfitForProduction.some((one) => /test responses/.test(one)))
})

test('WP-29 unreadable or unknown evidence is never classed as forged', () => {
  for (const code of ['play_request_field_missing', 'play_token_undecodable', 'platform_mismatch'] as const)
    assert.equal(evidenceClass(code), 'malformed')
  assert.equal(evidenceClass('play_token_unknown'), 'unconfirmed')
})

test('DIS-05 refuses an assertion for other client data', async () => {
  assert.deepEqual(await verdicts({}, {}, clientData.replace('"c"', '"d"')), {
    signature: 'hardware_signature_invalid',
    assertion: 'play_request_hash_mismatch',
  })
})

const strict: ProviderChanges = { play: { requireStrongIntegrity: true, requireLicence: true } }
for (const [id, play, expected] of [
  ['a missing strong verdict', { labels: ['MEETS_DEVICE_INTEGRITY'] }, 'play_device_level_unmet'],
  ['an unlicensed app', { appLicensingVerdict: 'UNLICENSED' }, 'play_app_unlicensed'],
] as const) {
  test(`WP-62 refuses ${id} only if the policy requires it`, async () => {
    assert.equal((await verdicts({ play }, strict)).assertion, expected)
    assert.equal((await verdicts({ play })).assertion, 'accepted')
  })
}

test("WP-64 returns an own code if the vendor's service cannot be reached", async () => {
  const decoder = { decode: async () => fail('play_service_unavailable' as const, 'integrity_assertion') }
  const { assertion } = await verdicts({}, { decoder })
  assert.equal(assertion, 'play_service_unavailable')
  assert.equal(evidenceClass('play_service_unavailable'), 'unavailable')
})

const assess = async (integrity_assertion: string, platform: 'android' | 'apple' = 'android') => {
  const result = await bench
    .provider()
    .verifyIntegrityAssertion({ integrity_assertion, clientData, device: { ...device, platform }, now: clock.now() })
  return codeOf(result)
}

test('WP-65 refuses the evidence of the other platform', async () => {
  const whole = encodeCbor(
    new Map([
      ['signature', new Uint8Array(70)],
      ['authenticatorData', new Uint8Array(37)],
    ]),
  )
  assert.equal(await assess(Buffer.from(whole).toString('base64')), 'platform_mismatch')
  assert.equal(await assess(Buffer.from(new Uint8Array(37)).toString('base64')), 'platform_mismatch')
  assert.equal(await assess('any', 'apple'), 'platform_unsupported')
})

const token = (await phone.assertion(clientData)).integrity_assertion
for (const [id, text, code] of [
  ['one part', 'aaaa', 'play_token_undecodable'],
  ['a changed tag', `${token.slice(0, -4)}AAAA`, 'play_token_unknown'],
] as const) {
  test(`WP-62 refuses a token with ${id}`, async () => assert.equal(await assess(text), code))
}

test('WP-59 refuses an unreadable hardware signature with its own code', async () => {
  for (const hardware_signature of ['', '!', 'AAAA', Buffer.alloc(63).toString('base64'), 'MAYCAQECAQEA']) {
    const input = {
      hardware_signature,
      integrity_assertion: '',
      hardwareKey: phone.publicJwk,
      clientData,
      platform: 'android',
    } as const
    const result = await bench.provider().verifyHardwareSignature(input)
    assert.ok(result instanceof Failure && result.code === 'hardware_signature_undecodable', hardware_signature)
  }
})

test('WP-29 the class of denials contains the vendors’ denials only', () => {
  const denials = evidenceCodes.filter((code) => evidenceClass(code) === 'denied')
  assert.deepEqual(denials, [
    'play_app_unrecognised',
    'play_app_package_mismatch',
    'play_app_digest_foreign',
    'play_device_verdict_too_weak',
  ])
})

test('WP-92 records the digests of the app, and those of the store if they differ', async () => {
  const { packageName, certificateDigest } = bench.vendor.app
  const digestsWith = async (certificateDigests: readonly string[]) => {
    const [input, changes] = [
      { key_attestation: await phone.keyAttestation('c'), hardware_key_tag: phone.hardwareKeyTag, challenge: 'c' },
      { play: { applications: [{ packageName, certificateDigests }] } },
    ]
    const result = await bench.provider(changes).verifyKeyAttestation({ ...input, now: clock.now() })
    return result instanceof Failure ? result.code : result.device.applicationDigests
  }
  const [store, other] = ['aa'.repeat(32), 'bb'.repeat(32)]
  assert.deepEqual(await digestsWith([certificateDigest, other]), [certificateDigest])
  assert.deepEqual(await digestsWith([store, other]), [certificateDigest, store, other])
})

test('WP-21 refuses an unusable registered key, and a platform without a verifier', async () => {
  const made = await phone.assertion(clientData)
  const verify = async (hardwareKey: PublicJwk, platform: 'android' | 'apple') => {
    const result = await bench.provider().verifyHardwareSignature({ ...made, hardwareKey, clientData, platform })
    return codeOf(result)
  }
  const { publicJwk } = phone
  assert.equal(await verify(publicJwk, 'android'), 'accepted')
  assert.equal(await verify({ ...publicJwk, y: publicJwk.x ?? '' }, 'android'), 'hardware_key_unusable')
  assert.equal(await verify(publicJwk, 'apple'), 'platform_unsupported')
})

test('WP-32 an app that is not configured, or not with its keys, is refused with its own code and never as forged', async () => {
  const { integrity_assertion } = await phone.assertion(clientData)
  const application = 'org.example.other'
  const input = { integrity_assertion, clientData, device: { ...device, application }, now: clock.now() }
  let asked = 0
  const decoder = {
    decode: async () => {
      asked += 1
      return fail('play_token_forged' as const, 'integrity_assertion')
    },
  }
  const applications = [{ packageName: application, certificateDigests: ['aa'.repeat(32)] }]
  for (const changes of [{ decoder }, { play: { applications } }] as const) {
    const result = await bench.provider(changes).verifyIntegrityAssertion(input)
    assert.ok(result instanceof Failure && result.code === 'play_app_unconfigured')
  }
  assert.equal(asked, 0)
  assert.equal(evidenceClass('play_app_unconfigured'), 'unconfigured')
})
