/**
 * The Wallet Provider over real HTTP: races for a challenge on two nodes over one database, and outages of the device
 * vendor, from its servers to the wallet's answer.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { encodeBase64 } from '../../../src/base/index.ts'
import { encodeParameters } from '../../../src/http/index.ts'
import { createGuardedFetch, writePrivateFile } from '../../../src/node/index.ts'
import { grantTypeJwtBearer } from '../../../src/oauth/index.ts'
import { openSqliteStores } from '../../../src/stores/sqlite/open-stores.ts'
import { createDeviceVendors, deviceVendorsConfig } from '../../../src/wallet-provider-adapters/index.ts'
import { createDeviceBench } from '../../support/device-integrity.ts'
import { freshDirectory } from '../../support/fresh-directory.ts'
import { type GoogleReply, honestDecoding, startScriptedGoogle } from '../../support/scripted-google.ts'
import { seededRandom } from '../../support/seeded-random.ts'
import { serveProvider } from '../../support/served-provider.ts'
import { createWalletProviderBench, formType, jsonType, walletSide } from '../../support/wallet-provider-bench.ts'

const directory = freshDirectory()
const devices = await createDeviceBench()
const { vendor, clock } = devices
const fifty = Array.from({ length: 50 }, (_, index) => index)
const countOf = (responses: readonly Response[]) => Object.groupBy(responses, ({ status }) => `${status}`)
const sizes = (responses: readonly Response[]) =>
  Object.fromEntries(Object.entries(countOf(responses)).map(([status, all]) => [status, all?.length]))

/** Starts two nodes: separate apps, servers and connections, one database file and one set of challenge keys. */
async function twoNodes(t: TestContext, file: string) {
  const challengeKeys = [{ id: 1, secret: seededRandom('shared').bytes(32) }] as const
  const nodes = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const { stores } = openSqliteStores('wallet-provider', join(directory, file))
      const context = { challengeKeys, random: seededRandom(name) }
      const bench = await createWalletProviderBench({ devices, stores, context })
      const server = await serveProvider(bench)
      t.after(() => server.stop())
      return { bench, server }
    }),
  )
  const [first] = nodes
  assert.ok(first)
  return { bench: first.bench, at: (index: number) => nodes[index % 2]?.server ?? first.server }
}

test('WP-02 over HTTP: one of 50 concurrent registrations with one challenge on two nodes succeeds', async (t) => {
  const { bench, at } = await twoNodes(t, 'registrations.db')
  const challenge = await bench.challenge()
  const phones = await Promise.all(fifty.map(() => vendor.createDevice()))
  const bodies = await Promise.all(phones.map((device) => bench.registrationBody(device, { challenge })))
  const responses = await Promise.all(
    bodies.map((body, index) => at(index).post('/wallet-instance', jsonType, JSON.stringify(body))),
  )
  assert.deepEqual(sizes(responses), { 204: 1, 403: 49 })
  assert.equal((await bench.stores.walletInstances.search({ limit: 100 })).length, 1)
})

test('WP-19 over HTTP: one of 50 concurrent attestation requests with one challenge on two nodes succeeds', async (t) => {
  const { bench, at } = await twoNodes(t, 'attestations.db')
  const device = await bench.registered()
  const challenge = await bench.challenge()
  const requests = await Promise.all(fifty.map(() => bench.attestationRequest(device, { challenge })))
  const responses = await Promise.all(
    requests.map(({ assertion }, index) =>
      at(index).post('/token', formType, encodeParameters({ grant_type: grantTypeJwtBearer, assertion })),
    ),
  )
  assert.deepEqual(sizes(responses), { 200: 1, 403: 49 })
})

const { packageName, certificateDigest } = vendor.app

/**
 * Starts a provider, composed as in service, with three servers in place of Google's. Time-outs are long unless a test
 * is about them.
 */
async function provider(t: TestContext, timeoutMilliseconds: number) {
  const google = await startScriptedGoogle()
  google.replies.decode = honestDecoding(vendor)
  const accountFile = join(directory, `account-${google.url.split(':').at(-1)}.json`)
  writePrivateFile(accountFile, google.account, { mode: 'replace' })
  const fetch = createGuardedFetch({ loopbackHttp: true })
  const decoder = { kind: 'google', accountFile, url: google.url, timeoutMilliseconds, breakerFailures: 3 }
  const config = deviceVendorsConfig.parse({
    android: {
      applications: [{ packageName, signatureDigests: [certificateDigest] }],
      play: { decoder },
      statusList: { url: `${google.url}/status`, timeoutMilliseconds, maximumAgeSeconds: 600 },
      roots: vendor.androidRoots.map(encodeBase64),
    },
  })
  let taken = (): void => undefined
  const vendors = createDeviceVendors({ ...walletSide, clock, fetch, onTrouble: () => taken() }, config)
  const { deviceIntegrity } = vendors
  const bench = await createWalletProviderBench({ devices, context: { deviceIntegrity } })
  const server = await serveProvider(bench)
  t.after(async () => {
    vendors.stop()
    google.stop()
    await Promise.all([server.stop(), fetch.close()])
  })
  /** Resolves when the list has been requested and its answer, of any kind, has been processed. */
  const readList = (): Promise<void> =>
    new Promise((resolve) => {
      taken = resolve
      vendors.stop()
      vendors.start({
        ...bench.provider,
        holdBelowCertificates: async (serials) => {
          const count = await bench.provider.holdBelowCertificates(serials)
          resolve()
          return count
        },
      })
    })
  const attest = async (device: Parameters<typeof bench.attest>[0], challenge?: string) => {
    const { assertion } = await bench.attestationRequest(device, challenge === undefined ? {} : { challenge })
    return server.post('/token', formType, encodeParameters({ grant_type: grantTypeJwtBearer, assertion }))
  }
  const register = async (device: Parameters<typeof bench.attest>[0], challenge: string) =>
    server.post('/wallet-instance', jsonType, JSON.stringify(await bench.registrationBody(device, { challenge })))
  return { bench, google, readList, attest, register }
}

const failures: readonly (readonly [string, GoogleReply, timeoutMilliseconds: number])[] = [
  ['time-out', 'silence', 1000],
  ['500', [500, '{}'], 20_000],
  ['garbage', [200, '<html>'], 20_000],
]

for (const [what, reply, timeout] of failures)
  test(`WP-64 over HTTP: a ${what} at the vendor is 503 with Retry-After, uses up only the challenge, and later requests succeed`, async (t) => {
    const { bench, google, readList, attest } = await provider(t, timeout)
    await readList()
    const device = await bench.registered()
    const before = await bench.stores.walletInstances.find(device.hardwareKeyTag)
    const honest = google.replies.decode
    google.replies.decode = async () => reply
    const challenge = await bench.challenge()
    const response = await attest(device, challenge)
    assert.equal(response.headers.get('retry-after'), '30')
    await bench.refuses(response, 'WP-64 play_service_unavailable 503 temporarily_unavailable')
    for (let times = 0; times < 4; times += 1) assert.equal((await attest(device)).status, 503)
    const asks = google.pathsAsked().filter((path) => path.startsWith('/v1/')).length
    assert.equal(asks, 3, 'no request after three failures')
    assert.deepEqual(await bench.stores.walletInstances.find(device.hardwareKeyTag), before)
    await bench.refuses(attest(device, challenge), 'WP-19 challenge_used 403 invalid_request')
    google.replies.decode = honest
    assert.equal((await attest(device)).status, 503)
    clock.advance(30)
    assert.equal((await attest(device)).status, 200)
    assert.deepEqual(bench.faults, [])
  })

for (const [what, reply, timeout] of failures)
  test(`WP-52 over HTTP: after a ${what} at the vendor’s list, registrations are refused only once the last good copy is too old`, async (t) => {
    const { bench, google, readList, register } = await provider(t, timeout)
    const phone = await vendor.createDevice()
    const challenge = await bench.challenge()
    const unread = 'WP-52 revocation_unavailable 503 temporarily_unavailable'
    const honest = google.replies.statusList
    google.replies.statusList = () => reply
    await readList()
    const response = await register(phone, challenge)
    assert.equal(response.headers.get('retry-after'), '30')
    await bench.refuses(response, unread)
    google.replies.statusList = honest
    await readList()
    assert.equal((await register(phone, challenge)).status, 204, 'the challenge was not used up')
    google.replies.statusList = () => reply
    await readList()
    assert.equal((await register(await vendor.createDevice(), await bench.challenge())).status, 204)
    clock.advance(601)
    await bench.refuses(register(await vendor.createDevice(), await bench.challenge()), unread)
    assert.equal((await bench.stores.walletInstances.search({ status: 'revoked', limit: 9 })).length, 0)
    google.replies.statusList = honest
    await readList()
    assert.equal((await register(await vendor.createDevice(), await bench.challenge())).status, 204)
  })
