/**
 * Attestation keys over time: pending → active → retiring → revoked, while wallets, the Relying Party and the PID
 * Provider continue; and the administrators' endpoints for these keys.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../../src/base/index.ts'
import {
  createMemoryKeyRingStore,
  createMemoryKeyVault,
  entityConfigurationPath,
} from '../../../src/federation/index.ts'
import { generateSigner } from '../../../src/jose/index.ts'
import type { DemoWallet } from '../../../src/sandbox/life-cycle/demo-wallet.ts'
import { present } from '../../../src/sandbox/life-cycle/present-pid.ts'
import { walletProviderConfig } from '../../../src/wallet-provider/index.ts'
import { createDeviceBench } from '../../support/device-integrity.ts'
import { adminToken, createTestEcosystem, origins } from '../../support/ecosystem.ts'
import { organization } from '../../support/federation.ts'
import { fixedClock } from '../../support/fixed-clock.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import {
  administrationAnswer,
  administrator,
  as,
  postsTo,
  refusesStrangers,
} from '../../support/wallet-provider-administration.ts'
import {
  anchorId,
  createWalletProviderBench,
  jsonType,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'
import { genJsonRows } from '../gen-rows.ts'

const elsewhere = {
  console: 'https://console.example',
  nationalIdp: 'https://idp.example',
  nationalSamlIdp: 'https://spid.example',
}
const ringOf = async (now: number) => {
  const first = await generateSigner(walletSide)
  const store = createMemoryKeyRingStore([first], now)
  return { first, store, vault: createMemoryKeyVault([first], () => generateSigner(walletSide)) }
}
const keysOf = (configuration: string): unknown[] => {
  const { metadata } = decodeJwt(configuration).payload as {
    metadata: { wallet_provider: { jwks: { keys: JsonObject[] } } }
  }
  return metadata.wallet_provider.jwks.keys.map(({ kid }) => kid)
}

test('WP-67 nothing is refused while an attestation key rolls over and people obtain and present PIDs', async () => {
  const clock = fixedClock()
  const ecosystem = await createTestEcosystem({ clock })
  const [first] = ecosystem.parts.keys['wallet-provider'].attestation
  const signedBy = new Set<unknown>()
  const person = async (): Promise<DemoWallet> => {
    const one = ecosystem.person()
    await one.wallet.setUp()
    return one
  }
  const useAt = async (one: DemoWallet): Promise<void> => {
    await one.wallet.obtainPid(origins.pidProvider)
    await present({ origins: { ...origins, ...elsewhere }, person: one }, { variant: 'dcql', method: 'post' })
  }
  const ask = async (path: string, body: object = {}): Promise<JsonObject> => {
    const response = await ecosystem.network.fetch(
      new Request(`${origins.walletProvider}/admin/attestation-keys${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${adminToken}`, 'content-type': jsonType },
        body: JSON.stringify(body),
      }),
    )
    assert.equal(response.status, 200, await response.clone().text())
    return (await response.json()) as JsonObject
  }
  const published = async () =>
    keysOf(
      await (await ecosystem.network.fetch(new Request(`${origins.walletProvider}${entityConfigurationPath}`))).text(),
    )
  const hours = (count: number) => clock.advance(count * 3600)

  await useAt(await person())
  const { kid: next } = await ask('')
  assert.deepEqual(await published(), [first.kid, next])
  hours(11)
  await useAt(await person())
  hours(13)
  const attestedBefore = await person()
  await ask('/activate', { kid: next as string })
  assert.deepEqual(await published(), [next, first.kid])
  await useAt(attestedBefore)
  await useAt(await person())
  clock.advance(1800)
  await useAt(attestedBefore)
  hours(24)
  await useAt(await person())
  hours(24)
  assert.deepEqual(await published(), [next])
  await ask('/revoke', { kid: first.kid, reason: 'superseded' })
  await useAt(await person())

  const { decisions } = ecosystem.decisions
  assert.deepEqual(
    decisions
      .filter(({ outcome }) => outcome !== 'accepted')
      .map(({ surface, checks }) => [surface, checks.at(-1)?.code]),
    [],
  )
  for (const { request, response } of ecosystem.network.exchanges)
    if (request.url === `${origins.walletProvider}/token`) signedBy.add(decodeJwt(await response.text()).header.kid)
  assert.deepEqual([...signedBy], [first.kid, next])
})

const administrators = [administrator('owner')]
const devices = await createDeviceBench()
const { clock } = devices
const ring = await ringOf(clock.now())
const bench = await createWalletProviderBench({ devices, context: { administrators, attestationKeyRing: ring } })
const { sink } = bench
const base = '/admin/attestation-keys'
const post = postsTo(bench, base)
const list = async () =>
  ((await (await bench.send(base, { headers: as('owner') })).json()) as { attestation_keys: JsonObject[] })
    .attestation_keys
const made = async (body = {}) => ((await (await post('', body)).json()) as { kid: string }).kid
const answers = {
  key_unknown: { id: 'WP-67', status: 404, error: 'not_found' },
  key_request_malformed: { id: 'WP-76', status: 400, error: 'bad_request' },
}
const inOtherState = { id: 'WP-67', status: 409, error: 'key_state' }

test('WP-67 WP-76 the keys are listed with their states and times, and without private members', async () => {
  const kid = await made({ reason: 'yearly' })
  assert.deepEqual(await list(), [
    {
      ...{ kid: ring.first.kid, state: 'active', created_at: clock.now(), created_by: 'configuration' },
      ...{ activated_at: clock.now(), activated_by: 'configuration' },
    },
    { kid, state: 'pending', created_at: clock.now(), created_by: 'owner', created_reason: 'yearly' },
  ])
})

test('WP-67 a key is activated only if it is pending, and was published for long enough or is forced', async () => {
  const kid = await made()
  const refused = async (code: string, body: object) =>
    bench.refuses(post('/activate', body), { ...inOtherState, code })
  await refused('key_too_young', { kid })
  clock.advance(86_399)
  await refused('key_too_young', { kid })
  clock.advance(1)
  assert.equal((await post('/activate', { kid })).status, 200)
  const response = await bench.attest(await bench.registered())
  assert.equal(decodeJwt(await response.text()).header.kid, kid)
  await refused('key_not_pending', { kid })
  const urgent = await made()
  const signing = async () => decodeJwt(await (await bench.attest(await bench.registered())).text()).header.kid
  assert.equal(await signing(), kid)
  assert.equal((await post('/activate', { kid: urgent, force: true })).status, 200)
  assert.equal(await signing(), urgent, 'the new key signs at once')
  const states = new Map((await list()).map((key) => [key.kid, key]))
  assert.deepEqual(states.get(kid)?.retired_at, clock.now() + 2 * 86_400)
  const { activated_by, activated_at } = states.get(urgent) ?? {}
  assert.deepEqual([activated_by, activated_at], ['owner', clock.now()])
  assert.equal(states.get(urgent)?.state, 'active')
})

test('WP-67 a key whose private key is not in the vault cannot be activated, not even by force', async () => {
  const { kid, publicJwk: jwk } = await generateSigner(walletSide)
  await ring.store.add({ kid, jwk, createdAt: clock.now(), createdBy: 'owner' })
  clock.advance(60) // so that the change is read and published
  const response = await post('/activate', { kid, force: true })
  await bench.refuses(response, { ...inOtherState, code: 'key_not_held' })
  assert.equal((await list()).find((key) => key.kid === kid)?.state, 'pending')
})

test('WP-67 a key that the superior’s policy leaves out of the metadata cannot be activated', async () => {
  const pinning = await ringOf(clock.now())
  const strict = await createWalletProviderBench({ devices, context: { administrators, attestationKeyRing: pinning } })
  const { subordinates } = strict
  const jwks = { keys: [{ ...pinning.first.publicJwk }] }
  await subordinates.change(
    walletProviderId,
    { metadataPolicy: { wallet_provider: { jwks: { value: jwks } } } },
    { at: 0, actor: 'anchor' },
  )
  const send = postsTo(strict, base)
  const { kid } = (await (await send('', {})).json()) as { kid: string }
  const response = await send('/activate', { kid, force: true })
  await strict.refuses(response, { ...inOtherState, code: 'key_unattested' })
})

test('WP-67 the signing key cannot be revoked; another key is revoked at once, and a compromise stays its reason', async () => {
  const active = String((await list()).find(({ state }) => state === 'active')?.kid)
  await bench.refuses(post('/revoke', { kid: active }), { ...inOtherState, code: 'key_signs' })
  const kid = await made()
  const published = async () => keysOf(await (await bench.send(entityConfigurationPath)).text())
  assert.ok((await published()).includes(kid))
  for (const reason of ['compromised', 'superseded']) assert.equal((await post('/revoke', { kid, reason })).status, 200)
  const key = (await list()).find((one) => one.kid === kid)
  assert.deepEqual([key?.state, key?.reason, key?.revoked_at], ['revoked', 'compromised', clock.now()])
  assert.equal(key?.revoked_by, 'owner')
  assert.ok(!(await published()).includes(kid))
})

test('WP-67 WP-76 the evidence of every change of a key names its actor and the key', async () => {
  const kept = () => sink.decisions.at(-1)?.evidence
  const [first, second] = [await made(), await made()]
  assert.deepEqual(kept(), { actor: 'owner', thumbprint: second, change: 'added' })
  assert.equal((await post('/activate', { kid: first, force: true })).status, 200)
  assert.deepEqual(kept(), { actor: 'owner', thumbprint: first, change: 'activated' })
  assert.equal((await post('/activate', { kid: second })).status, 409)
  assert.deepEqual(kept(), { actor: 'owner', thumbprint: second }, 'the evidence of a refusal has no change')
  assert.equal((await post('/revoke', { kid: second, reason: 'compromised' })).status, 200)
  assert.deepEqual(kept(), { actor: 'owner', thumbprint: second, change: 'revoked' })
})

for (const [code, path, body] of [
  ['key_unknown', '/activate', { kid: 'nobody' }],
  ['key_unknown', '/revoke', { kid: 'nobody' }],
  ['key_request_malformed', '', { kid: 'x' }],
  ['key_request_malformed', '/activate', {}],
  ['key_request_malformed', '/activate', { kid: 'x', force: 'yes' }],
  ['key_request_malformed', '/revoke', { kid: 'x', reason: 'lost' }],
] as const)
  test(`${answers[code].id} refuses ${JSON.stringify(body)} at ${base}${path}: ${answers[code].status}`, async () => {
    await bench.refuses(post(path, body), { ...answers[code], code })
    if (code === 'key_unknown') assert.equal(sink.lastRefusal()?.checks.at(-1)?.at, 'kid')
  })

refusesStrangers(sink, 'list', (headers) => bench.send(base, { headers }))
for (const [what, path, body] of [
  ['create', '', {}],
  ['activate', '/activate', { kid: 'x' }],
  ['revoke', '/revoke', { kid: 'x' }],
] as const)
  refusesStrangers(sink, what, (headers) => post(path, body, headers))

test('WP-67 a provider with a configured key has no key ring', async () => {
  const fixed = await createWalletProviderBench({ devices, context: { administrators } })
  const response = await fixed.send(base, { headers: as('owner') })
  await fixed.refuses(response, { ...inOtherState, code: 'keys_are_configured' })
  for (const path of ['', '/activate', '/revoke']) {
    const body = JSON.stringify({ kid: 7, further: 'x' })
    const headers = { ...as('owner'), 'content-type': jsonType }
    const malformed = await fixed.send(base + path, { method: 'POST', headers, body })
    await fixed.refuses(malformed, { ...inOtherState, code: 'keys_are_configured' })
  }
})

test('WP-67 refuses a retirement time with which a key would be removed before its attestations expire', () => {
  const config = { entityId: walletProviderId, organization, authorityHints: [anchorId] }
  const parse = (changes: object) => walletProviderConfig.safeParse({ ...config, ...changes }).success
  assert.ok(parse({ attestationKeyRetirementSeconds: 3635 }))
  assert.ok(!parse({ attestationKeyRetirementSeconds: 3634 }))
  assert.ok(parse({ attestationKeyRetirementSeconds: 3630, attestationKeyCacheSeconds: 0 }))
  assert.ok(!parse({ attestationKeyRetirementSeconds: 7200, attestationLifetimeSeconds: 7200 }))
})

for (const [path, content, allow = 'POST'] of [
  ['', async () => ({ reason: 'yearly' }), 'GET, POST'],
  ['/activate', async () => ({ kid: await made(), force: true })],
  ['/revoke', async () => ({ kid: await made() })],
] as const)
  genJsonRows({
    ...{ sink, fetch: bench.network.fetch, bodyLimit: 65_536, answer: administrationAnswer, allow },
    surface: `wallet-provider${base}${path}`,
    url: `${walletProviderId}${base}${path}`,
    valid: async () => ({ content: await content(), headers: as('owner') }),
    accepted: 200,
    unknownMember: { id: 'WP-76', code: 'key_request_malformed', status: 400, error: 'bad_request' },
  })
