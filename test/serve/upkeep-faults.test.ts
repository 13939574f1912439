/** The upkeep of a service logs each error of a round. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto } from '../../src/node/index.ts'
import { startUpkeep } from '../../src/serve/upkeep.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('each error of one round of a service and of its further entities is logged', async (t) => {
  const clock = fixedClock()
  const { service, stores, close } = await composeInMemory('relying-party', {
    ...{ crypto: createNodeCrypto(), clock, decisions: recordingSink(), profiles: { 'it-wallet-1.0': {} } },
  })
  t.after(close)
  const failing = (what: string) => async () => {
    throw new Error(what)
  }
  t.mock.method(stores.presentationSessions, 'prune', failing('sessions'))
  t.mock.method(stores.openIdRecords, 'prune', failing('logins'))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const logged: string[] = []
  const rounds = Promise.withResolvers<void>()
  const { stop, notes } = startUpkeep({
    clock,
    stores: { prune: async () => undefined },
    service: { runUpkeep: (now) => service.runUpkeep(now).finally(rounds.resolve) },
    log: { fault: (fault, surface) => void logged.push(`${surface}: ${(fault as Error).message}`) },
  })
  t.mock.timers.tick(60_000)
  await rounds.promise
  await stop()
  assert.deepEqual(logged.toSorted(), ['forget: logins', 'forget: logins', 'forget: sessions', 'forget: sessions'])
  assert.equal(notes().length, 1)
})
