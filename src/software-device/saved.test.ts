import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../../test/support/fixed-clock.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { Failure } from '../base/index.ts'
import {
  createAndroidVendor,
  createAppleVendor,
  createDeviceIntegrity,
  createLocalPlayDecoder,
  type DeviceIntegrity,
} from '../device-integrity/index.ts'
import { withKeyCache } from '../jose/index.ts'
import { createNodeCrypto } from '../node/node-crypto.ts'
import { createCertificateCache, pinKey } from '../x509/index.ts'
import { type AppleAssertionKnobs, createSoftwareVendor, type SoftwareVendor, sandboxApp } from './index.ts'

const clock = fixedClock()
const crypto = withKeyCache(createNodeCrypto())
const ctx = { clock, crypto, random: seededRandom('saved') }

function providerOf({ androidRoots, playKeys, app, appleRoots, appleApp }: SoftwareVendor): DeviceIntegrity {
  const { packageName, certificateDigest } = app
  const android = createAndroidVendor({
    crypto,
    trust: {
      cache: createCertificateCache(),
      listedSerials: () => new Set(),
      roots: androidRoots.map(pinKey),
      policy: { applications: [{ packageName, signatureDigests: [certificateDigest] }], requireStrongBox: false },
    },
    play: {
      decoder: createLocalPlayDecoder({ crypto }, playKeys),
      policy: {
        applications: [{ packageName, certificateDigests: [certificateDigest] }],
        maximumAgeSeconds: 900,
        skewSeconds: 60,
        requireStrongIntegrity: false,
        requireLicence: false,
      },
    },
  })
  const apple = createAppleVendor({
    crypto,
    trust: {
      cache: createCertificateCache(),
      roots: appleRoots.map(pinKey),
      policy: { appIds: [appleApp.appId], environment: 'production' },
    },
  })
  return createDeviceIntegrity([android, apple])
}

const through = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

test('a provider accepts a vendor and a device that were saved and restored', async () => {
  const vendor = await createSoftwareVendor(ctx)
  const device = await vendor.createDevice({ strongBox: true })
  const provider = providerOf(vendor)
  clock.advance(60 * 86_400)
  const restoredVendor = await createSoftwareVendor(ctx, sandboxApp, through(vendor.save()))
  const restored = await restoredVendor.restoreDevice(through(device.save()))
  assert.equal(restored.hardwareKeyTag, device.hardwareKeyTag)
  assert.deepEqual(restored.publicJwk, device.publicJwk)
  const attested = await provider.verifyKeyAttestation({
    key_attestation: await restored.keyAttestation('c'),
    hardware_key_tag: restored.hardwareKeyTag,
    challenge: 'c',
    now: clock.now(),
  })
  assert.ok(!(attested instanceof Failure), 'refused')
  assert.equal(attested.device.attestationSecurityLevel, 'strongbox')
  const { integrity_assertion } = await restored.assertion('client data')
  const input = { integrity_assertion, clientData: 'client data', device: attested.device, now: clock.now() }
  assert.ok(!((await provider.verifyIntegrityAssertion(input)) instanceof Failure))
})

test('a provider refuses a device of another vendor', async () => {
  const provider = providerOf(await createSoftwareVendor(ctx))
  const stranger = await (await createSoftwareVendor(ctx)).createDevice()
  const attested = await provider.verifyKeyAttestation({
    key_attestation: await stranger.keyAttestation('c'),
    hardware_key_tag: stranger.hardwareKeyTag,
    challenge: 'c',
    now: clock.now(),
  })
  assert.ok(attested instanceof Failure)
})

test('DIS-08 a restored iPhone keeps its key and continues its counter', async () => {
  const vendor = await createSoftwareVendor(ctx)
  const device = await vendor.createAppleDevice()
  const provider = providerOf(vendor)
  await device.assertion('before')
  clock.advance(60 * 86_400)
  const restoredVendor = await createSoftwareVendor(ctx, sandboxApp, through(vendor.save()))
  const restored = await restoredVendor.restoreAppleDevice(through(device.save()))
  assert.equal(restored.hardwareKeyTag, device.hardwareKeyTag)
  const attested = await provider.verifyKeyAttestation({
    key_attestation: await restored.keyAttestation('c'),
    hardware_key_tag: restored.hardwareKeyTag,
    challenge: 'c',
    now: clock.now(),
  })
  assert.ok(!(attested instanceof Failure), 'refused')
  const counterAfter = async (knobs?: AppleAssertionKnobs): Promise<number> =>
    Buffer.from((await restored.assertion('after', knobs)).integrity_assertion, 'base64').readUInt32BE(33)
  assert.equal(await counterAfter(), 2)
  assert.equal(restored.save().counter, 2)
  const input = { clientData: 'after', device: attested.device, now: clock.now() }
  const { integrity_assertion } = await restored.assertion('after')
  assert.ok(!((await provider.verifyIntegrityAssertion({ ...input, integrity_assertion })) instanceof Failure))
})
