/**
 * Set-up and attestation of the wallet against the real Wallet Provider in memory, and one thing at a time that goes wrong
 * on the device or at the provider.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, PublicJwk } from '../../src/base/index.ts'
import { generateSigner, jwkThumbprint } from '../../src/jose/index.ts'
import { createMemoryBlobStore } from '../../src/wallet/index.ts'
import { serialiseClientData } from '../../src/wallet-attestation/index.ts'
import { observeOutput } from '../support/decisions.ts'
import { connectEntity, crypto, type TestEntity, testEntity } from '../support/federation.ts'
import { decodeJwt, forgeJwt, type JwtChange } from '../support/forge-jwt.ts'
import { refusedBy } from '../support/refused-by.ts'
import { createPhone, createTestWallet, type TestWallet } from '../support/wallet-parts.ts'
import {
  anchorId,
  createWalletProviderFixture,
  type WalletProviderFixture,
  walletProviderId,
} from '../support/wallet-provider-fixture.ts'

const sent = (fixture: WalletProviderFixture, path: string): Request[] =>
  fixture.network.exchanges
    .filter(({ request }) => new URL(request.url).pathname === path)
    .map(({ request }) => request)

const post = async (request: Request | undefined): Promise<URLSearchParams> =>
  new URLSearchParams(await (request as Request).text())

/** A further member of the federation, with this metadata. */
async function joined(fixture: WalletProviderFixture, entityId: string, metadata: TestEntity['metadata']) {
  const member = await testEntity(entityId, { hints: [anchorId], metadata })
  connectEntity(fixture.network, fixture.clock, member)
  fixture.admit({ ...member, types: Object.keys(metadata) })
  return member
}

test('WI-01 WI-25 sets up once and is operational', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet } = createTestWallet(fixture)
  assert.equal((await wallet.status()).state, 'installed')
  const status = await wallet.setUp()
  assert.equal(status.state, 'operational')
  assert.equal(status.registered, true)
  await wallet.setUp()
  assert.equal(sent(fixture, '/wallet-instance').length, 1)
  assert.equal(sent(fixture, '/token').length, 1)
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

test('WI-01 stops the set-up when the Wallet Provider is no member, before anything is sent to its services', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.expel(walletProviderId)
  const { wallet } = createTestWallet(fixture)
  await refusedBy('WI-01', 'no_trust_chain', wallet.setUp())
  assert.equal(sent(fixture, '/nonce').length, 0)
})

test('WI-01 stops the set-up when the member that it was given is no Wallet Provider', async () => {
  const fixture = await createWalletProviderFixture()
  const metadata = { wallet_relying_party: { client_id: 'https://rp.example' } }
  const member = await joined(fixture, 'https://rp.example', metadata)
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
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  assert.match(phone.state.suggestedTags[0] ?? '', /^[\w-]{43}$/)
})

test('WI-23 takes StrongBox first and the trusted environment without it', async () => {
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

test('WI-24 takes the secure element on iOS', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  phone.state.platform = 'ios'
  phone.state.environments = ['secure-element', 'trusted-environment']
  await wallet.setUp()
  assert.deepEqual(phone.state.hardwareEnvironments, ['secure-element'])
})

test('WI-21 every key that the wallet shows its provider was made in the device', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  const { payload } = decodeJwt((await post(sent(fixture, '/token')[0])).get('assertion') ?? '')
  const { cnf, hardware_key_tag: tag } = payload as { cnf: { jwk: PublicJwk }; hardware_key_tag: string }
  const { state } = phone
  assert.ok(
    [...state.keys.values()].some(
      ({ key }) => jwkThumbprint({ crypto }, key.publicJwk) === jwkThumbprint({ crypto }, cnf.jwk),
    ),
  )
  assert.ok(state.devices.has(tag))
})

test('WI-25 begins anew after a set-up that was interrupted, with the old key deleted', async () => {
  const fixture = await createWalletProviderFixture()
  const [blobs, phone] = [createMemoryBlobStore(), createPhone(fixture.vendor)]
  const first = createTestWallet(fixture, { blobs, phone })
  fixture.intercept(async (request) => {
    if (new URL(request.url).pathname === '/wallet-instance') throw new TypeError('the line is cut')
    return undefined
  })
  await refusedBy('GEN-27', 'unreachable', first.wallet.setUp())
  const [abandoned] = phone.state.devices.keys()
  fixture.intercept(undefined)
  const second = createTestWallet(fixture, { blobs, phone })
  assert.equal((await second.wallet.setUp()).state, 'operational')
  assert.equal(phone.state.devices.has(abandoned ?? ''), false)
})

test('WI-26 registers with exactly three members and a challenge of their own for each request', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  const [registration] = sent(fixture, '/wallet-instance')
  const body = (await registration?.json()) as Record<string, string>
  assert.deepEqual(Object.keys(body), ['challenge', 'key_attestation', 'hardware_key_tag'])
  assert.deepEqual([body.hardware_key_tag], [...phone.state.devices.keys()])
  const { payload } = decodeJwt((await post(sent(fixture, '/token')[0])).get('assertion') ?? '')
  assert.notEqual(payload.challenge, body.challenge)
  assert.equal(sent(fixture, '/nonce').length, 2)
  observeOutput('WI-26')
})

test('WI-28 WI-29 sends the whole attestation request, bound to challenge and ephemeral key', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  const form = await post(sent(fixture, '/token')[0])
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

test('WI-04 WI-30 holds several attestations, each for a key of its own and none for the hardware key', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  await wallet.attest()
  await wallet.attest()
  const assertions = await Promise.all(sent(fixture, '/token').map(async (one) => (await post(one)).get('assertion')))
  const kids = assertions.map((one) => decodeJwt(one ?? '').header.kid)
  assert.equal(new Set(kids).size, 3)
  assert.equal((await wallet.status()).attestations.length, 3)
  const hardware = [...phone.state.devices.values()].map(({ publicJwk }) => publicJwk.x)
  for (const { key } of phone.state.keys.values()) assert.ok(!hardware.includes(key.publicJwk.x))
})

test('WI-27 shows what the provider says when it refuses, and is not operational', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept(async (request) =>
    new URL(request.url).pathname === '/wallet-instance'
      ? Response.json({ error: 'integrity_check_error', error_description: 'Update your system.' }, { status: 403 })
      : undefined,
  )
  const { wallet } = createTestWallet(fixture)
  const refusal = await refusedBy('WI-27', 'registration_refused', wallet.setUp())
  assert.match(refusal.answer.text, /Update your system\./)
  assert.equal((await wallet.status()).state, 'installed')
})

for (const [platform, environment] of [
  ['android', 'strongbox'],
  ['ios', 'secure-element'],
] as const)
  test(`WI-26 WI-27 tries again after a 503, on ${platform} with a fresh challenge and a key made for it`, async () => {
    const fixture = await createWalletProviderFixture()
    let outages = 2
    fixture.intercept(async (request) => {
      if (new URL(request.url).pathname !== '/wallet-instance' || outages === 0) return undefined
      outages -= 1
      return Response.json({ error: 'temporarily_unavailable' }, { status: 503 })
    })
    const { wallet, pauses, phone } = createTestWallet(fixture)
    Object.assign(phone.state, { platform, environments: [environment] })
    assert.equal((await wallet.setUp()).state, 'operational')
    const bodies = await Promise.all(
      sent(fixture, '/wallet-instance').map((one) => one.json() as Promise<Record<string, string>>),
    )
    assert.equal(new Set(bodies.map(({ challenge }) => challenge)).size, 3)
    assert.equal(new Set(bodies.map(({ hardware_key_tag }) => hardware_key_tag)).size, 3)
    assert.equal(new Set(phone.state.suggestedTags).size, 3)
    assert.deepEqual([...phone.state.devices.keys()], [bodies.at(-1)?.hardware_key_tag], 'no key of an earlier attempt')
    assert.deepEqual(pauses, [2, 4])
  })

test('WI-27 comes again when a provider that is asked too often says so', async () => {
  const fixture = await createWalletProviderFixture()
  let refusals = 1
  fixture.intercept(async (request) => {
    if (new URL(request.url).pathname !== '/wallet-instance' || refusals === 0) return undefined
    refusals -= 1
    return Response.json({ error: 'temporarily_unavailable' }, { status: 429, headers: { 'retry-after': '7' } })
  })
  const { wallet, pauses } = createTestWallet(fixture)
  assert.equal((await wallet.setUp()).state, 'operational')
  assert.deepEqual(pauses, [7])
})

test('WI-27 gives up after its last attempt', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept(async (request) =>
    new URL(request.url).pathname === '/nonce'
      ? new Response('', { status: 503, headers: { 'retry-after': '9' } })
      : undefined,
  )
  const { wallet, pauses } = createTestWallet(fixture, { config: { attempts: 3 } })
  const refusal = await refusedBy('WI-27', 'registration_refused', wallet.setUp())
  assert.equal(refusal.answer.status, 503)
  assert.deepEqual(pauses, [9, 9])
})

/** The real provider's attestation with one thing changed, under its own good signature unless said otherwise. */
const attestations: readonly (readonly [
  id: string,
  what: string,
  change: JwtChange | 'media' | 'stranger',
  code: string,
])[] = [
  ['WI-31', 'another typ', { header: { typ: 'JWT' } }, 'typ_mismatch'],
  ['WI-31', 'the issuer of no provider at all', { payload: { iss: 'https://other.example' } }, 'no_trust_chain'],
  ['WI-31', 'another subject', { payload: { sub: 'x' } }, 'sub_mismatch'],
  ['WI-31', 'a level that its provider does not state', { payload: { aal: 'x' } }, 'aal_unsupported'],
  ['WI-31', 'a life over 24 hours', { payload: { exp: 1_768_478_400 + 86_401 } }, 'lifetime_too_long'],
  ['WI-31', 'an end gone by', { payload: { exp: 1_768_400_000, iat: 1_768_399_000 } }, 'expired'],
  [
    'WI-03',
    'an end gone by that clocks which differ forgive',
    { payload: { exp: 1_768_478_399 } },
    'attestation_expiring',
  ],
  ['WI-03', 'too little life to be shown', { payload: { exp: 1_768_478_400 + 59 } }, 'attestation_expiring'],
  ['WI-31', 'an unknown signing key', { header: { kid: 'x' } }, 'kid_unknown'],
  ['WI-31', 'a forged signature', 'stranger', 'signature_invalid'],
  ['WI-31', 'another media type', 'media', 'media_type_unexpected'],
]
for (const [id, what, change, code] of attestations)
  test(`${id} refuses an attestation with ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    const stranger = await generateSigner({ crypto })
    const issued = await attestedBefore(fixture)
    fixture.intercept(async (request) => {
      if (new URL(request.url).pathname !== '/token') return undefined
      const body = new URLSearchParams(await request.text())
      const { cnf } = decodeJwt(body.get('assertion') ?? '').payload
      const sub = decodeJwt(body.get('assertion') ?? '').header.kid
      const valid = await forgeJwt(issued, fixture.attestationSigner, { payload: { cnf, sub } })
      if (change === 'media') return new Response(valid, { headers: { 'content-type': 'text/plain' } })
      const signer = change === 'stranger' ? stranger : fixture.attestationSigner
      const bent = await forgeJwt(valid, signer, change === 'stranger' ? {} : change)
      return new Response(bent, { headers: { 'content-type': 'application/jwt' } })
    })
    await refusedBy(id, code, wallet.setUp())
    assert.equal((await wallet.status()).state, 'installed')
    assert.equal(phone.state.keys.size, 0)
  })

test('WI-31 refuses an attestation of another Wallet Provider, trusted as it is', async () => {
  const fixture = await createWalletProviderFixture()
  const signer = await generateSigner({ crypto })
  const jwks = { keys: [signer.publicJwk] } as unknown as JsonObject
  const other = await joined(fixture, 'https://other-provider.example', { wallet_provider: { jwks } })
  const issued = await attestedBefore(fixture)
  const { wallet } = createTestWallet(fixture)
  fixture.intercept(async (request) => {
    if (new URL(request.url).pathname !== '/token') return undefined
    const { payload, header } = decodeJwt(new URLSearchParams(await request.text()).get('assertion') ?? '')
    const ofOther = { iss: other.entityId, cnf: payload.cnf, sub: header.kid }
    const forged = await forgeJwt(issued, signer, {
      header: { kid: signer.kid, trust_chain: undefined },
      payload: ofOther,
    })
    return new Response(forged, { headers: { 'content-type': 'application/jwt' } })
  })
  await refusedBy('WI-31', 'iss_mismatch', wallet.setUp())
})

test('WI-31 refuses an attestation of a key that is not its own', async () => {
  const fixture = await createWalletProviderFixture()
  const issued = await attestedBefore(fixture)
  const { wallet } = createTestWallet(fixture)
  fixture.intercept(async (request) =>
    new URL(request.url).pathname === '/token'
      ? new Response(issued, { headers: { 'content-type': 'application/jwt' } })
      : undefined,
  )
  await refusedBy('WI-31', 'cnf_mismatch', wallet.setUp())
})

/** An attestation that the real provider issued, to another wallet. */
async function attestedBefore(fixture: WalletProviderFixture): Promise<string> {
  await createTestWallet(fixture).wallet.setUp()
  const found = fixture.network.exchanges.findLast(({ request }) => new URL(request.url).pathname === '/token')
  return (found as { response: Response }).response.clone().text()
}

const losses: readonly (readonly [what: string, answer: () => Response])[] = [
  ['unknown', () => Response.json({ error: 'not_found' }, { status: 404 })],
  [
    'revoked',
    () => Response.json({ error: 'invalid_request', error_description: 'This instance was revoked.' }, { status: 403 }),
  ],
]
for (const [what, answer] of losses)
  test(`WI-33 leaves Operational when the provider says that the instance is ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    await wallet.setUp()
    fixture.intercept(async (request) => (new URL(request.url).pathname === '/token' ? answer() : undefined))
    await refusedBy('WI-33', 'instance_lost', wallet.attest())
    assert.deepEqual(await wallet.status(), { state: 'installed', registered: false, attestations: [], credentials: 0 })
    assert.equal(phone.state.keys.size, 0)
    fixture.intercept(undefined)
    assert.equal((await wallet.setUp()).state, 'operational')
  })

const notLosses: readonly (readonly [what: string, path: string, answer: () => Response])[] = [
  ['its nonce endpoint is not there', '/nonce', () => new Response('Not Found', { status: 404 })],
  ['its nonce endpoint knows nothing', '/nonce', () => Response.json({ error: 'not_found' }, { status: 404 })],
  ['its token endpoint is not there', '/token', () => new Response('<html></html>', { status: 404 })],
  ['its token endpoint refuses', '/token', () => Response.json({ error: 'invalid_request' }, { status: 403 })],
]
for (const [what, path, answer] of notLosses)
  test(`WI-33 stays registered when the provider answers and ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    await wallet.setUp()
    fixture.intercept(async (request) => (new URL(request.url).pathname === path ? answer() : undefined))
    await refusedBy('WI-27', 'attestation_refused', wallet.attest())
    assert.equal((await wallet.status()).registered, true)
    assert.equal(phone.state.devices.size, 1)
    fixture.intercept(undefined)
    await wallet.attest()
  })

test('WI-27 takes no answer of the nonce endpoint for a registration', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept(async (request) =>
    new URL(request.url).pathname === '/nonce' ? new Response(null, { status: 204 }) : undefined,
  )
  const { wallet } = createTestWallet(fixture)
  await refusedBy('WI-27', 'registration_refused', wallet.setUp())
  assert.equal((await wallet.status()).registered, false)
})

test('WI-33 sees the real provider revoke it', async () => {
  const fixture = await createWalletProviderFixture()
  const { wallet, phone } = createTestWallet(fixture)
  await wallet.setUp()
  const [hardwareKeyTag = ''] = phone.state.devices.keys()
  await fixture.stores.walletInstances.revoke({
    hardwareKeyTag,
    reason: 'revoked_by_provider',
    now: fixture.clock.now(),
  })
  await refusedBy('WI-33', 'instance_lost', wallet.attest())
})

test('WI-03 has no attestation without a registration', async () => {
  const fixture = await createWalletProviderFixture()
  await refusedBy('WI-03', 'not_registered', createTestWallet(fixture).wallet.attest())
})

test('WI-11 keeps nothing readable in its files, and reads none that was altered or exchanged', async () => {
  const fixture = await createWalletProviderFixture()
  const blobs = createMemoryBlobStore()
  const { wallet } = createTestWallet(fixture, { blobs })
  await wallet.setUp()
  const bytes = (await blobs.get('wallet')) ?? new Uint8Array()
  assert.doesNotMatch(new TextDecoder('latin1').decode(bytes), /registered|eyJhbGci|attestations/)
  await blobs.put('engagements', bytes)
  await assert.rejects(
    () => wallet.present(`https://w.example/?client_id=https://rp.example&request_uri=https://rp.example/r`),
    /engagements cannot be opened/,
  )
  bytes[20] = (bytes[20] ?? 0) ^ 1
  await assert.rejects(() => wallet.status(), /cannot be opened/)
})
