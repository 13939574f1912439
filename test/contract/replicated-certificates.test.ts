/** Certificates over three replicas for a few rounds. The long test runs many more. */
import { test } from 'node:test'
import { runUnderLoad, startReplicatedAuthority } from '../support/certificates/replicated-authority.ts'

test('FED-104 FED-106 no chain fails while three replicas renew, revoke, roll over, restart and restore', async () => {
  await using topology = await startReplicatedAuthority(3)
  await runUnderLoad(topology, 10, 6)
})
