/**
 * The PID Provider is killed at each step between the proof and the response of a credential request: a separate
 * process, SQLite on a disk, HTTP. The long twin has two hundred random crashes.
 */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkAfterCrash, createApplicant, requestPid } from '../support/pid-provider-crash.ts'
import { type CrashSite, crashPoints, crashSite } from '../support/pid-provider-process.ts'

let site: CrashSite
before(async () => {
  site = await crashSite()
  await site.start()
})
after(() => site.close())

for (const point of crashPoints)
  test(`PP-31 PP-27 PP-17 PP-11 after a kill at ${point} the register contains every PID, and nothing is used twice`, async () => {
    const one = await createApplicant(site)
    const held = await requestPid(site, one, point)
    assert.equal(held, undefined, 'the request must get no answer')
    assert.equal(await site.ended(), 'SIGKILL')
    await site.start()
    const carriedOut = crashPoints.indexOf(point) >= crashPoints.indexOf('committed')
    assert.equal(await checkAfterCrash(site, one, held), carriedOut)
  })
