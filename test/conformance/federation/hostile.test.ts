/**
 * A resolver that fetches from a hostile federation server over real HTTP. It refuses each attack within its limits,
 * names the reason, and continues to answer.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { defaultResolveLimits } from '../../../src/federation/index.ts'
import { recordingSink } from '../../support/decisions.ts'
import { attack, attackRows, healthMilliseconds, startVictim, type Victim } from '../../support/hostile-federation.ts'
import { startSide } from '../../support/hostile-process.ts'
import { type HostileServer, startHostileServer } from '../../support/hostile-server.ts'

const sink = recordingSink()
let hostile: HostileServer
let victim: Victim
before(async () => {
  hostile = await startHostileServer()
  victim = await startVictim(sink)
})
after(async () => {
  await victim.stop()
  await hostile.stop()
})

const ask = (path: string) => attack(victim.entityId, hostile.base + path)

for (const [what, path, status, reason] of attackRows)
  test(`FED-37 FED-08 refuses ${what}, within its limits, and continues to answer`, { timeout: 60_000 }, async () => {
    const { seen } = hostile
    seen.requests = 0
    const asked = ask(path)
    await healthMilliseconds(victim.entityId)
    const response = await asked
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([response.status, `${check?.requirement} ${check?.code} ${check?.at}`], [status, reason])
    await response.body?.cancel()
    assert.ok(seen.requests <= defaultResolveLimits.documents, `${seen.requests} requests`)
    assert.equal(seen.redirected, 0)
  })

test('FED-37 many concurrent attacks raise the memory by less than 10 %', { timeout: 120_000 }, async (t) => {
  const alone = await startSide('victim')
  t.after(() => alone.stop())
  const wave = async () => {
    const answers = await Promise.all(attackRows.map(([, path]) => attack(alone.url, hostile.base + path)))
    await Promise.all(answers.map((response) => response.arrayBuffer()))
  }
  /** Returns the bytes in use. A second collection frees what the first one finalizes, mainly sockets. */
  const held = async (): Promise<number> => {
    await alone.memory()
    const { heapUsed, external } = await alone.memory()
    return heapUsed + external
  }
  for (let times = 0; times < 3; times += 1) await wave()
  const settled = await held()
  for (let times = 0; times < 4; times += 1) await wave()
  const growth = (await held()) / settled
  assert.ok(growth < 1.1, `grew by ${Math.round((growth - 1) * 100)} %`)
  assert.ok(hostile.seen.connections < 1000)
})
