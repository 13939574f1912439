/**
 * A PID Provider that has to let another key sign at once, with no day to publish it first: who knows it without that key
 * looks at it anew (D-236).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generateSigner } from '../../src/jose/index.ts'
import { composePidProvider } from '../../src/sandbox/compose/compose-pid-provider.ts'
import { present } from '../../src/sandbox/life-cycle/present-pid.ts'
import { sandboxOrigins } from '../../src/sandbox/origins.ts'
import { createTestEcosystem, origins } from '../support/ecosystem.ts'

test('WI-58 a PID signed by a key that signs at once is taken by a wallet that knows its issuer without it', async () => {
  const { parts, network, clock, person: newPerson } = await createTestEcosystem()
  const person = newPerson()
  await person.wallet.setUp()
  const { id } = await person.wallet.obtainPid(origins.pidProvider)
  const shown = () =>
    present({ origins: { ...sandboxOrigins(1), ...origins }, person }, { variant: 'dcql', method: 'post' })
  await shown()
  clock.advance(60)
  const pidProvider = { ...parts.keys.pidProvider, credential: await generateSigner({ crypto: parts.crypto }) }
  const { app } = composePidProvider({ ...parts, keys: { ...parts.keys, pidProvider } })
  network.connect(origins.pidProvider, app)
  await person.wallet.obtainPid(origins.pidProvider)
  await person.wallet.remove(id)
  assert.ok((await shown()).size > 0)
})
