/**
 * Two hundred random crashes: at a random step of one request, or at a random instant during four concurrent requests.
 * All of them use the same database. Prints the seed, so that a failure can be reproduced.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { checkAfterCrash, createApplicant, requestPid } from '../support/pid-provider-crash.ts'
import { type CrashSite, crashPoints, crashSite } from '../support/pid-provider-process.ts'
import { seededChance } from '../support/seeded-chance.ts'

const crashes = 200
const wallets = 4

/** Returns 1 if the request was carried out before the crash, else 0. */
async function crashAtStep(site: CrashSite, point: (typeof crashPoints)[number]): Promise<number> {
  const one = await createApplicant(site)
  assert.equal(await requestPid(site, one, point), undefined)
  assert.equal(await site.ended(), 'SIGKILL')
  await site.start()
  return Number(await checkAfterCrash(site, one, undefined))
}

/** Returns the number of the requests that were carried out before the crash. */
async function crashAtInstant(site: CrashSite, milliseconds: number): Promise<number> {
  const all = []
  for (let number = 0; number < wallets; number += 1) all.push(await createApplicant(site))
  const asking = Promise.all(all.map((one) => requestPid(site, one)))
  await wait(milliseconds)
  site.kill()
  const held = await asking
  assert.equal(await site.ended(), 'SIGKILL')
  await site.start()
  let carriedOut = 0
  for (const [number, one] of all.entries()) carriedOut += Number(await checkAfterCrash(site, one, held[number]))
  return carriedOut
}

test(`PP-31 PP-27 PP-17 PP-11 after ${crashes} random kills the register contains every PID`, async (t) => {
  const seed = process.env.TEST_CRASH_SEED ?? String(randomInt(1_000_000))
  t.diagnostic(`TEST_CRASH_SEED=${seed}`)
  const chance = seededChance(seed)
  const site = await crashSite()
  t.after(() => site.close())
  await site.start()
  const counts = { atStep: 0, atInstant: 0, carriedOut: 0 }
  for (let crash = 0; crash < crashes; crash += 1) {
    const point = crashPoints[chance.below(2 * crashPoints.length)]
    counts[point === undefined ? 'atInstant' : 'atStep'] += 1
    counts.carriedOut +=
      point === undefined ? await crashAtInstant(site, chance.below(25)) : await crashAtStep(site, point)
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.carriedOut > 0)
})
