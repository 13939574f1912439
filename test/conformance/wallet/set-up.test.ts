/** Set-up of the wallet against the real Wallet Provider in memory: the device and its keys, and the requests. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublicJwk } from '../../../src/base/index.ts'
import { jwkThumbprint } from '../../../src/jose/index.ts'
import { createMemoryBlobStore } from '../../../src/wallet/index.ts'
import { serialiseClientData } from '../../../src/wallet-attestation/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { crypto } from '../../support/federation.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { refusedBy } from '../../support/refused-by.ts'
import { addMember, formOf, sentTo, setUpWallet } from '../../support/set-up-wallet.ts'
import { createPhone, createTestWallet, type TestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture, walletProviderId } from '../../support/wallet-provider-fixture.ts'

test('WI-01 WI-25 sets up once and is operational', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet } = createTestWallet(fixture)
  assert.equal((await wallet.status()).state, 'installed')
  const status = await wallet.setUp()
  assert.equal(status.state, 'operational')
  assert.equal(status.registered, true)
  await wallet.setUp()
  assert.equal(sentTo(fixture, '/wallet-instance').length, 1)
  assert.equal(sentTo(fixture, '/token').length, 1)
})

const devices: readonly (readonly [
  id: string,
  what: string,
  bend: (phone: TestWallet['phone']) => void,
  code: string,
])[] = [
  [
    'WI-01',
    'a device below minimum security',
    ({ state }) => {
      state.status = { meetsMinimumSecurity: false, available: true }
    },
    'device_below_minimum',
  ],
  [
    'WI-01',
    'a device without integrity service',
    ({ state }) => {
      state.status = { meetsMinimumSecurity: true, available: false }
    },
    'integrity_service_unavailable',
  ],
  ['WI-21', 'a device without secure hardware', ({ state }) => state.environments.splice(0), 'no_secure_hardware'],
  [
    'WI-21',
    'an iOS device without its secure element',
    ({ state }) => {
      state.platform = 'ios'
    },
    'no_secure_hardware',
  ],
]
for (const [id, what, bend, code] of devices)
  test(`${id} stops the set-up on ${what}, and sends nothing`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    bend(phone)
    await refusedBy(id, code, wallet.setUp())
    assert.equal(fixture.network.exchanges.length, 0)
    assert.equal(phone.state.devices.size, 0)
  })

test('WI-01 stops the set-up when the Wallet Provider is not a member of the federation, before anything is sent to its services', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.expel(walletProviderId)
  const { wallet } = createTestWallet(fixture)
  await refusedBy('WI-01', 'no_trust_chain', wallet.setUp())
  assert.equal(sentTo(fixture, '/nonce').length, 0)
})

test('WI-01 stops the set-up when the configured member is not a Wallet Provider', async () => {
  const fixture = await createWalletProviderFixture()
  const metadata = { wallet_relying_party: { client_id: 'https://rp.example' } }
  const member = await addMember(fixture, 'https://rp.example', metadata)
  const { wallet } = createTestWallet(fixture, { config: { walletProvider: member.entityId } })
  await refusedBy('WI-01', 'entity_type_missing', wallet.setUp())
})

test('WI-02 deletes the hardware keys of an earlier installation and makes an EC key', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  const old = await fixture.vendor.createDevice()
  phone.state.devices.set(old.hardwareKeyTag, old)
  await wallet.setUp()
  assert.equal(phone.state.devices.has(old.hardwareKeyTag), false)
  assert.deepEqual(
    [...phone.state.devices.values()].map(({ publicJwk }) => publicJwk.kty),
    ['EC'],
  )
})

test('WI-22 suggests a tag that cannot be guessed', async () => {
  const { phone } = await setUpWallet()
  assert.match(phone.state.suggestedTags[0] ?? '', /^[\w-]{43}$/)
})

test('WI-23 uses StrongBox, or the trusted environment without it', async () => {
  const fixture = await createWalletProviderFixture()
  for (const [environments, chosen] of [
    [['trusted-environment', 'strongbox'], 'strongbox'],
    [['trusted-environment'], 'trusted-environment'],
  ] as const) {
    const { wallet, phone } = createTestWallet(fixture)
    phone.state.environments = [...environments]
    await wallet.setUp()
    assert.deepEqual(phone.state.hardwareEnvironments, [chosen])
    assert.deepEqual([...new Set([...phone.state.keys.values()].map(({ environment }) => environment))], [chosen])
  }
})

test('WI-24 uses the secure element on iOS', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  phone.state.platform = 'ios'
  phone.state.environments = ['secure-element', 'trusted-environment']
  await wallet.setUp()
  assert.deepEqual(phone.state.hardwareEnvironments, ['secure-element'])
})

test('WI-21 every key that the wallet shows its provider was made in the device', async () => {
  const { fixture, phone } = await setUpWallet()
  const { payload } = decodeJwt((await formOf(sentTo(fixture, '/token')[0])).get('assertion') ?? '')
  const { cnf, hardware_key_tag: tag } = payload as { cnf: { jwk: PublicJwk }; hardware_key_tag: string }
  const { state } = phone
  assert.ok(
    [...state.keys.values()].some(
      ({ key }) => jwkThumbprint({ crypto }, key.publicJwk) === jwkThumbprint({ crypto }, cnf.jwk),
    ),
  )
  assert.ok(state.devices.has(tag))
})

test('WI-25 begins again after an interrupted set-up, and deletes the old key', async () => {
  const fixture = await createWalletProviderFixture()
  const [blobs, phone] = [createMemoryBlobStore(), createPhone(fixture.vendor)]
  const first = createTestWallet(fixture, { blobs, phone })
  fixture.intercept('/wallet-instance', () => Promise.reject(new TypeError('the line is cut')))
  await refusedBy('GEN-27', 'unreachable', first.wallet.setUp())
  const [abandoned] = phone.state.devices.keys()
  fixture.endInterception()
  const second = createTestWallet(fixture, { blobs, phone })
  assert.equal((await second.wallet.setUp()).state, 'operational')
  assert.equal(phone.state.devices.has(abandoned ?? ''), false)
})

test('WI-192 a wallet that is registered at another provider is not set up, and its set-up replaces the registration', async () => {
  const { wallet, context, phone, fixture } = await setUpWallet()
  const [former] = phone.state.devices.keys()
  await context.stores.wallet.change((record) => [
    record && { ...record, walletProvider: 'https://former.example' },
    undefined,
  ])
  assert.deepEqual(await wallet.status(), { state: 'installed', registered: false, attestations: [], credentials: 0 })
  await refusedBy('WI-03', 'not_registered', wallet.renewAttestations())
  assert.equal((await wallet.setUp()).state, 'operational')
  assert.equal(sentTo(fixture, '/wallet-instance').length, 2)
  assert.equal(phone.state.devices.has(former ?? ''), false)
  assert.equal(phone.state.keys.size, 1, 'the key of the new attestation')
})

test('WI-26 registers with exactly three members, and uses a different challenge for each request', async () => {
  const { fixture, phone } = await setUpWallet()
  const [registration] = sentTo(fixture, '/wallet-instance')
  const body = (await registration?.json()) as Record<string, string>
  assert.deepEqual(Object.keys(body), ['challenge', 'key_attestation', 'hardware_key_tag'])
  assert.deepEqual([body.hardware_key_tag], [...phone.state.devices.keys()])
  const { payload } = decodeJwt((await formOf(sentTo(fixture, '/token')[0])).get('assertion') ?? '')
  assert.notEqual(payload.challenge, body.challenge)
  assert.equal(sentTo(fixture, '/nonce').length, 2)
  observeOutput('WI-26')
})

test('WI-28 WI-29 sends the whole attestation request, bound to challenge and ephemeral key', async () => {
  const { fixture, phone } = await setUpWallet()
  const form = await formOf(sentTo(fixture, '/token')[0])
  assert.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { header, payload } = decodeJwt(form.get('assertion') ?? '')
  assert.deepEqual(Object.keys(header).sort(), ['alg', 'kid', 'typ'])
  assert.equal(header.typ, 'war+jwt')
  assert.equal(payload.iss, `${walletProviderId}/instance/${header.kid}`)
  assert.equal(payload.sub, walletProviderId)
  assert.equal(payload.aud, walletProviderId)
  const claims = 'challenge hardware_signature integrity_assertion hardware_key_tag cnf iat exp authorization_endpoint'
  const capabilities =
    'vp_formats_supported response_types_supported response_modes_supported request_object_signing_alg_values_supported'
  for (const name of `${claims} ${capabilities}`.split(' ')) assert.ok(payload[name] !== undefined, name)
  assert.equal(payload.presentation_definition_uri_supported, false)
  observeOutput('WI-28')
  const clientData = serialiseClientData({
    challenge: payload.challenge as string,
    jwk_thumbprint: header.kid as string,
  })
  assert.deepEqual(phone.state.assertions, [{ clientData, hardwareKeyTag: payload.hardware_key_tag }])
  observeOutput('WI-29')
})

test('WI-04 WI-30 stores several attestations, each for a different key, and none for the hardware key', async () => {
  const { fixture, wallet, phone } = await setUpWallet()
  await wallet.attest()
  await wallet.attest()
  const assertions = await Promise.all(
    sentTo(fixture, '/token').map(async (one) => (await formOf(one)).get('assertion')),
  )
  const kids = assertions.map((one) => decodeJwt(one ?? '').header.kid)
  assert.equal(new Set(kids).size, 3)
  assert.equal((await wallet.status()).attestations.length, 3)
  const hardware = [...phone.state.devices.values()].map(({ publicJwk }) => publicJwk.x)
  for (const { key } of phone.state.keys.values()) assert.ok(!hardware.includes(key.publicJwk.x))
})
