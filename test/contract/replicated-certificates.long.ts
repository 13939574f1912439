/** Certificates over three replicas for many rounds: a month of renewals, revocations, key rollovers and restarts. */
import { test } from 'node:test'
import { runUnderLoad, startReplicatedAuthority } from '../support/certificates/replicated-authority.ts'

test('FED-104 FED-106 no chain fails in a month of changes over three replicas', async () => {
  await using topology = await startReplicatedAuthority(12)
  await runUnderLoad(topology, 120, 24)
})
