import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { codeOf } from '../../../test/support/refuses.ts'
import { decodeLenientBase64, Failure } from '../../base/index.ts'
import { createNodeCrypto } from '../../node/node-crypto.ts'
import { createCertificateCache, parseCertificate } from '../../x509/index.ts'
import { parseAttestationObject } from './attestation-object.ts'
import { parseAttestedAuthenticatorData } from './authenticator-data.ts'
import { readOperatingSystem } from './operating-system.ts'
import { appleAppAttestRoots } from './roots.ts'
import { type ApplePolicy, verifyAppleKeyAttestation } from './verify-key-attestation.ts'

const read = (name: string) => {
  const file = new URL(`../../../test/vectors/apple-app-attest/${name}`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
const vector = read('attestation-production.json') as { attestation: string; keyId: string; challenge: string }
const genuine = decodeLenientBase64(vector.attestation) ?? new Uint8Array()
const application = 'V8H6LQ9448.io.uebelacker.AppAttestExample'
const crypto = createNodeCrypto()

/** 2024-02-07T21:08:56Z: time of the receipt. */
const now = 1_707_340_136

interface Changes extends Partial<ApplePolicy> {
  readonly object?: Uint8Array
  readonly now?: number
  readonly challenge?: string
  readonly tag?: string
}

function verify(changes: Changes = {}) {
  const { environment = 'production', appIds = [application], distributions, minimumVersion } = changes
  const policy = { environment, appIds, distributions, minimumVersion }
  const trust = { roots: appleAppAttestRoots, cache: createCertificateCache(), policy }
  const input = {
    object: changes.object ?? genuine,
    hardware_key_tag: changes.tag ?? vector.keyId,
    challenge: changes.challenge ?? Buffer.from(vector.challenge, 'base64').toString(),
    now: changes.now ?? now,
  }
  return verifyAppleKeyAttestation({ crypto, trust }, input)
}

test("DIS-10 accepts a genuine App Attest key under the vendor's own root", () => {
  const result = verify()
  assert.ok(!(result instanceof Failure), codeOf(result))
  assert.deepEqual(result.device, { platform: 'apple', application })
  assert.equal(result.hardwareKey.x, '2YKewJpfK9DiLX3l3mLvvKiCiTxVDJqFmLu7THesPxk')
  assert.equal(result.counter, 0)
  assert.deepEqual(result.certificateSerials, ['9bac5e1bc401ad9d45395bc381a0854'])
})

const refused: readonly [what: string, changes: Changes, code: string][] = [
  ['WP-47 before its validity', { now: 1_707_253_000 }, 'app_attest_certificate_not_yet_valid'],
  ['WP-47 after its validity', { now: 1_735_000_000 }, 'app_attest_certificate_expired'],
  ['WP-48 for another challenge', { challenge: 'another' }, 'app_attest_nonce_mismatch'],
  ['WP-49 under another key identifier', { tag: vector.keyId.replace('S', 'T') }, 'app_attest_key_id_mismatch'],
  ['WP-50 where development keys are accepted', { environment: 'development' }, 'app_attest_environment_mismatch'],
  ['WP-50 for an app that is not ours', { appIds: ['V8H6LQ9448.io.other'] }, 'app_attest_application_foreign'],
]
for (const [what, changes, code] of refused)
  test(`${what} a genuine attestation is refused`, () => assert.equal(codeOf(verify(changes)), code))

test('DIS-10 refuses every changed byte, except in the receipt, which is not verified', () => {
  const receipt = Buffer.from(genuine).indexOf('receipt')
  const data = Buffer.from(genuine).indexOf('authData')
  const accepted: number[] = []
  for (let position = 0; position < genuine.length; position += 13) {
    const object = genuine.map((byte, index) => (index === position ? byte ^ 1 : byte))
    if (codeOf(verify({ object })) === 'accepted') accepted.push(position)
  }
  assert.ok(accepted.length > 0)
  assert.deepEqual(
    accepted.filter((position) => position < receipt || position >= data),
    [],
  )
})

const recent = read('attestation-ios-27.json') as {
  attestationObject: string
  appId: string
  keyId: string
  challenge: string
  at: number
  sampleAuthenticatorData: string
}
const ofRecent: Changes = {
  object: decodeLenientBase64(recent.attestationObject) ?? new Uint8Array(),
  now: recent.at,
  challenge: recent.challenge,
  tag: recent.keyId,
  environment: 'development',
  appIds: [recent.appId],
}

test('DIS-10 DIS-11 accepts a genuine key of iOS 27, whose authenticator data end in extensions', () => {
  const result = verify(ofRecent)
  assert.ok(!(result instanceof Failure), codeOf(result))
  const statements = { distribution: 'development', applicationVersion: '1314' }
  assert.deepEqual(result.device, { platform: 'apple', application: recent.appId, ...statements })
  assert.equal(result.hardwareKey.x, 'Xhdx329swo0XWu0aL41zckEHeEaAkeLcjx6eb_FJyF0')
  assert.equal(result.counter, 0)
  assert.equal(codeOf(verify({ ...ofRecent, challenge: 'another' })), 'app_attest_nonce_mismatch')
  assert.equal(codeOf(verify({ ...ofRecent, environment: 'production' })), 'app_attest_environment_mismatch')
})

test('DIS-10 WP-195 judges the distribution and the version of a genuine iPhone', () => {
  assert.equal(codeOf(verify({ ...ofRecent, distributions: ['development'], minimumVersion: '1314' })), 'accepted')
  assert.equal(codeOf(verify({ ...ofRecent, distributions: ['app-store'] })), 'app_attest_distribution_foreign')
  assert.equal(codeOf(verify({ ...ofRecent, minimumVersion: '1315' })), 'app_attest_version_too_low')
  assert.equal(codeOf(verify({ distributions: ['testflight'], minimumVersion: '2' })), 'accepted')
})

/** Returns the name of the system in the leaf of an attestation object. */
function systemOf(bytes: Uint8Array = new Uint8Array()): string | undefined {
  const object = parseAttestationObject(bytes)
  const leaf = object instanceof Failure ? object : parseCertificate(object.certificates[0] ?? new Uint8Array(), 'leaf')
  assert.ok(!(leaf instanceof Failure))
  return readOperatingSystem(leaf)
}

test('DIS-10 WP-196 reads the system of an iPhone with iOS 27, and none of an iPhone with iOS 17', () => {
  assert.equal(systemOf(ofRecent.object), 'iphoneos')
  assert.equal(systemOf(genuine), undefined)
})

test('DIS-11 WP-51 accepts the authenticator data of the vendor’s sample, whose flags do not announce the extensions', () => {
  const bytes = decodeLenientBase64(recent.sampleAuthenticatorData) ?? new Uint8Array()
  assert.equal(bytes[32], 0x40)
  const data = parseAttestedAuthenticatorData(bytes, 'authData')
  assert.ok(!(data instanceof Failure))
  assert.deepEqual(data.app, { distribution: 'operating-system', version: '1' })
  const withFlag = bytes.with(32, 0xc0)
  assert.equal(codeOf(parseAttestedAuthenticatorData(withFlag, 'authData')), 'accepted')
  const malformed = 'app_attest_authenticator_data_malformed'
  for (const other of [
    Uint8Array.of(...bytes, 0),
    bytes.subarray(0, -1),
    Uint8Array.of(...bytes, 0xa0),
    withFlag.subarray(0, 164),
    Uint8Array.of(...bytes.subarray(0, 164), 0xf6),
    Uint8Array.of(...bytes.subarray(0, 164), 0xa1, 1, 2),
    Uint8Array.of(...bytes.subarray(0, 164), 0xbf, 0xff),
  ])
    assert.equal(codeOf(parseAttestedAuthenticatorData(other, 'authData')), malformed)
  assert.equal(codeOf(parseAttestedAuthenticatorData(bytes.subarray(0, 164), 'authData')), 'accepted')
})
