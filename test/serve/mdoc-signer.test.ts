/**
 * Notes of a PID Provider in service about its mdoc signer: an authority with the name of the example, and a
 * certificate that can issue no mdocs any more.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto, createSystemClock } from '../../src/node/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('PP-108 a service with its own name reports that its mdoc authority still has the example’s name', async () => {
  const notesNamed = async (organization_name?: string): Promise<string> => {
    const { service, close } = await composeInMemory('pid-provider', {
      crypto: createNodeCrypto(),
      decisions: recordingSink(),
      clock: fixedClock(createSystemClock().now()),
      environment:
        organization_name === undefined ? {} : { FIDUCIA_ROLE_ORGANIZATION_ORGANIZATION_NAME: organization_name },
    })
    const notes = service.notes().join()
    service.close()
    await close()
    return notes
  }
  assert.equal(await notesNamed(), '')
  assert.match(await notesNamed('Ente di Prova'), /named "PID Provider \(example\)".*remove mdoc\.json.*fiducia init/)
})

test('PP-108 a service starts with an mdoc signer that can issue no mdocs any more, and reports the remedy', async () => {
  const notesAfter = async (years: number): Promise<string> => {
    const clock = fixedClock(createSystemClock().now() + years * 365 * 86_400)
    const { service, close } = await composeInMemory('pid-provider', {
      crypto: createNodeCrypto(),
      decisions: recordingSink(),
      clock,
    })
    const notes = service.notes().join()
    service.close()
    await close()
    return notes
  }
  assert.equal(await notesAfter(0), '')
  assert.match(await notesAfter(3), /no mdocs are issued any more: .*fiducia init/)
})
