/** The wallet's reaction to a provider that refuses, is unreachable, or has no record of the instance any more. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusedBy } from '../../support/refused-by.ts'
import { sentTo } from '../../support/set-up-wallet.ts'
import { createTestWallet } from '../../support/wallet-parts.ts'
import { createWalletProviderFixture } from '../../support/wallet-provider-fixture.ts'

test('WI-27 shows the reason of the provider’s refusal, and does not become operational', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept('/wallet-instance', () =>
    Response.json({ error: 'integrity_check_error', error_description: 'Update your system.' }, { status: 403 }),
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
  test(`WI-26 WI-27 tries again after a 503, with a fresh challenge and a new key, on ${platform}`, async () => {
    const fixture = await createWalletProviderFixture()
    let outages = 2
    fixture.intercept('/wallet-instance', () => {
      if (outages === 0) return undefined
      outages -= 1
      return Response.json({ error: 'temporarily_unavailable' }, { status: 503 })
    })
    const { wallet, pauses, phone } = createTestWallet(fixture)
    Object.assign(phone.state, { platform, environments: [environment] })
    assert.equal((await wallet.setUp()).state, 'operational')
    const bodies = await Promise.all(
      sentTo(fixture, '/wallet-instance').map((one) => one.json() as Promise<Record<string, string>>),
    )
    assert.equal(new Set(bodies.map(({ challenge }) => challenge)).size, 3)
    assert.equal(new Set(bodies.map(({ hardware_key_tag }) => hardware_key_tag)).size, 3)
    assert.equal(new Set(phone.state.suggestedTags).size, 3)
    assert.deepEqual([...phone.state.devices.keys()], [bodies.at(-1)?.hardware_key_tag], 'no key of an earlier attempt')
    assert.deepEqual(pauses, [2, 4])
  })

test('WI-27 retries after a 429 answer', async () => {
  const fixture = await createWalletProviderFixture()
  let refusals = 1
  fixture.intercept('/wallet-instance', () => {
    if (refusals === 0) return undefined
    refusals -= 1
    return Response.json({ error: 'temporarily_unavailable' }, { status: 429, headers: { 'retry-after': '7' } })
  })
  const { wallet, pauses } = createTestWallet(fixture)
  assert.equal((await wallet.setUp()).state, 'operational')
  assert.deepEqual(pauses, [7])
})

test('WI-27 gives up after its last attempt', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept('/nonce', () => new Response('', { status: 503, headers: { 'retry-after': '9' } }))
  const { wallet, pauses } = createTestWallet(fixture, { config: { attempts: 3 } })
  const refusal = await refusedBy('WI-27', 'registration_refused', wallet.setUp())
  assert.equal(refusal.answer.status, 503)
  assert.deepEqual(pauses, [9, 9])
})

test('WI-27 waits as long as Retry-After says in seconds or as a date, at most a minute (RFC 9110 §10.2.3)', async () => {
  const dateIn = (seconds: number) => (now: number) => new Date((now + seconds) * 1000).toUTCString()
  for (const [value, pause] of [
    [() => '7', 7],
    [dateIn(7), 7],
    [dateIn(3600), 60],
    [dateIn(-7), 2],
    [() => '1e1', 2],
    [() => 'soon', 2],
  ] as const) {
    const fixture = await createWalletProviderFixture()
    const headers = { 'retry-after': value(fixture.clock.now()) }
    fixture.intercept('/nonce', () => new Response('', { status: 503, headers }))
    const { wallet, pauses } = createTestWallet(fixture, { config: { attempts: 2 } })
    await refusedBy('WI-27', 'registration_refused', wallet.setUp())
    assert.deepEqual(pauses, [pause], headers['retry-after'])
  }
})

const losses: readonly (readonly [what: string, answer: () => Response])[] = [
  ['unknown', () => Response.json({ error: 'not_found' }, { status: 404 })],
  [
    'revoked',
    () => Response.json({ error: 'invalid_request', error_description: 'This instance was revoked.' }, { status: 403 }),
  ],
]
for (const [what, answer] of losses)
  test(`WI-33 leaves the state Operational when the provider answers that the instance is ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    await wallet.setUp()
    fixture.intercept('/token', answer)
    await refusedBy('WI-33', 'instance_lost', wallet.attest())
    assert.deepEqual(await wallet.status(), { state: 'installed', registered: false, attestations: [], credentials: 0 })
    assert.equal(phone.state.keys.size, 0)
    fixture.endInterception()
    assert.equal((await wallet.setUp()).state, 'operational')
  })

const notLosses: readonly (readonly [what: string, path: string, answer: () => Response])[] = [
  ['the nonce endpoint does not exist', '/nonce', () => new Response('Not Found', { status: 404 })],
  ['the nonce endpoint answers not_found', '/nonce', () => Response.json({ error: 'not_found' }, { status: 404 })],
  ['the token endpoint does not exist', '/token', () => new Response('<html></html>', { status: 404 })],
  ['the token endpoint answers 403', '/token', () => Response.json({ error: 'invalid_request' }, { status: 403 })],
  ['a 400 answer has not_found', '/token', () => Response.json({ error: 'not_found' }, { status: 400 })],
  ['a 404 answer has invalid_request', '/token', () => Response.json({ error: 'invalid_request' }, { status: 404 })],
  [
    'an answer names another revocation',
    '/token',
    () => Response.json({ error: 'invalid_request', error_description: 'A certificate was revoked.' }, { status: 400 }),
  ],
]
for (const [what, path, answer] of notLosses)
  test(`WI-33 stays registered when ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    const { wallet, phone } = createTestWallet(fixture)
    await wallet.setUp()
    fixture.intercept(path, answer)
    await refusedBy('WI-27', 'attestation_refused', wallet.attest())
    assert.equal((await wallet.status()).registered, true)
    assert.equal(phone.state.devices.size, 1)
    fixture.endInterception()
    await wallet.attest()
  })

test('WI-27 does not accept the answer of the nonce endpoint as a registration', async () => {
  const fixture = await createWalletProviderFixture()
  fixture.intercept('/nonce', () => new Response(null, { status: 204 }))
  const { wallet } = createTestWallet(fixture)
  await refusedBy('WI-27', 'registration_refused', wallet.setUp())
  assert.equal((await wallet.status()).registered, false)
})

for (const [what, body] of [
  ['has no challenge', {}],
  ['has an empty challenge', { nonce: '' }],
  ['has a challenge that is not a string', { nonce: 7 }],
] as const)
  test(`WI-27 sends no registration when the answer of the nonce endpoint ${what}`, async () => {
    const fixture = await createWalletProviderFixture()
    fixture.intercept('/nonce', () => Response.json(body))
    const refusal = await refusedBy('WI-27', 'challenge_missing', createTestWallet(fixture).wallet.setUp())
    assert.equal(refusal.at, 'nonce.nonce')
    assert.equal(sentTo(fixture, '/wallet-instance').length, 0)
  })
