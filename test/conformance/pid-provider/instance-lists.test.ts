/**
 * The status lists that a sweep fetches: missing entries of a list, or other references to it, do not affect the PIDs
 * that are watched there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPidProvider } from '../../../src/pid-provider/index.ts'
import { createStatusList, createStatusListToken, type StatusList, setStatus } from '../../../src/status-list/index.ts'
import { uri, watching } from '../../support/watched-instances.ts'

test('PP-32 an unreachable or wrongly signed list changes no PID, and the next sweep fetches it again', async () => {
  const { fixture, entry, publish, sweep } = await watching()
  publish(1)
  const { network } = fixture
  const origin = 'https://status.wallet-provider.example'
  network.connect(origin, async () => new Response(null, { status: 503 }))
  assert.deepEqual(await sweep(), { asked: 1, revoked: 0, suspended: 0, unknown: 1, reasons: { unreachable: 1 } })
  const list: StatusList = createStatusList(2, 100)
  setStatus(list, 5, 1)
  const signedBy = (signer: typeof fixture.attestationSigner) =>
    fixture.publishWalletStatus(() =>
      createStatusListToken(signer, { uri, list, now: fixture.clock.now(), lifetimeSeconds: 60, ttlSeconds: 2 }),
    )
  signedBy(fixture.credentialSigner)
  assert.equal((await sweep()).unknown, 1)
  assert.equal((await entry())?.status, 'valid')
  signedBy(fixture.attestationSigner)
  assert.equal((await sweep()).revoked, 1)
})

test('PP-32 a sweep requests an unreachable list once, however many PIDs it watches there', async () => {
  const { fixture, publish, sweep } = await watching({}, [5, 6, 7])
  publish(1)
  let asked = 0
  fixture.network.connect('https://status.wallet-provider.example', async () => {
    asked += 1
    return new Response(null, { status: 503 })
  })
  for (const times of [1, 2]) {
    const reasons = { unreachable: 1 }
    assert.deepEqual(await sweep(), { asked: 1, revoked: 0, suspended: 0, unknown: 1, reasons })
    assert.equal(asked, times)
  }
})

test('PP-32 a list is fetched even if another Wallet Provider names it as its own', async () => {
  const { fixture, publish, sweep } = await watching({}, [5])
  publish(1)
  const { issuedCredentials } = fixture.stores
  const take = issuedCredentials.takeDueLists.bind(issuedCredentials)
  Object.assign(issuedCredentials, {
    takeDueLists: async (input: Parameters<typeof take>[0]) => {
      const lists = await take(input)
      return [...lists.map((one) => ({ ...one, walletProvider: 'https://other.example' })), ...lists]
    },
  })
  const reasons = { trust_unavailable: 1 }
  assert.deepEqual(await sweep(), { asked: 2, revoked: 1, suspended: 0, unknown: 1, reasons })
})

test('PP-32 an index beyond the list does not affect the other indices', async () => {
  const { fixture, publish, sweep } = await watching({}, [90, 6])
  publish(1)
  const list = createStatusList(2, 8)
  setStatus(list, 6, 1)
  const token = { uri, list, now: fixture.clock.now(), lifetimeSeconds: 60, ttlSeconds: 2 }
  fixture.publishWalletStatus(() => createStatusListToken(fixture.attestationSigner, token))
  const reasons = { index_out_of_range: 1 }
  assert.deepEqual(await sweep(), { asked: 1, revoked: 1, suspended: 0, unknown: 1, reasons })
})

test('PP-32 each due list is fetched by one of two replicas, and not again before it is due again', async () => {
  const { fixture } = await watching({ config: { walletStatusIntervalSeconds: 60 } })
  const { clock, stores } = fixture
  const take = stores.issuedCredentials.takeDueLists.bind(stores.issuedCredentials)
  let others = 19
  Object.assign(stores.issuedCredentials, {
    takeDueLists: async (input: Parameters<typeof take>[0]) => {
      const lists = [...(await take(input))]
      for (; lists.length < input.limit && others > 0; others -= 1)
        lists.push({ walletProvider: `https://other-${others}.example`, uri, places: 1 })
      return lists
    },
  })
  const asked: string[] = []
  const walletInstanceStatus = {
    listed: async (walletProvider: string) => {
      asked.push(walletProvider)
      return { exceptions: [] }
    },
  }
  const replicas = [1, 2].map(() => createPidProvider({ ...fixture.parts, walletInstanceStatus }))
  const came = await Promise.all(replicas.map((replica) => replica.applyWalletInstanceStatuses()))
  assert.equal(
    came.reduce((sum, { asked: one }) => sum + one, 0),
    20,
  )
  assert.equal(new Set(asked).size, 20)
  for (const { nextDue } of came) assert.equal(nextDue, clock.now() + 60)
  clock.advance(59)
  assert.equal((await replicas[0]?.applyWalletInstanceStatuses())?.asked, 0)
  clock.advance(1)
  assert.equal((await replicas[0]?.applyWalletInstanceStatuses())?.asked, 1)
})

test('PP-32 a sweep ends, although its first lists are due again before its last one is fetched', async () => {
  const { fixture } = await watching({ config: { walletStatusIntervalSeconds: 1 } })
  const { clock, stores } = fixture
  const { issuedCredentials } = stores
  const dueTimes = new Map(Array.from({ length: 20 }, (_, n) => [`https://status.example/${n}`, clock.now()]))
  Object.assign(issuedCredentials, {
    takeDueLists: async ({ now, nextDue, limit }: Parameters<typeof issuedCredentials.takeDueLists>[0]) => {
      const taken = [...dueTimes.keys()].filter((one) => (dueTimes.get(one) ?? 0) <= now).slice(0, limit)
      for (const one of taken) dueTimes.set(one, nextDue)
      return taken.map((one) => ({ walletProvider: 'https://wallet-provider.example', uri: one, places: 1 }))
    },
  })
  const end = new AbortController()
  let fetched = 0
  const listed = async () => {
    fetched += 1
    if (fetched > 100) end.abort()
    clock.advance(1)
    return { exceptions: [] }
  }
  const provider = createPidProvider({ ...fixture.parts, walletInstanceStatus: { listed } })
  assert.equal((await provider.applyWalletInstanceStatuses(end.signal)).asked, 20)
})

test('PP-32 finds a watched index among many revoked indices', async () => {
  const { fixture } = await watching({}, [5, 6])
  const exceptions = Array.from({ length: 1201 }, (_, n) => ({ index: 1206 - n, status: 'revoked' }) as const)
  const provider = createPidProvider({
    ...fixture.parts,
    walletInstanceStatus: { listed: async () => ({ exceptions }) },
  })
  assert.equal((await provider.applyWalletInstanceStatuses()).revoked, 1)
  const live = await fixture.stores.issuedCredentials.search({ status: 'valid' })
  assert.deepEqual(
    live.map(({ attestationWatch }) => attestationWatch?.idx),
    [5],
  )
})
