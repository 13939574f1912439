/**
 * The attacks of a hostile federation, repeated for longer, with the limits of the acceptance test: health under 100
 * ms, memory within 15 %. The attacker and the resolver are separate processes, so that only the resolver is measured.
 */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { attack, attackRows, healthMilliseconds } from '../../support/hostile-federation.ts'
import { type HostileSide, startSide } from '../../support/hostile-process.ts'

const waves = { first: 15, more: 45 }
let hostile: HostileSide
let victim: HostileSide
before(async () => {
  hostile = await startSide('server')
  victim = await startSide('victim')
})
after(() => {
  victim.stop()
  hostile.stop()
})

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`

/** Runs all attacks concurrently. Returns the milliseconds that each health request took during them. */
async function wave(): Promise<readonly number[]> {
  const times: number[] = []
  let over = false
  const watch = async (): Promise<void> => {
    while (!over) {
      times.push(await healthMilliseconds(victim.url, 1))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const watching = watch()
  await Promise.all(
    attackRows.map(async ([, path, status]) => {
      const response = await attack(victim.url, hostile.url + path)
      await response.body?.cancel()
      assert.equal(response.status, status, path)
    }),
  )
  over = true
  await watching
  return times
}

test('FED-37 under attack, 99 % of the health requests take less than 100 ms, and the memory grows by less than 15 %', async (t: TestContext) => {
  for (let count = 0; count < waves.first; count += 1) await wave()
  const settled = await victim.memory()
  const times: number[] = []
  for (let count = 0; count < waves.more; count += 1) times.push(...(await wave()))
  const { rss, heapUsed } = await victim.memory()
  const sorted = times.toSorted((a, b) => a - b)
  const [median = 0, slow = 0] = [0.5, 0.99].map((share) => sorted[Math.floor(sorted.length * share)])
  t.diagnostic(
    `health: ${median.toFixed(1)} ms, 99 % within ${slow.toFixed(1)} ms, at most ${sorted.at(-1)?.toFixed(1)} ms (${sorted.length} requests)`,
  )
  t.diagnostic(
    `memory: ${megabytes(settled.rss)} → ${megabytes(rss)}, heap in use ${megabytes(settled.heapUsed)} → ${megabytes(heapUsed)}`,
  )
  assert.ok(slow < 100, `health took ${Math.round(slow)} ms`)
  for (const [what, growth] of [
    ['memory', rss / settled.rss],
    ['heap', heapUsed / settled.heapUsed],
  ] as const)
    assert.ok(growth < 1.15, `the ${what} grew by ${Math.round((growth - 1) * 100)} %`)
})
