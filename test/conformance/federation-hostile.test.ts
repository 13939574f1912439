/**
 * A federation server that means harm, over real HTTP: a resolver is made to fetch from it, refuses each attack within
 * its limits and with its reason, and goes on answering.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { attackRows, type HostileFederation, startHostileFederation } from '../support/hostile-federation.ts'

let federation: HostileFederation
before(async () => {
  federation = await startHostileFederation()
})
after(() => federation.stop())

for (const [what, path, status, reason] of attackRows)
  test(`FED-37 FED-08 refuses ${what}, within its limits, and goes on answering`, { timeout: 60_000 }, async () => {
    const { seen, sink, ask, health } = federation
    seen.requests = 0
    const quiet = await health()
    const asked = ask(path)
    const during = await health()
    assert.ok(during < 20 * quiet + 20, `health takes ${during} ms in the place of ${quiet} ms`)
    const response = await asked
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([response.status, `${check?.requirement} ${check?.code} ${check?.at}`], [status, reason])
    await response.body?.cancel()
    assert.ok(seen.requests <= 32, `${seen.requests} requests`)
    assert.equal(seen.redirected, 0)
  })

test('FED-37 many attacks together leave the memory where it was', { timeout: 120_000 }, async () => {
  const wave = async () => {
    const answers = await Promise.all(attackRows.map(([, path]) => federation.ask(path)))
    await Promise.all(answers.map((response) => response.arrayBuffer()))
  }
  for (let times = 0; times < 3; times += 1) await wave()
  const settled = process.memoryUsage().rss
  for (let times = 0; times < 4; times += 1) await wave()
  const growth = process.memoryUsage().rss / settled
  assert.ok(growth < 1.15, `grew by ${Math.round((growth - 1) * 100)} %`)
  assert.ok(federation.seen.connections < 1000)
})
