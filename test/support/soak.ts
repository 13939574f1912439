/**
 * A sandbox under a load of complete life cycles. Compares memory and handles of its process after it has settled with
 * those at the end. Reads them from `/proc`; does nothing on a system without it.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { createGuardedFetch } from '../../src/node/index.ts'
import { startSandbox } from './sandbox-process.ts'
import { startLoad } from './steady-load.ts'

interface SoakOptions {
  readonly seconds: number
  /** The share of the time after which memory and handles count as settled. */
  readonly settled: number
  readonly people: number
  readonly pauseMilliseconds: number
  /** Maximum relative difference between the memory after settling and at the end: 0.15. */
  readonly tolerance: number
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
const handles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Returns the mean over this time, because the memory rises and falls with garbage collection. */
async function memoryOver(pid: number, milliseconds: number): Promise<number> {
  const samples: number[] = []
  const until = performance.now() + milliseconds
  while (performance.now() < until) {
    samples.push(residentMegabytes(pid))
    await wait(milliseconds / 20)
  }
  return samples.reduce((sum, each) => sum + each, 0) / samples.length
}

/** Idle connections between the parties close some seconds after their last use. */
const quietMilliseconds = 5000

export async function soak(t: TestContext, options: SoakOptions): Promise<void> {
  if (!existsSync('/proc/self/status')) return
  const { seconds, settled, people, pauseMilliseconds, tolerance } = options
  const { pid, base, state, output, end } = await startSandbox(t)
  /** Runs life cycles for this long; then measures the memory under load, and the handles when the sandbox is idle. */
  const stage = async (milliseconds: number) => {
    const fetch = createGuardedFetch({ loopbackHttp: true })
    const load = startLoad({ base, adminToken: state.admin_token, people, fetch, pauseMilliseconds })
    const watched = Math.min(60_000, milliseconds / 2)
    await wait(milliseconds - watched)
    const memory = await memoryOver(pid, watched)
    await load.stop()
    const { completed, abandoned } = load.counts()
    t.diagnostic(`${completed} life cycles, ${memory.toFixed(1)} MB`)
    assert.deepEqual([abandoned, await load.judge()], [0, {}], output().err)
    await fetch.close()
    await wait(quietMilliseconds)
    return { memory, handles: handles(pid), completed }
  }
  const early = await stage(seconds * settled * 1000)
  const late = await stage(seconds * (1 - settled) * 1000)
  t.diagnostic(
    `${early.memory.toFixed(1)} MB settled, ${late.memory.toFixed(1)} MB at the end; ${early.handles} and ${late.handles} handles`,
  )
  // A lower number is no fault: an idle connection has been closed since.
  assert.ok(late.handles <= early.handles + 1, `${early.handles} handles became ${late.handles}`)
  assert.ok(late.memory <= early.memory * (1 + tolerance), `${early.memory} MB became ${late.memory} MB`)
  assert.equal(output().err, '')
  assert.equal((await end()).code, 0)
}
