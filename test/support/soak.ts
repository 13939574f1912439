/**
 * A sandbox under a load of complete life cycles. Compares memory and handles of its process after it has settled with
 * those at the end. Reads them from `/proc`; skips the test on a system without it.
 */

import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createGuardedFetch } from '../../src/node/index.ts'
import { missingProgramWords } from './missing-programs.ts'
import { startSandbox } from './sandbox-process.ts'
import { startLoad } from './steady-load.ts'

interface SoakOptions {
  readonly seconds: number
  /** Share of the time after which memory and handles should no longer grow, from 0 to 1. */
  readonly settled: number
  readonly people: number
  readonly pauseMilliseconds: number
  /** Maximum relative difference between the memory after settling and at the end: 0.15. */
  readonly tolerance: number
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Returns the number of open handles by kind: `socket`, `pipe`, or the path of a file. */
function handlesByKind(pid: number): ReadonlyMap<string, number> {
  const folder = `/proc/${pid}/fd`
  const kinds = readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`).replace(/:\[\d+\]$/, '')]
    } catch {
      return [] // closed since the folder was read
    }
  })
  return new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))
}

/**
 * SQLite keeps the descriptor of a closed connection while another connection of the process has the file open, and
 * uses it for the next one. So the first checkpoint of a store adds one handle, and later ones add none.
 */
const total = (handles: ReadonlyMap<string, number>): number =>
  [...handles].reduce((sum, [kind, number]) => sum + (kind.endsWith('.sqlite') ? Math.max(number, 2) : number), 0)

/** Returns each kind whose number differs, as `kind 3 → 5`. */
const differences = (early: ReadonlyMap<string, number>, late: ReadonlyMap<string, number>): string =>
  [...new Set([...early.keys(), ...late.keys()])]
    .filter((kind) => early.get(kind) !== late.get(kind))
    .map((kind) => `${kind} ${early.get(kind) ?? 0} → ${late.get(kind) ?? 0}`)
    .join(', ')

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

/** The parties close an idle connection between them within this time. */
const idleMilliseconds = 70_000

/** Runs the load, and asserts that memory and handles do not grow after the settled share of the time. */
export async function soak(t: TestContext, options: SoakOptions): Promise<void> {
  if (!existsSync('/proc/self/status')) return t.skip(`${missingProgramWords}/proc`)
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
    await wait(Math.min(idleMilliseconds, milliseconds / 2))
    return { memory, handles: handlesByKind(pid) }
  }
  const early = await stage(seconds * settled * 1000)
  const late = await stage(seconds * (1 - settled) * 1000)
  const [before, after] = [total(early.handles), total(late.handles)]
  t.diagnostic(
    `${early.memory.toFixed(1)} MB settled, ${late.memory.toFixed(1)} MB at the end; ${before} and ${after} handles`,
  )
  // A lower number is no fault: an idle connection has been closed since.
  const changed = differences(early.handles, late.handles)
  t.diagnostic(`handles that changed: ${changed || 'none'}`)
  // A leak adds a handle for each life cycle. A slow machine keeps a few connections more.
  assert.ok(after <= before + 4, `${before} handles became ${after}: ${changed}`)
  assert.ok(late.memory <= early.memory * (1 + tolerance), `${early.memory} MB became ${late.memory} MB`)
  assert.equal(output().err, '')
  assert.equal((await end()).code, 0)
}
