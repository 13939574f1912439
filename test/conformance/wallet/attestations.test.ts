/**
 * The attestations of a wallet: a stock, a different attestation for each party, renewal before the expiry, and no flow
 * without an attestation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertionFaults } from '../../../src/software-device/index.ts'
import { chooseAttestation } from '../../../src/wallet/attestation/choose-attestation.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { createPhone, createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture, walletProviderId } from '../../support/wallet-provider-fixture.ts'

async function open(attestations: object = {}) {
  const fixture = await createWalletProviderFixture()
  const { wallet, context, phone } = createTestWallet(fixture, { config: { attestations } })
  await wallet.setUp()
  const asked = (): number =>
    fixture.network.exchanges.filter(({ request }) => request.url === `${walletProviderId}/token`).length
  const shown = async (party: string) => (await chooseAttestation(context, party)).thumbprint
  const remaining = async () =>
    (await wallet.status()).attestations.map((expiresAt) => expiresAt - fixture.clock.now()).toSorted((a, b) => a - b)
  return { fixture, wallet, context, phone, asked, shown, remaining }
}

test('WI-04 no two parties see the same key, even in concurrent flows', async () => {
  const { wallet, shown, asked } = await open({ readyCount: 3 })
  await wallet.renewAttestations()
  const parties = Array.from({ length: 8 }, (_, index) => `https://rp-${index}.example`)
  const thumbprints = await Promise.all(parties.map(shown))
  assert.equal(new Set(thumbprints).size, 8)
  assert.equal(asked(), 8)
  assert.equal((await wallet.status()).attestations.length, 8)
})

test('WI-32 a party sees the same attestation each time, or another one each time, as configured', async () => {
  for (const [perParty, count] of [
    ['reuse', 1],
    ['fresh', 3],
  ] as const) {
    const { shown } = await open({ perParty })
    const thumbprints = [
      await shown('https://rp.example'),
      await shown('https://rp.example'),
      await shown('https://rp.example'),
    ]
    assert.equal(new Set(thumbprints).size, count, perParty)
  }
})

test('WI-32 one party in two concurrent flows sees one attestation, and the wallet requests only one', async () => {
  const { shown, asked } = await open()
  const thumbprints = await Promise.all([shown('https://rp.example'), shown('https://rp.example')])
  assert.equal(new Set(thumbprints).size, 1)
  assert.equal(asked(), 1)
})

test('WI-04 a renewal fills the stock, and requests nothing if the stock is full', async () => {
  const { wallet, shown, asked } = await open({ readyCount: 3 })
  assert.equal(asked(), 1)
  assert.equal((await wallet.renewAttestations()).attestations.length, 3)
  await wallet.renewAttestations()
  assert.equal(asked(), 3)
  await shown('https://rp.example')
  assert.equal(asked(), 3, 'it is from the stock')
  await wallet.renewAttestations()
  assert.equal(asked(), 4)
})

test('WI-05 a renewal replaces unused attestations before their expiry, and keeps those that a party still sees', async () => {
  const { fixture, wallet, phone, shown, remaining } = await open({ readyCount: 2, renewalSeconds: 600 })
  await wallet.renewAttestations()
  const seen = await shown('https://rp.example')
  await wallet.renewAttestations()
  const keys = () => phone.state.keys.size
  const before = keys()
  fixture.clock.advance(3600 - 600)
  await wallet.renewAttestations()
  assert.deepEqual(await remaining(), [600, 600, 600], 'at the margin nothing is replaced')
  fixture.clock.advance(1)
  await wallet.renewAttestations()
  assert.deepEqual(await remaining(), [599, 3600, 3600])
  assert.equal(keys(), before, 'the keys of replaced attestations are deleted')
  assert.equal(await shown('https://rp.example'), seen)
  fixture.clock.advance(599 - 59)
  assert.notEqual(await shown('https://rp.example'), seen, 'the rest of its lifetime is shorter than a flow')
  assert.equal(keys(), 2)
})

for (const order of ['in the order of receipt', 'in reverse order'])
  test(`WI-05 uses the attestation that expires first if attestations are stored ${order}`, async () => {
    const { fixture, wallet, context, shown } = await open({ readyCount: 2 })
    fixture.clock.advance(1000)
    await wallet.renewAttestations()
    if (order === 'in reverse order')
      await context.stores.wallet.change((record) => [
        record && { ...record, attestations: record.attestations.toReversed() },
        undefined,
      ])
    const thumbprint = await shown('https://rp.example')
    const held = (await context.stores.wallet.read())?.attestations.toSorted((a, b) => a.expiresAt - b.expiresAt)
    assert.deepEqual(
      held?.map((one) => one.thumbprint === thumbprint),
      [true, false],
    )
  })

test('WI-05 an attestation is kept for the longest flow in which a party sees it', async () => {
  const { fixture, context } = await open()
  const keptFor = async (flowSeconds: number) => {
    await chooseAttestation(context, 'https://rp.example', flowSeconds)
    const [held] = (await context.stores.wallet.read())?.attestations ?? []
    return (held?.neededUntil ?? 0) - fixture.clock.now()
  }
  assert.deepEqual([await keptFor(100), await keptFor(1000), await keptFor(10)], [100, 1000, 1000])
})

test('WI-05 the wallet shows no attestation older than the policy allows, even before its expiry', async () => {
  const { fixture, shown, asked } = await open({ maximumAgeSeconds: 900 })
  const first = await shown('https://rp.example')
  fixture.clock.advance(900)
  assert.equal(await shown('https://rp.example'), first)
  fixture.clock.advance(1)
  assert.notEqual(await shown('https://rp.example'), first)
  assert.equal(asked(), 2)
})

test('WI-03 without a valid attestation and a reachable provider, no flow starts and the wallet is not operational', async () => {
  const { fixture, wallet, context } = await open()
  fixture.clock.advance(3600)
  fixture.intercept('/token', () => Response.json({ error: 'temporarily_unavailable' }, { status: 503 }))
  await refusedBy('WI-27', 'attestation_refused', chooseAttestation(context, 'https://rp.example'))
  await refusedBy('WI-27', 'attestation_refused', wallet.renewAttestations())
  const status = await wallet.status()
  assert.deepEqual([status.state, status.attestations], ['installed', []])
  fixture.endInterception()
  assert.equal((await wallet.renewAttestations()).state, 'operational')
})

test('WI-03 an attestation whose key the device does not have is not shown', async () => {
  const { context, phone } = await open()
  Object.assign(phone.secureKeys, { openKey: async () => undefined })
  await refusedBy('WI-03', 'ephemeral_key_lost', chooseAttestation(context, 'https://rp.example'))
})

test('WI-193 a wallet whose hardware key the device has lost is no longer registered, and can be set up again', async () => {
  const { wallet, phone } = await open()
  const { assertion } = phone.deviceIntegrity
  Object.assign(phone.deviceIntegrity, { assertion: async () => undefined })
  await refusedBy('WI-03', 'not_registered', wallet.attest())
  assert.deepEqual(await wallet.status(), { state: 'installed', registered: false, attestations: [], credentials: 0 })
  assert.equal(phone.state.keys.size, 0)
  Object.assign(phone.deviceIntegrity, { assertion })
  assert.equal((await wallet.setUp()).state, 'operational')
})

test('WI-191 stored attestations whose keys the device has lost are deleted, and a new one is shown', async () => {
  const { wallet, phone, shown, asked } = await open({ readyCount: 2 })
  await wallet.renewAttestations()
  phone.state.keys.clear()
  const thumbprint = await shown('https://rp.example')
  assert.equal(asked(), 3)
  assert.equal((await wallet.status()).attestations.length, 1)
  assert.equal(await shown('https://rp.example'), thumbprint)
})

test('WI-190 WI-33 a revocation ends the renewal and the registration, although the hardware deletes no key', async () => {
  const { fixture, wallet, phone } = await open({ readyCount: 2 })
  const [instance] = await fixture.stores.walletInstances.search({ limit: 1 })
  assert.ok(instance)
  const { hardwareKeyTag } = instance
  await fixture.stores.walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: fixture.clock.now() })
  const fails = () => Promise.reject(new Error('busy'))
  Object.assign(phone.secureKeys, { deleteHardwareKeys: fails, deleteKey: fails })
  await refusedBy('WI-33', 'instance_lost', wallet.renewAttestations())
  assert.deepEqual((await wallet.status()).registered, false)
})

test('WI-33 the refusal that revokes the instance ends the registration, without a second request', async () => {
  const { fixture, wallet, phone, asked } = await open({ readyCount: 0 })
  fixture.clock.advance(3600)
  const { assertion } = phone.deviceIntegrity
  const denied = (clientData: string, tag: string) =>
    phone.state.devices.get(tag)?.assertion(clientData, assertionFaults.basic_integrity_only) ??
    assertion(clientData, tag)
  Object.assign(phone.deviceIntegrity, { assertion: denied })
  const before = asked()
  await refusedBy('WI-33', 'instance_lost', wallet.attest())
  assert.equal(asked(), before + 1)
  assert.equal((await wallet.status()).registered, false)
})

test('WI-196 an iOS wallet requests one attestation at a time, so that the counters of its assertions rise', async () => {
  const fixture = await createWalletProviderFixture()
  const [phone, device] = [createPhone(fixture.vendor), await fixture.vendor.createAppleDevice()]
  Object.assign(phone.state, { platform: 'ios', environments: ['secure-element'] })
  Object.assign(phone.secureKeys, { generateHardwareKey: async () => ({ tag: device.hardwareKeyTag }) })
  Object.assign(phone.deviceIntegrity, {
    keyAttestation: (challenge: string) => device.keyAttestation(challenge),
    assertion: (clientData: string) => device.assertion(clientData),
  })
  const { wallet } = createTestWallet(fixture, { phone })
  await wallet.setUp()
  const paths: string[] = []
  fixture.interceptAnswer(async ({ url }, answer) => {
    const { pathname } = new URL(url)
    if (pathname === '/nonce' || pathname === '/token') paths.push(`${pathname} ${answer.status}`)
    return pathname === '/nonce' && paths.length === 1 ? new Response(null, { status: 404 }) : answer
  })
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => wallet.attest()))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.deepEqual(paths, ['/nonce 200', ...Array.from({ length: 3 }, () => ['/nonce 200', '/token 200']).flat()])
})
