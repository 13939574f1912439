/** Messages of a PID Provider in service about Wallet Instances that it cannot follow, or not in time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto } from '../../src/node/index.ts'
import { unknownInstanceNotes } from '../../src/pid-provider/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

async function served() {
  const clock = fixedClock()
  const told: string[] = []
  const onTrouble = (sentence: string) => void told.push(sentence)
  const parts = { crypto: createNodeCrypto(), clock, decisions: recordingSink(), onTrouble }
  const { service, stores, close } = await composeInMemory('pid-provider', parts)
  const gauges = () => Object.fromEntries((service.gauges ?? []).map(({ name, read }) => [name, read()]))
  const sweep = () => service.runUpkeep(clock.now())
  return { clock, service, stores, close, gauges, sweep, told }
}

const late = 'fiducia_wallet_status_late_seconds'
const unknown = 'fiducia_wallet_status_unknown_lists'
const uri = 'https://silent.example/list'

test('PP-32 the notes count status lists with an unknown status, and a sweep after the stop requests no list', async (t) => {
  const { clock, service, stores, close, gauges, sweep } = await served()
  const lists = [1, 2].map((n) => ({ walletProvider: 'https://silent.example', uri: `${uri}${n}`, places: 2 }))
  t.mock.method(stores.issuedCredentials, 'takeDueLists', async () => lists)
  assert.deepEqual(service.notes(), [])
  await sweep()
  assert.deepEqual(service.notes(), [
    'the wallets in 2 status lists have an unknown status: the federation does not answer for their Wallet Provider (trust_unavailable)',
  ])
  assert.equal(gauges()[unknown], 2)
  service.stop()
  await service.runUpkeep(clock.now())
  assert.deepEqual([service.notes(), gauges()[unknown]], [[], 0], 'a sweep after the stop requests no list')
  await close()
})

test('PP-32 the notes count the status lists with an unknown status by reason', () => {
  const notes = unknownInstanceNotes({
    reasons: {
      trust_mark_missing: 6,
      unreachable: 3,
      status_unexpected: 1,
      media_type_unexpected: 4,
      coding_unexpected: 5,
      list_malformed: 2,
    },
  })
  assert.deepEqual(notes, [
    'the wallets in 6 status lists have an unknown status: their Wallet Provider is not trusted (trust_mark_missing)',
    'the wallets in 3 status lists have an unknown status: their status lists do not answer (unreachable)',
    'the wallets in 1 status lists have an unknown status: their status lists are not at the URI that their attestations name: the URI answers with a redirect or with another status than 200; redirects are not followed (status_unexpected)',
    'the wallets in 4 status lists have an unknown status: their status lists are not served as application/statuslist+jwt (media_type_unexpected)',
    'the wallets in 5 status lists have an unknown status: their status lists are compressed, but no coding was requested (coding_unexpected)',
    'the wallets in 2 status lists have an unknown status: their status lists cannot be used (list_malformed)',
  ])
})

test('PP-32 a service whose store aborts each sweep reports that it is late until a sweep succeeds', async (t) => {
  const { clock, service, stores, close, gauges, sweep } = await served()
  service.start()
  const broken = t.mock.method(stores.issuedCredentials, 'takeDueLists', async () => {
    throw new Error('statement timeout')
  })
  await assert.rejects(sweep(), /statement timeout/, 'the upkeep reports the error')
  assert.equal(gauges()[late], 0)
  clock.advance(600)
  assert.equal(gauges()[late], 600)
  assert.match(service.notes()[0] ?? '', /^for 10 minutes .* revoked wallets/)
  broken.mock.restore()
  await sweep()
  assert.deepEqual([service.notes(), gauges()[late]], [[], 0])
  await close()
})

test('PP-32 a sweep that takes too long is reported in the notes while it runs, and in the log when it ends', async (t) => {
  const { clock, service, stores, close, gauges, sweep, told } = await served()
  service.start()
  const { promise, resolve } = Promise.withResolvers<void>()
  t.mock.method(stores.issuedCredentials, 'takeDueLists', async () => {
    await promise
    return []
  })
  const running = sweep()
  clock.advance(299)
  assert.deepEqual(service.notes(), [])
  clock.advance(2)
  assert.match(service.notes()[0] ?? '', /^for 5 minutes/)
  assert.deepEqual([gauges()[late], told], [301, []])
  resolve()
  await running
  assert.match(told[0] ?? '', /^for 5 minutes/)
  assert.deepEqual([service.notes(), gauges()[late]], [[], 0])
  await close()
})

test('PP-32 a list that was not fetched in time makes the service late', async (t) => {
  const { clock, service, stores, close, gauges, sweep } = await served()
  t.mock.method(stores.issuedCredentials, 'nextListDue', async () => clock.now() - 1000)
  service.start()
  await sweep()
  assert.equal(gauges()[late], 1000)
  assert.match(service.notes()[0] ?? '', /^for 16 minutes/)
  await close()
})
