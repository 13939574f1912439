import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NonStandardKeyDescription } from '@peculiar/asn1-android'
import { AsnConvert } from '@peculiar/asn1-schema'
import { createDeviceBench } from '../../test/support/device-integrity.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Failure } from '../base/index.ts'
import { keyDescriptionOid } from '../device-integrity/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { findExtension, nameHas, nameOids, parseCertificate } from '../x509/index.ts'
import { writeKeyDescription } from './key-description-record.ts'
import { createSoftwareVendor } from './software-vendor.ts'

const { vendor, clock } = await createDeviceBench()
const facts = {
  attestationChallenge: 'challenge',
  securityLevel: 2,
  packageName: 'org.example.wallet',
  packageVersion: 7,
  signatureDigest: 'ab'.repeat(32),
  creationDateTime: clock.now() * 1000,
}

test('DIS-01 writes records that an independent decoder reads the same', () => {
  const record = AsnConvert.parse(writeKeyDescription(facts), NonStandardKeyDescription)
  const hardware = record.hardwareEnforced
  assert.equal(Buffer.from(record.attestationChallenge.buffer).toString(), 'challenge')
  assert.deepEqual(
    [record.attestationVersion, record.attestationSecurityLevel, record.keyMintSecurityLevel],
    [300, 2, 2],
  )
  assert.deepEqual([...(hardware.findProperty('purpose') ?? [])], [2])
  assert.deepEqual(
    [hardware.findProperty('algorithm'), hardware.findProperty('ecCurve'), hardware.findProperty('origin')],
    [3, 1, 0],
  )
  assert.deepEqual([...(hardware.findProperty('digest') ?? [])], [4])
  const trust = hardware.findProperty('rootOfTrust')
  assert.deepEqual([trust?.deviceLocked, trust?.verifiedBootState], [true, 0])
  assert.equal(hardware.findProperty('osPatchLevel'), 202_512)
  assert.equal(String(record.softwareEnforced.findProperty('creationDateTime')), String(facts.creationDateTime))
  assert.ok(record.softwareEnforced.findProperty('attestationApplicationId'))
})

const derOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
const certificatesOf = (key_attestation: string) =>
  Buffer.from(key_attestation, 'base64')
    .toString()
    .split(',')
    .map((part) => {
      const certificate = parseCertificate(derOf(part), 'certificate')
      assert.ok(!(certificate instanceof Failure))
      return certificate
    })

test('DIS-06 the vendor names its root as a sandbox root, and each vendor has a new root', async () => {
  const phone = await vendor.createDevice()
  const root = certificatesOf(await phone.keyAttestation('challenge')).at(-1)
  assert.ok(root && nameHas(root.subject, nameOids.commonName, 'Sandbox Key Attestation Root'))
  const ctx = { clock, crypto: createNodeCrypto(), random: seededRandom('vendor') }
  const [one, other] = [await createSoftwareVendor(ctx), await createSoftwareVendor(ctx)]
  assert.notDeepEqual(one.androidRoots, other.androidRoots)
})

test('DIS-01 creates chains like those of real devices', async () => {
  for (const [options, names] of [
    [{}, ['Android Keystore Key', undefined, 'Droid CA3', 'Droid CA2', 'Sandbox Key Attestation Root']],
    [{ provisioning: 'factory' }, ['Android Keystore Key', undefined, undefined, 'Sandbox Key Attestation Root']],
  ] as const) {
    const phone = await vendor.createDevice(options)
    const certificates = certificatesOf(await phone.keyAttestation('challenge'))
    const shown = certificates.map(
      ({ subject }) =>
        subject.find(({ oid, text }) => oid === nameOids.commonName && !/^[0-9a-f]{32}$/.test(text))?.text,
    )
    assert.deepEqual(shown, names)
    const [leaf] = certificates
    assert.ok(leaf?.serial === '1' && findExtension(leaf, keyDescriptionOid))
  }
})

test('DIS-01 creates devices with a valid chain after the vendor has run for months', async () => {
  const bench = await createDeviceBench()
  const days = [0, 28, 29, 30, 31, 90]
  for (const [index, day] of days.entries()) {
    bench.clock.advance((day - (days[index - 1] ?? 0)) * 86_400)
    const phone = await bench.vendor.createDevice()
    for (const { notAfter } of certificatesOf(await phone.keyAttestation('challenge')))
      assert.ok(notAfter > bench.clock.now(), `day ${day}`)
  }
})

test('DIS-09 serves its status list in the form of the vendor', () => {
  vendor.revoke('abc', 'SUSPENDED')
  assert.deepEqual(JSON.parse(vendor.statusList()), {
    entries: { abc: { status: 'SUSPENDED', reason: 'KEY_COMPROMISE' } },
  })
})
