/**
 * The cost of a registration in signatures and certificates: if the vendor's intermediates are cached, the provider
 * verifies only the new signatures.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppleDevice, SoftwareDevice } from '../../../src/software-device/index.ts'
import { countingCertificates } from '../../support/certificate-counter.ts'
import { createWalletProviderBench, jsonType } from '../../support/wallet-provider-bench.ts'

const certificates = countingCertificates()
const bench = await createWalletProviderBench({ device: { apple: {} } })
const { vendor } = bench
const untouched = { verify: 0, importKey: 0, sign: 0, agree: 0, decrypt: 0, encrypt: 0 }

/** Returns the cost of one registration, without the work of the device. */
async function costOf(device: SoftwareDevice | AppleDevice) {
  const body = JSON.stringify(await bench.registrationBody(device as SoftwareDevice))
  bench.counter.take()
  certificates.take()
  assert.equal((await bench.post('/wallet-instance', jsonType, body)).status, 204)
  assert.deepEqual(bench.counter.take(), untouched)
  return certificates.take()
}

test('the first Android chain costs four signature verifications, a later one only two', async () => {
  assert.deepEqual(await costOf(await vendor.createDevice()), { verify: 4, importKey: 4, parse: 0 })
  for (const strongBox of [false, true, true])
    assert.deepEqual(await costOf(await vendor.createDevice({ strongBox })), { verify: 2, importKey: 1, parse: 0 })
})

for (const [provisioning, cost] of [
  ['factory', { verify: 1, importKey: 0, parse: 0 }],
  ['remote', { verify: 2, importKey: 1, parse: 0 }],
] as const)
  test(`a repeated Android chain costs the leaf alone with factory keys, and one certificate more otherwise: ${provisioning}`, async () => {
    const device = await vendor.createDevice({ provisioning })
    await bench.register(device)
    for (let times = 0; times < 2; times += 1) {
      const body = JSON.stringify(await bench.registrationBody(device))
      certificates.take()
      assert.equal((await bench.post('/wallet-instance', jsonType, body)).status, 403)
    }
    assert.deepEqual(certificates.take(), cost)
  })

test('the first App Attest object costs the intermediate and the leaf, later ones the leaf alone', async () => {
  assert.deepEqual(await costOf(await vendor.createAppleDevice()), { verify: 2, importKey: 1, parse: 1 })
  for (let times = 0; times < 2; times += 1)
    assert.deepEqual(await costOf(await vendor.createAppleDevice()), { verify: 1, importKey: 0, parse: 0 })
})

test('an attestation of an iPhone costs two verifications, one signature, and no certificate', async () => {
  const phone = await vendor.createAppleDevice()
  await bench.register(phone as never)
  assert.equal((await bench.attest(await bench.registered())).status, 200)
  for (const importKey of [2, 1]) {
    const { assertion } = await bench.attestationRequest(phone as never)
    bench.counter.take()
    certificates.take()
    assert.equal((await bench.sendAssertion(assertion)).status, 200)
    assert.deepEqual(bench.counter.take(), { ...untouched, verify: 2, importKey, sign: 1 })
    assert.deepEqual(certificates.take(), { verify: 0, importKey: 0, parse: 0 })
  }
})

test('evidence that is refused before its chain costs no signature', async () => {
  const device = await vendor.createDevice()
  for (const changes of [
    { challenge: 'stale' },
    { body: { key_attestation: 'AAAA' } },
    { knobs: { recordAbsent: true } },
    { knobs: { recordRepeated: true } },
  ]) {
    const body = JSON.stringify(await bench.registrationBody(device, changes))
    certificates.take()
    assert.ok((await bench.post('/wallet-instance', jsonType, body)).status >= 400)
    assert.equal(certificates.take().verify, 0)
  }
})
