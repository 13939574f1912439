/**
 * The hostile federation for longer, with the bounds of the acceptance: health under 100 ms, memory within 15 %. Wants a
 * machine that does nothing else.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { attackRows, type HostileFederation, startHostileFederation } from '../support/hostile-federation.ts'

const waves = 40
let federation: HostileFederation
before(async () => {
  federation = await startHostileFederation()
})
after(() => federation.stop())

test('FED-37 under attack for a minute, health answers in under 100 ms and the memory stays within 15 %', async () => {
  const { ask, health } = federation
  const times: number[] = []
  const wave = async () => {
    let over = false
    const watch = async () => {
      while (!over) {
        times.push(await health(1))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const watching = watch()
    const answers = await Promise.all(attackRows.map(([, path]) => ask(path)))
    await Promise.all(answers.map((response) => response.arrayBuffer()))
    over = true
    await watching
  }
  for (let time = 0; time < 5; time += 1) await wave()
  times.length = 0
  const settled = process.memoryUsage().rss
  for (let time = 0; time < waves; time += 1) await wave()
  const growth = process.memoryUsage().rss / settled
  const slowest = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  assert.ok(slowest < 100, `health took ${Math.round(slowest)} ms`)
  assert.ok(growth < 1.15, `grew by ${Math.round((growth - 1) * 100)} %`)
})
