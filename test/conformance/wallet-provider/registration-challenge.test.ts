/**
 * The challenge of a registration: which challenges are accepted, and which requests use one up (WP-02, WP-03, WP-35).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNonce } from '../../../src/base/index.ts'
import { keyAttestationFaults } from '../../../src/software-device/index.ts'
import { createWalletProviderBench } from '../../support/wallet-provider-bench.ts'

const bench = await createWalletProviderBench()
const { clock, devices, vendor } = bench
const phone = await vendor.createDevice()
const forged = { status: 403, error: 'invalid_request' }

const challenges: readonly (readonly [id: string, what: string, code: string, make: () => Promise<string>])[] = [
  ['WP-04', 'of another form', 'nonce_foreign', async () => 'b2f1e3f0-3a52-4a7e-9a1c-6f7d8e9f0a1b'],
  ['WP-04', 'with one digit changed', 'nonce_foreign', async () => changed(await bench.challenge())],
  ['WP-04', 'with a time moved forward', 'nonce_foreign', async () => moved(await bench.challenge())],
  ['WP-04', 'in capitals', 'nonce_foreign', async () => (await bench.challenge()).toUpperCase()],
  ['WP-04', 'made for another purpose', 'nonce_foreign', async () => nonceOf('pid-provider c_nonce')],
  ['WP-04', 'of another provider', 'nonce_foreign', () => foreignChallenge()],
]
for (const [id, what, code, make] of challenges) {
  test(`${id} refuses a challenge ${what}: 403`, async () => {
    const response = await bench.register(phone, { challenge: await make() })
    await bench.refuses(response, { id, code, at: 'challenge', ...forged })
  })
}

const changed = (text: string): string => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
const moved = (text: string): string =>
  text.slice(0, 2) + (Number.parseInt(text.slice(2, 12), 16) + 60).toString(16).padStart(10, '0') + text.slice(12)
const nonceOf = (purpose: string): string =>
  createNonce(bench.context, bench.context.challengeKeys, purpose, clock.now())
async function foreignChallenge(): Promise<string> {
  const secret = new Uint8Array(32).fill(9)
  const other = await createWalletProviderBench({ devices, context: { challengeKeys: [{ id: 1, secret }] } })
  return other.challenge()
}

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
