/**
 * The effect of a revocation for others: the published status list, and the answers of a PID Provider and a Relying
 * Party to a valid attestation of a revoked instance.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail } from '../../../src/base/index.ts'
import { present } from '../../../src/sandbox/life-cycle/present-pid.ts'
import { createStatusResolver, type StatusReference } from '../../../src/status-list/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { createTestEcosystem, origins } from '../../support/ecosystem.ts'
import { decodeJwt } from '../../support/forge-jwt.ts'
import { administrator, postsTo } from '../../support/wallet-provider-administration.ts'
import {
  createWalletProviderBench,
  type RequestChanges,
  walletProviderId,
  walletSide,
} from '../../support/wallet-provider-bench.ts'

const administrators = [administrator('owner')]
const bench = await createWalletProviderBench({ context: { administrators } })
const { clock, devices } = bench

const revoke = (hardware_key_tag: string) =>
  postsTo(bench, '/admin/wallet-instances')('/revoke', { hardware_key_tag, reason: 'revoked_by_provider' })

async function referenceOf(device: Parameters<typeof bench.attest>[0], where = bench, changes: RequestChanges = {}) {
  const response = await where.attest(device, changes)
  assert.equal(response.status, 200)
  const { payload } = decodeJwt(await response.text())
  return (payload.status as { status_list: StatusReference }).status_list
}

/** Reads the status without a cached list. */
const statusOf = (reference: StatusReference, where = bench) =>
  createStatusResolver({ ...walletSide, fetch: where.network.fetch, urls: { loopbackHttp: false } }).resolve(
    reference,
    {
      keys: [where.attestationSigner.publicJwk],
      algorithms: ['ES256'],
      now: clock.now(),
      skew: 0,
    },
  )

test('WP-75 revoking an instance revokes all its valid attestations at once, and no others', async () => {
  const [lost, kept] = [await bench.registered(), await bench.registered()]
  const mine = [await referenceOf(lost), await referenceOf(lost), await referenceOf(lost)]
  const other = await referenceOf(kept)
  for (const reference of [...mine, other]) assert.deepEqual(await statusOf(reference), { status: 0 })
  assert.equal((await revoke(lost.hardwareKeyTag)).status, 204)
  for (const reference of mine) assert.deepEqual(await statusOf(reference), { status: 1 })
  assert.deepEqual(await statusOf(other), { status: 0 })
})

test('WP-29 WP-75 the revocation of an instance by forged evidence revokes its valid attestations', async () => {
  const honest = devices.provider({})
  let forged = false
  const verifyIntegrityAssertion: typeof honest.verifyIntegrityAssertion = async (input) =>
    forged ? fail('play_token_forged') : honest.verifyIntegrityAssertion(input)
  const forging = await createWalletProviderBench({
    devices,
    context: { deviceIntegrity: { ...honest, verifyIntegrityAssertion } },
  })
  const device = await forging.registered()
  const reference = await referenceOf(device, forging)
  assert.deepEqual(await statusOf(reference, forging), { status: 0 })
  forged = true
  assert.equal((await forging.attest(device)).status, 403)
  assert.deepEqual(await statusOf(reference, forging), { status: 1 })
})

test('WP-75 a revoked attestation stays revoked as long as a reader with the largest clock skew accepts it', async () => {
  const short = await createWalletProviderBench({ devices, config: { attestationStatusKeptSeconds: 0 } })
  const { walletInstances } = short.stores
  const device = await short.registered()
  const { idx, uri } = await referenceOf(device, short)
  const expiry = short.clock.now() + 3600
  await walletInstances.revoke({ ...device, reason: 'revoked_by_user', now: short.clock.now() })
  const isRevoked = async (now: number) =>
    (await walletInstances.revokedPlaces(Number(uri.split('/').at(-1)), now)).includes(idx)
  assert.deepEqual([await isRevoked(expiry + 300), await isRevoked(expiry + 301)], [true, false])
})

test('WP-73 every attestation has an index of its own, which does not identify its instance', async () => {
  const device = await bench.registered()
  const references = await Promise.all(Array.from({ length: 20 }, () => referenceOf(device)))
  assert.equal(new Set(references.map(({ idx, uri }) => `${uri} ${idx}`)).size, 20)
  assert.ok(new Set(references.map(({ uri }) => uri)).size > 1)
  const indexes = references.map(({ idx }) => idx)
  assert.notDeepEqual(
    indexes,
    indexes.toSorted((a, b) => a - b),
  )
  assert.ok(Math.max(...indexes) - Math.min(...indexes) > 10_000)
})

test('WP-73 another index is tried if one is in use, and the answer is 503 if the lists are full', async () => {
  const inner = openSqliteStores('wallet-provider', ':memory:').stores.walletInstances
  let refusals = 1
  const recordAttestation: typeof inner.recordAttestation = async (input) => {
    refusals -= 1
    return refusals >= 0 ? { lost: 'status_place' } : inner.recordAttestation(input)
  }
  const crowded = await createWalletProviderBench({
    devices,
    stores: { walletInstances: { ...inner, recordAttestation } },
  })
  const device = await crowded.registered()
  await referenceOf(device, crowded)
  assert.equal(refusals, -1)
  refusals = 1000
  assert.equal((await crowded.attest(device)).status, 503)
})

test('WP-75 the status list is public, signed by the attestations’ key, cacheable and compressed', async () => {
  const response = await bench.send('/statuslists/0')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/statuslist+jwt')
  assert.equal(response.headers.get('access-control-allow-origin'), '*')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=30')
  const text = await response.text()
  const { header, payload } = decodeJwt(text)
  assert.deepEqual(header, { alg: 'ES256', typ: 'statuslist+jwt', kid: bench.attestationSigner.kid })
  const now = clock.now()
  const { status_list: list, ...rest } = payload as { status_list: { bits: number; lst: string } }
  assert.deepEqual(rest, { sub: `${walletProviderId}/statuslists/0`, iat: now, exp: now + 3600, ttl: 30 })
  assert.equal(list.bits, 1)
  assert.ok(list.lst.length < 1000)
  clock.advance(29)
  const again = await bench.send('/statuslists/0')
  assert.equal(await again.text(), text)
  assert.equal(again.headers.get('cache-control'), 'public, max-age=1')
  clock.advance(1)
  assert.notEqual(await (await bench.send('/statuslists/0')).text(), text)
})

test('WP-75 a list is not sent again to a client that has it in the same coding', async () => {
  const ask = (accept: string, held = '"none"') =>
    bench.send('/statuslists/1', { headers: { 'accept-encoding': accept, 'if-none-match': held } })
  const tagOf = async (accept: string) => (await ask(accept)).headers.get('etag') ?? ''
  const [plain, zipped] = [await tagOf('br'), await tagOf('gzip')]
  assert.match(plain, /^"[\w-]{86}"$/)
  assert.notEqual(zipped, plain)
  for (const [accept, held, status] of [
    ['br', plain, 304],
    ['gzip', zipped, 304],
    ['br', `"x", ${plain}, ${zipped}`, 304],
    ['br', zipped, 200],
    ['gzip', plain, 200],
  ] as const) {
    const response = await ask(accept, held)
    assert.equal(response.status, status, `${accept} ${held}`)
    assert.equal(response.headers.get('vary'), 'accept-encoding')
    if (status === 304) assert.equal(response.headers.get('content-encoding'), null)
  }
})

test('WP-75 an unknown list and the list of a certain time are refused', async () => {
  await bench.refuses(bench.send('/statuslists/8'), 'WP-75 status_list_unknown 404 not_found')
  const past = bench.send(`/statuslists/0?time=${clock.now() - 3600}`)
  await bench.refuses(past, 'WP-75 status_list_time_unsupported 501 not_implemented')
})

test('WP-75 a Relying Party and a PID Provider refuse the valid attestation of a revoked instance, and its wallet gets no new one', async () => {
  const ecosystem = await createTestEcosystem()
  const person = ecosystem.person()
  await person.wallet.setUp()
  await person.wallet.obtainPid(origins.pidProvider)
  await present({ origins: { ...origins, ...elsewhere }, person }, { variant: 'dcql', method: 'post' })
  const { walletInstances } = ecosystem.parts.stores['wallet-provider']
  const [instance] = await walletInstances.search({ limit: 1 })
  assert.ok(instance)
  const { hardwareKeyTag } = instance
  await walletInstances.revoke({ hardwareKeyTag, reason: 'revoked_by_provider', now: ecosystem.clock.now() })
  ecosystem.clock.advance(3)
  person.ignoreStatusLists()
  await assert.rejects(present({ origins: { ...origins, ...elsewhere }, person }, { variant: 'dcql', method: 'post' }))
  await assert.rejects(person.wallet.obtainPid(origins.pidProvider))
  const refused = ecosystem.decisions.decisions
    .filter(({ outcome, surface }) => outcome === 'refused' && !surface.startsWith('wallet/'))
    .map(({ surface, checks }) => [surface, checks.at(-1)?.requirement, checks.at(-1)?.code])
  assert.deepEqual(refused, [
    ['relying-party/response', 'RP-70', 'revoked'],
    ['pid-provider/as/par', 'PP-44', 'attestation_revoked'],
    ['wallet-provider/token', 'WP-20', 'instance_revoked'],
  ])
})

const elsewhere = {
  console: 'https://console.example',
  nationalIdp: 'https://idp.example',
  nationalSamlIdp: 'https://spid.example',
}
