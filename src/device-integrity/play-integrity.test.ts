/**
 * The verdict of a Play Integrity token: a missing member, another type or another value is a failure, even if the
 * vendor signed it (WP-62).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf } from '../../test/support/refuses.ts'
import { type Failure, fail, failed, type Json, type JsonObject } from '../base/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { evidenceClass } from './evidence-class.ts'
import { type PlayDecodeCode, type PlayIntegrityCode, verifyPlayIntegrity } from './play-integrity.ts'
import type { PlayIntegrityPolicy } from './play-verdict.ts'

const now = 1_768_478_400
const crypto = createNodeCrypto()
const clientData = '{"challenge":"c","jwk_thumbprint":"t"}'
const packageName = 'org.example.wallet'
const digest = '5f'.repeat(32)
const requestHash = Buffer.from(crypto.digest('sha-256', clientData)).toString('hex')

const strict: PlayIntegrityPolicy = {
  applications: [{ packageName, certificateDigests: [digest], minimumVersion: 7 }],
  maximumAgeSeconds: 900,
  skewSeconds: 60,
  requireStrongIntegrity: true,
  requireLicence: true,
}
const genuine = {
  requestDetails: { requestPackageName: packageName, requestHash, timestampMillis: `${now}000` },
  appIntegrity: {
    appRecognitionVerdict: 'PLAY_RECOGNIZED',
    packageName,
    certificateSha256Digest: [Buffer.from(digest, 'hex').toString('base64url')],
    versionCode: '7',
  },
  deviceIntegrity: { deviceRecognitionVerdict: ['MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY'] },
  accountDetails: { appLicensingVerdict: 'LICENSED' },
} as const satisfies JsonObject
type Group = keyof typeof genuine

async function judge(payload: JsonObject, changes: Partial<PlayIntegrityPolicy> = {}): Promise<string> {
  const decoder = { decode: async () => payload }
  const input = { integrity_assertion: 'token', clientData, packageName, recordedDigests: [digest], now }
  const result = await verifyPlayIntegrity({ crypto, decoder, policy: { ...strict, ...changes } }, input)
  return codeOf(result)
}
const withMember = (group: Group, member: string, value: Json): JsonObject => ({
  ...genuine,
  [group]: { ...genuine[group], [member]: value },
})

test('accepts the verdict that the rows change', async () => {
  assert.equal(await judge(genuine), 'accepted')
})

test('WP-22 WP-62 reads the token as it is and in base64 of any kind, and passes any other text unchanged to the decoder', async () => {
  const seen: string[] = []
  const decode = async (text: string): Promise<JsonObject> => {
    seen.push(text)
    return genuine
  }
  const ctx = { crypto, decoder: { decode }, policy: strict }
  const token = 'eyJhbGciOiJBMjU2S1cifQ.a-b_.c.d.e'
  const base64 = Buffer.from(token).toString('base64')
  const wrapped = [base64, Buffer.from(token).toString('base64url'), `${base64.slice(0, 20)}\n${base64.slice(20)}\n`]
  const bare = [
    'token',
    'a.b.c.d.e',
    ...['a.b.c', 'a.b.c.d.e.f', 'é.b.c.d.e', ''].map((text) => Buffer.from(text).toString('base64')),
  ]
  for (const integrity_assertion of [token, ...wrapped, ...bare])
    await verifyPlayIntegrity(ctx, { integrity_assertion, clientData, packageName, now })
  assert.deepEqual(seen, [token, ...wrapped.map(() => token), ...bare])
})

test('WP-62 refuses an empty verdict', async () => {
  assert.equal(await judge({}), 'play_request_field_missing')
})

for (const group of ['requestDetails', 'appIntegrity', 'deviceIntegrity', 'accountDetails'] as const) {
  const code = group === 'requestDetails' ? 'play_request_field_missing' : 'play_verdict_field_missing'
  const emptyCode = group === 'deviceIntegrity' ? 'play_device_verdict_too_weak' : code
  for (const value of [null, '', 'text', true, 1, [], [genuine[group]]] as const)
    test(`WP-62 refuses ${group} ${JSON.stringify(value).slice(0, 20)}: ${code}`, async () => {
      assert.equal(await judge({ ...genuine, [group]: value }), code)
    })
  test(`WP-62 refuses ${group} {}: ${emptyCode}`, async () => {
    assert.equal(await judge({ ...genuine, [group]: {} }), emptyCode)
  })
  test(`WP-62 refuses a verdict without ${group}: ${code}`, async () => {
    const { [group]: _, ...others } = genuine
    assert.equal(await judge(others), code)
  })
}

const absent = 'play_verdict_field_missing'
const weak = 'play_device_verdict_too_weak'
const unknown = 'play_device_label_unknown'
const other = 'play_app_digest_unconfigured'
const unmet = 'play_device_level_unmet'
const faults: Readonly<
  Record<Group, Readonly<Record<string, Partial<Readonly<Record<PlayIntegrityCode, readonly Json[]>>>>>>
> = {
  requestDetails: {
    requestPackageName: {
      play_request_field_missing: [null, 1, [packageName], ''],
      play_request_package_mismatch: ['org.example.other', 'org.example', packageName.toUpperCase()],
    },
    requestHash: {
      play_request_field_missing: [
        ...[null, 1, [requestHash], '', requestHash.slice(2), `${requestHash}00`, clientData, 'not base64!'],
      ],
      play_request_hash_mismatch: ['00'.repeat(32), Buffer.alloc(32).toString('base64')],
    },
    timestampMillis: {
      play_request_field_missing: [null, '', 'soon', '-1', -1, 1.5, '1e12', true],
      play_token_stale: ['0', 0, `${now - 901}000`, (now - 900) * 1000 - 1],
      play_token_from_future: [`${now + 61}000`, (now + 60) * 1000 + 1, '999999999999999'],
    },
  },
  appIntegrity: {
    appRecognitionVerdict: {
      [absent]: [null, true, ['PLAY_RECOGNIZED']],
      play_app_unrecognised: ['UNRECOGNIZED_VERSION'],
      play_app_unevaluated: ['', 'UNEVALUATED', 'play_recognized'],
    },
    packageName: {
      [absent]: [null, 1, [packageName], ''],
      play_app_package_mismatch: ['org.example.other'],
    },
    certificateSha256Digest: {
      [absent]: [
        ...[null, '', digest, [], [null], [''], [digest.slice(2)], [`${digest}00`]],
        ...[[digest.match(/../g)?.join(':') ?? ''], [digest, ''], [digest, 'not base64!'], [{ sha256: digest }]],
      ],
      play_app_digest_foreign: [['aa'.repeat(32)], [digest, 'aa'.repeat(32)], ['', 'aa'.repeat(32)]],
    },
    versionCode: {
      [absent]: [null, '', 'seven', '-7', 7.5],
      play_app_version_too_low: ['6', 6, '0'],
    },
  },
  deviceIntegrity: {
    deviceRecognitionVerdict: {
      [absent]: [null, 'MEETS_STRONG_INTEGRITY', { MEETS_STRONG_INTEGRITY: true }, [null]],
      [weak]: [[], ['MEETS_BASIC_INTEGRITY'], ['MEETS_VIRTUAL_INTEGRITY', 'MEETS_BASIC_INTEGRITY']],
      [unknown]: [
        ...[
          ['meets_strong_integrity'],
          ['MEETS_NEW_INTEGRITY'],
          ['MEETS_NEW_INTEGRITY', 'MEETS_BASIC_INTEGRITY'],
          [''],
        ],
        ['MEETS_DEVICE_INTEGRITY', 'MEETS_NEW_INTEGRITY'],
      ],
      [unmet]: [['MEETS_DEVICE_INTEGRITY']],
    },
  },
  accountDetails: {
    appLicensingVerdict: {
      [absent]: [null, true, ['LICENSED']],
      play_app_unlicensed: ['UNLICENSED'],
      play_app_licence_unevaluated: ['', 'UNEVALUATED'],
    },
  },
}
for (const [group, members] of Object.entries(faults))
  for (const [member, cases] of Object.entries(members))
    for (const [code, values] of Object.entries(cases))
      for (const value of values)
        test(`WP-62 refuses ${member} ${JSON.stringify(value).slice(0, 80)}: ${code}`, async () => {
          assert.equal(await judge(withMember(group as Group, member, value)), code)
        })

test('WP-62 requires a device verdict even without the stricter policy', async () => {
  const changes = { requireStrongIntegrity: false, requireLicence: false }
  const labelled = (...labels: string[]) =>
    judge(withMember('deviceIntegrity', 'deviceRecognitionVerdict', labels), changes)
  assert.equal(await labelled('MEETS_DEVICE_INTEGRITY'), 'accepted')
  for (const labels of [[], ['MEETS_BASIC_INTEGRITY'], ['MEETS_VIRTUAL_INTEGRITY']])
    assert.equal(await labelled(...labels), weak)
  assert.equal(await labelled('MEETS_STRONG_INTEGRITY'), unmet)
})

test('WP-210 WP-78 a value that we do not know denies nothing, and a sufficient label beside an unknown one suffices', async () => {
  const labels = ['MEETS_NEW_INTEGRITY', 'MEETS_DEVICE_INTEGRITY', 'MEETS_STRONG_INTEGRITY']
  assert.equal(await judge(withMember('deviceIntegrity', 'deviceRecognitionVerdict', labels)), 'accepted')
  const codes = [absent, unknown, 'play_app_unevaluated', 'play_app_licence_unevaluated'] as const
  for (const code of codes) assert.equal(evidenceClass(code), 'unconfirmed')
  assert.equal(evidenceClass('play_request_field_missing'), 'malformed')
})

test('WP-29 reports a denial before a failure of the policy', async () => {
  const old = withMember('appIntegrity', 'versionCode', '6')
  assert.equal(await judge(old), 'play_app_version_too_low')
  assert.equal(await judge({ ...old, deviceIntegrity: { deviceRecognitionVerdict: [] } }), weak)
  const { versionCode: _, ...unversioned } = genuine.appIntegrity
  for (const [changes, code] of [
    [{ packageName: 'org.example.other' }, 'play_app_package_mismatch'],
    [{ certificateSha256Digest: ['aa'.repeat(32)] }, 'play_app_digest_foreign'],
    [{}, absent],
  ] as const)
    assert.equal(await judge({ ...genuine, appIntegrity: { ...unversioned, ...changes } }), code)
  const unevaluated = { appIntegrity: { appRecognitionVerdict: 'UNEVALUATED' } }
  const labelled = (...deviceRecognitionVerdict: string[]) =>
    judge({ ...genuine, ...unevaluated, deviceIntegrity: { deviceRecognitionVerdict } })
  assert.equal(await labelled('MEETS_BASIC_INTEGRITY'), weak)
  assert.equal(await labelled(), 'play_app_unevaluated')
  assert.equal(await judge({ ...genuine, ...unevaluated, deviceIntegrity: {} }), 'play_app_unevaluated')
  assert.equal(await judge(genuine, { applications: [{ packageName, certificateDigests: ['aa'.repeat(32)] }] }), other)
})

for (const [what, payload] of [
  ['a hash in capitals', withMember('requestDetails', 'requestHash', requestHash.toUpperCase())],
  ['a hash in base64', withMember('requestDetails', 'requestHash', Buffer.from(requestHash, 'hex').toString('base64'))],
  ['a time as a number', withMember('requestDetails', 'timestampMillis', now * 1000)],
  ['the oldest token', withMember('requestDetails', 'timestampMillis', (now - 900) * 1000)],
  ['the maximum clock skew', withMember('requestDetails', 'timestampMillis', (now + 60) * 1000)],
  ['a version as a number', withMember('appIntegrity', 'versionCode', 8)],
  ['additional members', { ...genuine, environmentDetails: {} }],
  ['a verdict that is explicitly not a test response', { ...genuine, testingDetails: { isTestingResponse: false } }],
] as const satisfies readonly (readonly [string, JsonObject])[])
  test(`WP-62 accepts ${what}`, async () => assert.equal(await judge(payload), 'accepted'))

for (const [group, member, place] of [
  ['requestDetails', undefined, 'requestDetails'],
  ['requestDetails', 'requestPackageName', 'requestDetails.requestPackageName'],
  ['requestDetails', 'timestampMillis', 'requestDetails.timestampMillis'],
  ['appIntegrity', undefined, 'appIntegrity'],
  ['appIntegrity', 'appRecognitionVerdict', 'appIntegrity.appRecognitionVerdict'],
  ['appIntegrity', 'certificateSha256Digest', 'appIntegrity.certificateSha256Digest'],
  ['deviceIntegrity', 'deviceRecognitionVerdict', 'deviceIntegrity.deviceRecognitionVerdict'],
  ['accountDetails', undefined, 'accountDetails'],
  ['accountDetails', 'appLicensingVerdict', 'accountDetails.appLicensingVerdict'],
] as const)
  test(`WP-62 names the place of the missing member: ${place}`, async () => {
    const payload = member === undefined ? { ...genuine, [group]: null } : withMember(group, member, null)
    const input = { integrity_assertion: 'token', clientData, packageName, now }
    const result = await verifyPlayIntegrity(
      { crypto, decoder: { decode: async () => payload }, policy: strict },
      input,
    )
    assert.equal(failed(result) && result.at, `integrity_assertion.${place}`)
  })

const { requestHash: _, ...bare } = genuine.requestDetails
const classic = (nonce: Json, more: JsonObject = {}): JsonObject => ({
  ...genuine,
  requestDetails: { ...bare, nonce, ...more },
})
const hashBytes = Buffer.from(requestHash, 'hex')
const padded = hashBytes.toString('base64')

for (const nonce of [padded, padded.replace('=', ''), hashBytes.toString('base64url'), padded.replaceAll('+', '-')])
  test(`WP-22 WP-97 accepts a classic token whose nonce is the hash of the client data: ${nonce}`, async () => {
    assert.equal(await judge(classic(nonce)), 'accepted')
  })

for (const [what, payload, code] of [
  ['a nonce of other client data', classic(Buffer.alloc(32).toString('base64url')), 'play_request_hash_mismatch'],
  ['a nonce that is not a hash', classic(Buffer.from(clientData).toString('base64url')), 'play_request_field_missing'],
  ['a nonce of another type', classic(1), 'play_request_field_missing'],
  ['a nonce and another hash', classic(padded, { requestHash: '00'.repeat(32) }), 'play_request_hash_mismatch'],
  ['a hash and another nonce', classic('A'.repeat(43), { requestHash }), 'play_request_hash_mismatch'],
  ['a hash and an empty nonce', classic('', { requestHash }), 'play_request_field_missing'],
  ['neither a hash nor a nonce', { ...genuine, requestDetails: bare }, 'play_request_field_missing'],
] as const satisfies readonly (readonly [string, JsonObject, PlayIntegrityCode])[])
  test(`WP-97 refuses a token with ${what}: ${code}`, async () => assert.equal(await judge(payload), code))

for (const testingDetails of [{ isTestingResponse: true }, {}, { isTestingResponse: 'false' }, true, null] as const)
  test(`WP-98 refuses a test response, whatever its verdict, unless the policy accepts it: ${JSON.stringify(testingDetails)}`, async () => {
    const payload = { ...genuine, testingDetails }
    assert.equal(await judge(payload), 'play_test_response')
    const denied = { ...payload, deviceIntegrity: { deviceRecognitionVerdict: [] } }
    assert.equal(await judge(denied), 'play_test_response')
    assert.equal(evidenceClass('play_test_response'), 'unconfirmed')
    const acceptTestResponses = { acceptTestResponses: true }
    assert.equal(await judge(payload, acceptTestResponses), 'accepted')
    assert.equal(await judge(denied, acceptTestResponses), weak)
    const foreign = { ...payload, requestDetails: { ...genuine.requestDetails, requestHash: '00'.repeat(32) } }
    assert.equal(await judge(foreign), 'play_request_hash_mismatch')
  })

test('WP-211 decodes a token as one of each recorded and configured package in turn, until one can decode it', async () => {
  const seen: string[] = []
  const answers: Record<string, JsonObject | Failure<PlayDecodeCode>> = {
    'org.example.unconfigured': genuine,
    'org.example.first': fail('play_token_unknown', 'integrity_assertion'),
    [packageName]: genuine,
  }
  const decode = async (_: string, name: string) => {
    seen.push(name)
    return answers[name] ?? fail('play_service_unavailable', 'integrity_assertion')
  }
  const named = (name: string) => ({ packageName: name, certificateDigests: [digest] })
  const policy = { ...strict, applications: ['org.example.first', packageName, 'org.example.last'].map(named) }
  const input = { integrity_assertion: 'token', clientData, packageName: 'org.example.first', now }
  const judged = async (...packageNames: string[]) =>
    codeOf(await verifyPlayIntegrity({ crypto, decoder: { decode }, policy }, { ...input, packageNames }))
  assert.equal(
    await judged('org.example.unconfigured', 'org.example.first', packageName, 'org.example.last'),
    'accepted',
  )
  assert.deepEqual(seen, ['org.example.first', packageName])
  assert.equal(await judged('org.example.first', 'org.example.unconfigured'), 'play_token_unknown')
  assert.equal(await judged('org.example.last', packageName), 'play_service_unavailable', 'an outage ends the search')
  assert.equal(await judged('org.example.unconfigured'), 'play_app_unconfigured')
  const removed = { decode: async () => withMember('requestDetails', 'requestPackageName', 'org.example.unconfigured') }
  const recorded = { ...input, packageNames: ['org.example.first', 'org.example.unconfigured'] }
  const result = await verifyPlayIntegrity({ crypto, decoder: removed, policy }, recorded)
  assert.equal(codeOf(result), 'play_app_unconfigured')
})

test('WP-211 a record without packages counts as one of the app alone', async () => {
  const sibling = { packageName: 'org.example.sibling', certificateDigests: [digest] }
  const changes = { applications: [...strict.applications, sibling] }
  assert.equal(await judge(genuine, changes), 'accepted')
  const payload = withMember('requestDetails', 'requestPackageName', sibling.packageName)
  assert.equal(await judge(payload, changes), 'play_request_package_unrecorded')
  assert.equal(evidenceClass('play_request_package_unrecorded'), 'unconfirmed')
})
