/**
 * Settings with which a Wallet Provider in production does not start, and the simulated devices as verified by the
 * provider's own code.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  appleAppAttestRoots,
  createDeviceIntegrity,
  googleAttestationRoots,
  isAppleAppAttestRoot,
  isGoogleAttestationRoot,
} from '../../../src/device-integrity/index.ts'
import { walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { pinKey } from '../../../src/x509/index.ts'
import { createDeviceBench, type ProviderChanges } from '../../support/device-integrity.ts'
import { organization } from '../../support/federation.ts'
import { anchorId, createWalletProviderBench, walletProviderId } from '../../support/wallet-provider-bench.ts'

const devices = await createDeviceBench()
const androidRoots = devices.vendor.androidRoots.map(pinKey)
const appleRoots = devices.vendor.appleRoots.map(pinKey)
const start = (device: ProviderChanges, environment = 'production') =>
  createWalletProviderBench({ devices, device, config: { environment } })
const real: ProviderChanges = { roots: googleAttestationRoots, apple: { roots: appleAppAttestRoots } }

test('DIS-02 the environment defaults to production', () => {
  const config = walletProviderConfig.parse({ entityId: walletProviderId, organization, authorityHints: [anchorId] })
  assert.equal(config.environment, 'production')
})

test('DIS-02 a provider in production starts with the vendors’ own roots', async () => {
  assert.equal((await (await start(real)).send('/nonce')).status, 200)
})

const refusals: readonly (readonly [string, ProviderChanges, RegExp])[] = [
  ['a software root for Android', { ...real, roots: androidRoots }, /not Google's/],
  [
    'a software root beside Google’s',
    { ...real, roots: [...googleAttestationRoots, ...androidRoots.slice(0, 1)] },
    /not Google's/,
  ],
  ['a software root for Apple', { ...real, apple: { roots: appleRoots } }, /not Apple's/],
  ['Apple’s root for Android', { ...real, roots: appleAppAttestRoots }, /not Google's/],
]
for (const [what, device, reason] of refusals)
  test(`DIS-02 a provider does not start in production with ${what}, but starts in the test environment`, async () => {
    await assert.rejects(start(device), reason)
    assert.equal((await (await start(device, 'test')).send('/nonce')).status, 200)
  })

test('WP-50 a provider in production does not start with App Attest’s development environment', async () => {
  const apple = { roots: appleAppAttestRoots, policy: { environment: 'development' as const } }
  await assert.rejects(start({ ...real, apple }), /development/)
})

test('DIS-02 DIS-06 a software root is not recognised as a vendor’s root', () => {
  for (const root of androidRoots) assert.equal(isGoogleAttestationRoot(root), false)
  for (const root of appleRoots) assert.equal(isAppleAppAttestRoot(root), false)
  assert.deepEqual(createDeviceIntegrity([]).unfitForProduction, [])
})

test('DIS-08 the simulated secure element counts its assertions, and a Play token passes the local decoding', async () => {
  const bench = await start({ apple: {} }, 'test')
  const phone = await devices.vendor.createAppleDevice()
  const counterOf = async () => (await bench.stores.walletInstances.find(phone.hardwareKeyTag))?.counter
  assert.equal((await bench.register(phone as never)).status, 204)
  assert.equal(await counterOf(), 0)
  for (const expected of [1, 2, 3]) {
    assert.equal((await bench.attest(phone as never)).status, 200)
    assert.equal(await counterOf(), expected)
  }
  assert.equal((await bench.attest(await bench.registered())).status, 200)
})
