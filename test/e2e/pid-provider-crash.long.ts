/**
 * Two hundred random crashes: at a random step of one request, or at a random instant during four concurrent requests.
 * All of them use the same database. Prints the seed, so that a failure can be reproduced.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { applicant, ask, judge } from '../support/pid-provider-crash.ts'
import { type CrashSite, crashPoints, crashSite } from '../support/pid-provider-process.ts'
import { seededRandom } from '../support/seeded-random.ts'

const deaths = 200
const wallets = 4

function chances(seed: string): (below: number) => number {
  const random = seededRandom(seed)
  return (below) => (((random.bytes(2)[0] ?? 0) << 8) | (random.bytes(1)[0] ?? 0)) % below
}

async function dieAtStep(site: CrashSite, point: (typeof crashPoints)[number]): Promise<number> {
  const one = await applicant(site)
  assert.equal(await ask(site, one, point), undefined)
  assert.equal(await site.ended(), 'SIGKILL')
  await site.start()
  return Number(await judge(site, one, undefined))
}

async function dieAtInstant(site: CrashSite, milliseconds: number): Promise<number> {
  const all = []
  for (let number = 0; number < wallets; number += 1) all.push(await applicant(site))
  const asking = Promise.all(all.map((one) => ask(site, one)))
  await wait(milliseconds)
  site.kill()
  const held = await asking
  assert.equal(await site.ended(), 'SIGKILL')
  await site.start()
  let carriedOut = 0
  for (const [number, one] of all.entries()) carriedOut += Number(await judge(site, one, held[number]))
  return carriedOut
}

test(`PP-31 PP-27 PP-17 PP-11 after ${deaths} random kills the register contains every PID`, async (t) => {
  const seed = process.env.TEST_CRASH_SEED ?? String(randomInt(1_000_000))
  t.diagnostic(`TEST_CRASH_SEED=${seed}`)
  const chance = chances(seed)
  const site = await crashSite()
  t.after(() => site.close())
  await site.start()
  const counts = { atStep: 0, atInstant: 0, carriedOut: 0 }
  for (let death = 0; death < deaths; death += 1) {
    const point = crashPoints[chance(2 * crashPoints.length)]
    counts[point === undefined ? 'atInstant' : 'atStep'] += 1
    counts.carriedOut += point === undefined ? await dieAtInstant(site, chance(25)) : await dieAtStep(site, point)
  }
  t.diagnostic(JSON.stringify(counts))
  assert.ok(counts.carriedOut > 0)
})
