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

/** The notes of a PID Provider in service some years from now, with an organization of its own if it is given. */
async function notesOf({ years = 0, organization }: { years?: number; organization?: string }): Promise<string> {
  const { service, close } = await composeInMemory('pid-provider', {
    crypto: createNodeCrypto(),
    decisions: recordingSink(),
    clock: fixedClock(createSystemClock().now() + years * 365 * 86_400),
    environment: organization === undefined ? {} : { FIDUCIA_ROLE_ORGANIZATION_ORGANIZATION_NAME: organization },
  })
  const notes = service.notes().join()
  service.close()
  await close()
  return notes
}

test('PP-108 a service with its own name reports that its mdoc authority still has the example’s name', async () => {
  assert.equal(await notesOf({}), '')
  const named = await notesOf({ organization: 'Ente di Prova' })
  assert.match(named, /named "PID Provider \(example\)".*remove mdoc\.json.*fiducia init/)
})

test('PP-108 a service starts with an mdoc signer that can issue no mdocs any more, and reports the remedy', async () =>
  assert.match(await notesOf({ years: 3 }), /no mdocs are issued any more: .*fiducia init/))
