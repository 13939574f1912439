/**
 * A steady load of complete life cycles against three replicas over one PostgreSQL, while a replica is killed, and the
 * database restarts, hangs for five seconds and runs out of connections. No forbidden request is accepted, no value is
 * used twice, no PID is missing from the register, failed requests may be repeated, and the rate recovers within ten
 * seconds.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createGuardedFetch } from '../../src/node/index.ts'
import { childrenOf } from '../support/child-processes.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { startSandbox } from '../support/sandbox-process.ts'
import { type SteadyLoad, startLoad } from '../support/steady-load.ts'

const calmMilliseconds = Number(process.env.TEST_CHAOS_CALM_SECONDS ?? 20) * 1000
const windowMilliseconds = 8000

/** Takes all remaining connections and keeps them for this time. */
async function fillConnections(url: string, milliseconds: number): Promise<void> {
  const clients: pg.Client[] = []
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      clients.push(client)
    } catch {
      await wait(50)
    }
  }
  await Promise.all(clients.map((client) => client.end()))
}

/** Returns the rate of the best window that begins within ten seconds after the cause has ended. */
async function recovered(load: SteadyLoad): Promise<number> {
  const end = performance.now()
  await wait(10_000 + windowMilliseconds)
  const starts = Array.from({ length: 21 }, (_, index) => end + index * 500)
  return Math.max(...starts.map((start) => load.rate(start, start + windowMilliseconds)))
}

test('no PID is lost and no value is used twice while a replica is killed and the database fails three times, and the rate recovers', async (t: TestContext) => {
  await using server: TestPostgres = await startPostgres({ own: true, maxConnections: 100 })
  const sandbox = await startSandbox(t, ['--database', server.url, '--replicas', '3'])
  const fetch = createGuardedFetch({ loopbackHttp: true })
  t.after(() => fetch.close())
  const load = startLoad({ base: sandbox.base, adminToken: sandbox.state.admin_token, people: 4, fetch })
  await wait(15_000)
  const causes: [string, () => Promise<void>][] = [
    ['kill -9 of a replica', async () => void process.kill(childrenOf(sandbox.pid)[0] ?? 0, 'SIGKILL')],
    ['PostgreSQL restarts', () => server.restart()],
    [
      'PostgreSQL hangs for 5 s',
      async () => {
        server.stall()
        await wait(5000)
        server.resume()
      },
    ],
    ['no connection is left for 5 s', () => fillConnections(server.url, 5000)],
  ]
  const rates: [string, number, number][] = []
  for (const [name, cause] of causes) {
    await wait(calmMilliseconds)
    const begun = performance.now()
    const before = load.rate(begun - calmMilliseconds, begun)
    await cause()
    rates.push([name, before, await recovered(load)])
  }
  await load.stop()
  for (const [name, before, after] of rates)
    t.diagnostic(`${name}: ${before.toFixed(1)} answers per second before, ${after.toFixed(1)} after`)
  const { completed, abandoned } = load.counts()
  t.diagnostic(`${completed} life cycles, ${abandoned} abandoned; failed: ${JSON.stringify(await load.judge())}`)
  assert.ok(completed > 4 * abandoned, 'most life cycles completed')
  for (const [name, before, after] of rates)
    assert.ok(after >= 0.9 * before, `${name}: ${before.toFixed(1)} before, ${after.toFixed(1)} after`)
  assert.deepEqual((await sandbox.end()).code, 0)
})
