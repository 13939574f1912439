/**
 * The challenge of a registration: which challenges are accepted, and which requests use one up (WP-02, WP-03, WP-35).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonce } from '../../../src/base/index.ts'
import { keyAttestationFaults } from '../../../src/software-device/index.ts'
import { createWalletProviderBench } from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, vendor } = bench
const phone = await vendor.createDevice()

test('WP-04 refuses a challenge that was made for another purpose: 403', async () => {
  const challenge = createNonce(bench.context, bench.context.challengeKeys, 'pid-provider c_nonce', clock.now())
  await bench.refuses(bench.register(phone, { challenge }), 'WP-04 nonce_foreign 403 invalid_request challenge')
})

test('WP-03 accepts a challenge until the last second of its lifetime, and refuses it from then on: 403', async () => {
  const [kept, late] = [await bench.challenge(), await bench.challenge()]
  clock.advance(299)
  assert.equal((await bench.register(await vendor.createDevice(), { challenge: kept })).status, 204)
  clock.advance(1)
  const response = await bench.register(phone, { challenge: late })
  await bench.refuses(response, 'WP-03 nonce_expired 403 invalid_request')
})

test('WP-02 refuses a challenge that a registration or an attestation request has used: 403', async () => {
  const challenge = await bench.challenge()
  const device = await vendor.createDevice()
  assert.equal((await bench.register(device, { challenge })).status, 204)
  const used = 'WP-02 challenge_used 403 invalid_request challenge'
  await bench.refuses(bench.register(phone, { challenge }), used)
  const second = await bench.challenge()
  assert.equal((await bench.attest(device, { challenge: second })).status, 200)
  await bench.refuses(bench.register(phone, { challenge: second }), used)
  assert.equal(await bench.stores.walletInstances.find(phone.hardwareKeyTag), undefined)
})

type RefusedRow = readonly [what: string, changes: Parameters<typeof bench.register>[1]]
const refusedRows: readonly RefusedRow[] = [
  ['a missing member', { body: { hardware_key_tag: undefined } }],
  ['an unknown member', { body: { surplus: 'x' } }],
  ['evidence that cannot be read', { body: { key_attestation: '!' } }],
  ['a foreign root', { knobs: keyAttestationFaults.foreign_root }],
  ['a device below the minimum', { knobs: keyAttestationFaults.unlocked }],
]
for (const [what, changes] of refusedRows) {
  test(`WP-35 a registration refused for ${what} does not use up its challenge`, async () => {
    const challenge = await bench.challenge()
    const device = await vendor.createDevice()
    assert.ok((await bench.register(device, { ...changes, challenge })).status >= 400)
    assert.equal((await bench.register(device, { challenge })).status, 204)
  })
}

test('WP-35 a registration refused for a known key does not use up its challenge', async () => {
  const challenge = await bench.challenge()
  assert.equal((await bench.register(await bench.registered(), { challenge })).status, 403)
  assert.equal((await bench.register(await vendor.createDevice(), { challenge })).status, 204)
})

test('DIS-04 refuses a key attestation that was made for another challenge', async () => {
  const { key_attestation } = await bench.registrationBody(phone)
  const response = await bench.register(phone, { body: { key_attestation } })
  await bench.refuses(response, 'WP-09 challenge_mismatch 403 invalid_request')
})
