/**
 * The life cycle of a Wallet Instance over HTTP: transitions, revocation, races for one challenge, unreachable
 * dependencies, and the cost of a registration and an attestation.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Unavailable } from '../../../src/base/index.ts'
import { generateSigner, type Signer } from '../../../src/jose/index.ts'
import { startPruning } from '../../../src/node/pruning.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import type { WalletInstances } from '../../../src/wallet-provider/index.ts'
import { observeOutput } from '../../support/decisions.ts'
import { createDeviceBench } from '../../support/device-integrity.ts'
import { type BenchOptions, createWalletProviderBench, walletSide } from '../../support/wallet-provider-bench.ts'
import { assertErrorBody } from '../../support/wire-refusal.ts'

const devices = await createDeviceBench()
const { clock, vendor } = devices
const bench = await createWalletProviderBench({ devices })
const open = (options: BenchOptions = {}) => createWalletProviderBench({ devices, ...options })
/** Returns the verifiers, as if they verified each integrity assertion locally or sent it to its vendor. */
const verifiers = (isLocal: boolean) => ({ ...devices.provider({}), verifiesLocally: () => isLocal })
const ways = [
  [true, 'verified locally'],
  [false, 'sent to its vendor'],
] as const

test('WP-31 an instance is registered, operational from its first attestation, and revoked for good, each with its time', async () => {
  const alive = await createWalletProviderBench()
  const device = await alive.vendor.createDevice()
  const find = () => alive.stores.walletInstances.find(device.hardwareKeyTag)
  const { hardwareKeyTag } = device
  const registeredAt = alive.clock.now()
  assert.equal((await alive.register(device)).status, 204)
  assert.equal((await find())?.status, 'registered')
  alive.clock.advance(60)
  const operationalAt = alive.clock.now()
  for (const _ of [1, 2]) {
    assert.equal((await alive.attest(device)).status, 200)
    alive.clock.advance(60)
  }
  const revokedAt = alive.clock.now()
  await alive.stores.walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_user', now: revokedAt })
  alive.clock.advance(60)
  assert.equal((await alive.attest(device)).status, 403)
  assert.equal((await alive.register(device)).status, 403)
  const { status, revocationReason, ...record } = (await find()) ?? {}
  assert.deepEqual([status, revocationReason], ['revoked', 'revoked_by_user'])
  assert.partialDeepStrictEqual(record, { registeredAt, operationalAt, revokedAt })
})

test('WP-93 WP-31 an initialized instance is unknown to the provider until it is registered', async () => {
  const device = await vendor.createDevice()
  await bench.refuses(bench.attest(device), 'WP-20 instance_unknown 404 not_found')
  assert.equal(await bench.stores.walletInstances.find(device.hardwareKeyTag), undefined)
  assert.equal((await bench.register(device)).status, 204)
  assert.equal((await bench.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
  assert.equal((await bench.attest(device)).status, 200)
})

for (const [isLocal, way] of ways)
  test(`WP-28 an instance revoked while its assertion is ${way} gets no attestation, neither its first nor a later one`, async () => {
    const working = verifiers(isLocal)
    const stores = openSqliteStores('wallet-provider', ':memory:').stores
    const deviceIntegrity = {
      ...working,
      verifyIntegrityAssertion: async (input: Parameters<typeof working.verifyIntegrityAssertion>[0]) => {
        if (revoking)
          await stores.walletInstances.revoke({ hardwareKeyTag: tag, reason: 'revoked_by_user', now: clock.now() })
        return working.verifyIntegrityAssertion(input)
      },
    }
    const racing = await open({ stores, context: { deviceIntegrity } })
    let [revoking, tag] = [false, '']
    for (const isOperational of [false, true]) {
      const device = await racing.registered()
      revoking = false
      if (isOperational) assert.equal((await racing.attest(device)).status, 200)
      revoking = true
      tag = device.hardwareKeyTag
      await racing.refuses(racing.attest(device), 'WP-20 instance_revoked 403 invalid_request')
    }
  })

const fifty = Array.from({ length: 50 }, (_, index) => index)
for (const [isLocal, way] of ways)
  test(`WP-02 WP-19 one of 50 concurrent attestation requests with one challenge succeeds, each assertion ${way}`, async () => {
    const racing = await open({ context: { deviceIntegrity: verifiers(isLocal) } })
    const device = await racing.registered()
    const challenge = await racing.challenge()
    const requests = await Promise.all(fifty.map(() => racing.attestationRequest(device, { challenge })))
    const responses = await Promise.all(requests.map(({ assertion }) => racing.sendAssertion(assertion)))
    assert.deepEqual(countOf(responses), { 200: 1, 403: 49 })
    const lostBy = racing.sink.decisions
      .filter(({ surface, outcome }) => surface === 'wallet-provider/token' && outcome === 'refused')
      .map(({ checks }) => checks.at(-1)?.requirement)
    assert.deepEqual(new Set(lostBy), new Set(['WP-19']))
  })

const countOf = (responses: readonly Response[]) =>
  Object.fromEntries([...Map.groupBy(responses, ({ status }) => status)].map(([status, all]) => [status, all.length]))

async function assertAway(response: Response, retryAfter: string): Promise<void> {
  assert.equal(response.status, 503)
  assert.equal(response.headers.get('retry-after'), retryAfter)
  const body = (await response.json()) as Record<string, unknown>
  assertErrorBody(response, body)
  assert.equal(body.error, 'temporarily_unavailable')
  assert.doesNotMatch(String(body.error_description), /secret/)
}

/** Returns stores of which one method fails while `state.away` is true. */
function failingStores(verb: keyof WalletInstances, fault: Error = new Unavailable('secret host', 3)) {
  const inner = openSqliteStores('wallet-provider', ':memory:').stores.walletInstances
  const state = { away: true }
  const walletInstances = {
    ...inner,
    [verb]: (...given: unknown[]) => {
      if (state.away) return Promise.reject(fault)
      return (inner[verb] as (...given: unknown[]) => unknown)(...given)
    },
  } as WalletInstances
  return { state, inner, stores: { walletInstances } }
}

test('GEN-27 WP-37 an unreachable store at registration is 503: nothing is recorded, and the challenge is not used up', async () => {
  const { state, inner, stores: failing } = failingStores('register')
  const shaky = await open({ stores: failing })
  const device = await vendor.createDevice()
  const challenge = await shaky.challenge()
  await assertAway(await shaky.register(device, { challenge }), '3')
  assert.equal(await inner.find(device.hardwareKeyTag), undefined)
  state.away = false
  assert.equal((await shaky.register(device, { challenge })).status, 204)
})

for (const verb of ['find', 'beginAttestation', 'recordAttestation'] as const) {
  test(`GEN-27 an unreachable store at ${verb} is 503: no attestation is issued, and the instance is unchanged`, async () => {
    const { state, inner, stores: failing } = failingStores(verb)
    const context = { deviceIntegrity: verifiers(verb !== 'beginAttestation') }
    const shaky = await open({ stores: failing, context })
    state.away = false
    const device = await shaky.registered()
    state.away = true
    await assertAway(await shaky.attest(device), '3')
    assert.equal((await inner.find(device.hardwareKeyTag))?.status, 'registered')
    state.away = false
    assert.equal((await shaky.attest(device)).status, 200)
  })
}

test('GEN-27 WP-55 a fault of the store is 500 server_error, and its detail is reported to the operator, not to the wallet', async () => {
  for (const verb of ['register', 'find'] as const) {
    const { stores: failing } = failingStores(verb, new Error('secret table'))
    const broken = await open({ stores: failing })
    const device = await vendor.createDevice()
    const response = verb === 'register' ? await broken.register(device) : await broken.attest(device)
    const body = (await response.json()) as Record<string, unknown>
    assert.deepEqual([response.status, body.error], [500, 'server_error'])
    assertErrorBody(response, body)
    assert.doesNotMatch(JSON.stringify(body), /secret/)
    assert.equal((broken.faults.at(-1) as Error).message, 'secret table')
    assert.equal(broken.sink.decisions.at(-1)?.outcome, 'failed')
  }
})

test('GEN-27 an unreachable signer is 503, and the instance does not become operational', async () => {
  const inner = await generateSigner(walletSide)
  const away: Signer = { ...inner, sign: () => Promise.reject(new Unavailable('secret module', 7)) }
  const shaky = await open({ context: { attestationSigner: away } })
  const device = await shaky.registered()
  await assertAway(await shaky.attest(device), '7')
  assert.equal((await shaky.stores.walletInstances.find(device.hardwareKeyTag))?.status, 'registered')
})

test('GEN-27 without a reachable superior and a cached chain, the answer is 503 and the challenge is not used up', async () => {
  const alone = await open()
  const device = await alone.registered()
  alone.network.disconnect('https://anchor.example')
  const challenge = await alone.challenge()
  await assertAway(await alone.attest(device, { challenge }), '5')
  alone.network.connect('https://anchor.example', alone.anchor.app)
  clock.advance(6)
  assert.equal((await alone.attest(device, { challenge })).status, 200)
})

test('DIS-03 no request about a device leaves the provider: only requests of the federation do', async () => {
  const alone = await open()
  const device = await alone.registered()
  assert.equal((await alone.attest(device)).status, 200)
  assert.equal((await alone.attest(device)).status, 200)
  const asked = new Set(alone.network.exchanges.map(({ request }) => new URL(request.url).origin))
  assert.deepEqual(asked, new Set(['https://wallet-provider.example', 'https://anchor.example']))
})

test('GEN-24 decisions contain codes, names and thumbprints, but no value that a wallet sent', async () => {
  const device = await bench.registered()
  const body = await bench.registrationBody(await vendor.createDevice())
  assert.equal((await bench.post('/wallet-instance', 'application/json', JSON.stringify(body))).status, 204)
  const { assertion, challenge } = await bench.attestationRequest(device)
  assert.equal((await bench.sendAssertion(assertion)).status, 200)
  assert.equal((await bench.sendAssertion(assertion)).status, 403)
  const kept = JSON.stringify(bench.sink.decisions)
  const sent = [challenge, device.hardwareKeyTag, String(device.publicJwk.x), ...assertion.split('.')]
  for (const text of [...sent, ...Object.values(body)]) assert.ok(!kept.includes(text), text.slice(0, 40))
})

test('an attestation costs three verifications, two imports at most and one signature', async () => {
  await bench.attest(await bench.registered())
  const device = await bench.registered()
  for (const imports of [2, 1]) {
    const { assertion } = await bench.attestationRequest(device)
    bench.counter.take()
    assert.equal((await bench.sendAssertion(assertion)).status, 200)
    const { verify, importKey, sign } = bench.counter.take()
    assert.deepEqual({ verify, importKey, sign }, { verify: 3, importKey: imports, sign: 1 })
  }
})

test('an early refusal costs no cryptography', async () => {
  const device = await bench.registered()
  for (const changes of [
    { payload: { aud: 'https://x.example' } },
    { challenge: 'stale' },
    { payload: { hardware_key_tag: 'unknown' } },
    { header: { alg: 'none' } },
  ]) {
    const { assertion } = await bench.attestationRequest(device, changes)
    bench.counter.take()
    assert.ok((await bench.sendAssertion(assertion)).status >= 400)
    const { verify, importKey, sign } = bench.counter.take()
    assert.deepEqual([verify, importKey, sign], [0, 0, 0])
  }
})

test('WP-33 every answer of the three endpoints has no-store', async () => {
  const answers = [
    await bench.send('/nonce'),
    await bench.send('/nonce', { method: 'POST' }),
    await bench.register(await vendor.createDevice()),
    await bench.register(await vendor.createDevice(), { challenge: 'stale' }),
    await bench.post('/wallet-instance', 'text/plain', 'x'),
    await bench.attest(await bench.registered()),
    await bench.attest(await bench.registered(), { challenge: 'stale' }),
    await bench.post('/token', 'text/plain', 'x'),
    await bench.send('/token'),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 405, 204, 403, 415, 200, 403, 415, 405],
  )
  for (const answer of answers) assert.equal(answer.headers.get('cache-control'), 'no-store')
  observeOutput('WP-33')
})

test('WP-02 a used challenge stays used at a replica whose clock is behind', async () => {
  const { stores, database } = openSqliteStores('wallet-provider', ':memory:')
  const behind = await createWalletProviderBench({ devices: await createDeviceBench(), stores })
  const device = await behind.registered()
  const { assertion } = await behind.attestationRequest(device, { payload: { exp: behind.clock.now() + 900 } })
  assert.equal((await behind.sendAssertion(assertion)).status, 200)
  behind.clock.advance(299)
  await new Promise<void>((resolve) => {
    const pruning = startPruning({
      clock: { now: () => behind.clock.now() + 59 },
      tasks: [(now) => database.prune(now), async () => void pruning.stop().then(resolve)],
      intervalSeconds: 0,
    })
  })
  await behind.refuses(behind.sendAssertion(assertion), 'WP-19 challenge_used 403 invalid_request')
})
