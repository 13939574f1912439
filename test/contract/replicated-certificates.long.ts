/**
 * Certificates over three replicas for many rounds: renewals, revocations, key rollovers, restarts, restores and moves
 * of the clock.
 */
import { test } from 'node:test'
import { runUnderLoad, startReplicatedAuthority } from '../support/certificates/replicated-authority.ts'

test('FED-104 FED-106 no chain fails in a month of changes over three replicas', async () => {
  await using topology = await startReplicatedAuthority(12)
  await runUnderLoad(topology, 120, 24)
})
