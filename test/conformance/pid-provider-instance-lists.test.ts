/**
 * The lists that a sweep asks: what one of them lacks, and who else names it, says nothing of the PIDs that are watched there.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStatusList, createStatusListToken, type StatusList, setStatus } from '../../src/status-list/index.ts'
import { uri, watching } from '../support/watched-instances.ts'

test('PP-32 a list that cannot be had, or does not hold, changes nothing; the next sweep asks again', async () => {
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

test('PP-32 a list that does not answer is asked for once in a sweep, however many PIDs are watched there', async () => {
  const { fixture, publish, sweep } = await watching({}, [5, 6, 7])
  publish(1)
  let asked = 0
  fixture.network.connect('https://status.wallet-provider.example', async () => {
    asked += 1
    return new Response(null, { status: 503 })
  })
  for (const times of [1, 2]) {
    assert.deepEqual(await sweep(), {
      asked: 3,
      revoked: 0,
      suspended: 0,
      unknown: 3,
      reasons: { unreachable: 3 },
    })
    assert.equal(asked, times)
  }
})

test('PP-32 another Wallet Provider that names the same list, which is not its own, does not keep the list from being asked', async () => {
  const { fixture, publish, sweep } = await watching({}, [5])
  publish(1)
  const { issuedCredentials } = fixture.stores
  const watched = issuedCredentials.watched.bind(issuedCredentials)
  Object.assign(issuedCredentials, {
    watched: async (input: Parameters<typeof watched>[0]) => {
      const page = await watched(input)
      return [...page.map((one) => ({ ...one, walletProvider: 'https://other.example' })), ...page]
    },
  })
  const reasons = { trust_unavailable: 1 }
  assert.deepEqual(await sweep(), { asked: 2, revoked: 1, suspended: 0, unknown: 1, reasons })
})

test('PP-32 a place that the list does not have says nothing of the others', async () => {
  const { fixture, publish, sweep } = await watching({}, [90, 6])
  publish(1)
  const list = createStatusList(2, 8)
  setStatus(list, 6, 1)
  const token = { uri, list, now: fixture.clock.now(), lifetimeSeconds: 60, ttlSeconds: 2 }
  fixture.publishWalletStatus(() => createStatusListToken(fixture.attestationSigner, token))
  assert.deepEqual(await sweep(), {
    asked: 2,
    revoked: 1,
    suspended: 0,
    unknown: 1,
    reasons: { index_out_of_range: 1 },
  })
})
