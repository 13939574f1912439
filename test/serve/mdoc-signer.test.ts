/** A PID Provider in service whose files nobody writes: what it says when the certificate of its mdocs nears its end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createNodeCrypto, createSystemClock } from '../../src/node/index.ts'
import { recordingSink } from '../support/decisions.ts'
import { fixedClock } from '../support/fixed-clock.ts'
import { composeInMemory } from '../support/served-roles.ts'

test('PP-108 a service starts with a signer of mdocs that nears its end, and says what to do', async () => {
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
