/**
 * The wallet's records and secure hardware after two concurrent operations, or a failed one: no unused key remains, no
 * used key is deleted, and an abandoned registration leaves nothing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIssuanceBench } from '../../support/issuance-bench.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { issuerId, issuerPaths } from '../../support/scripted-issuer.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture, walletProviderId } from '../../support/wallet-provider-fixture.ts'

test('WI-25 two concurrent set-ups register once, with the key that is kept', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  const states = await Promise.all([wallet.setUp(), wallet.setUp()])
  assert.deepEqual(
    states.map(({ state, attestations }) => [state, attestations.length]),
    [
      ['operational', 1],
      ['operational', 1],
    ],
  )
  const registrations = fixture.network.exchanges.filter(({ request }) => request.url.endsWith('/wallet-instance'))
  assert.equal(registrations.length, 1)
  assert.equal(phone.state.devices.size, 1)
  await wallet.attest()
})

test('WI-27 a set-up can succeed after a failed set-up', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  phone.state.status = { meetsMinimumSecurity: false, available: true }
  await refusedBy('WI-01', 'device_below_minimum', wallet.setUp())
  phone.state.status = { meetsMinimumSecurity: true, available: true }
  assert.equal((await wallet.setUp()).state, 'operational')
})

test('WI-33 an attestation that arrives after the registration was removed does not restore it', async () => {
  const { wallet, fixture, context, phone } = await createIssuanceBench()
  const keysBefore = phone.state.keys.size
  fixture.intercept('/token', async () => {
    fixture.endInterception()
    await context.stores.wallet.forget([...phone.state.devices.keys()][0] ?? '')
    return undefined
  })
  await refusedBy('WI-33', 'instance_lost', wallet.attest())
  assert.equal((await wallet.status()).registered, false)
  assert.equal(phone.state.keys.size, keysBefore)
})

test('WI-33 the next registration does not get an attestation of an abandoned one', async () => {
  const { wallet, fixture, context, phone } = await createIssuanceBench()
  const keysBefore = phone.state.keys.size
  const next = {
    registration: 'registered',
    walletProvider: walletProviderId,
    hardwareKeyTag: 'next',
    attestations: [],
  } as const
  fixture.intercept('/token', async () => {
    fixture.endInterception()
    await context.stores.wallet.write(next)
    return undefined
  })
  await refusedBy('WI-33', 'instance_lost', wallet.attest())
  assert.deepEqual(await context.stores.wallet.read(), next)
  assert.equal(phone.state.keys.size, keysBefore)
})

test('WI-55 after the removal of one PID, another PID of the same token can be renewed', async () => {
  const { wallet, phone } = await createIssuanceBench()
  const before = phone.state.keys.size
  const first = await wallet.obtainPid(issuerId)
  const second = await wallet.renewPid(first.id)
  await wallet.remove(first.id)
  const third = await wallet.renewPid(second.id)
  await wallet.remove(second.id)
  await wallet.remove(third.id)
  assert.equal(phone.state.keys.size, before, 'the DPoP key is deleted with the last PID')
})

for (const [path, code] of [
  [issuerPaths.token, 'token_refused'],
  [issuerPaths.credential, 'credential_refused'],
] as const)
  test(`WI-10 ${code} leaves no key behind`, async () => {
    const { wallet, issuer, phone } = await createIssuanceBench()
    const before = [...phone.state.keys.keys()]
    issuer.bends.answer = (asked) =>
      asked === path ? Response.json({ error: 'invalid_request' }, { status: 400 }) : undefined
    await refusedBy('WI-42', code, wallet.obtainPid(issuerId))
    assert.deepEqual([...phone.state.keys.keys()], before)
  })

test('WI-55 a renewal can succeed after a failed renewal', async () => {
  const { wallet, issuer } = await createIssuanceBench()
  const { id } = await wallet.obtainPid(issuerId)
  issuer.bends.answer = (asked) =>
    asked === issuerPaths.credential ? Response.json({ error: 'invalid_request' }, { status: 400 }) : undefined
  await refusedBy('WI-42', 'credential_refused', wallet.renewPid(id))
  issuer.removeBends()
  await wallet.renewPid(id)
})
