/**
 * A sandbox on its embedded stores that is killed during life cycles and started again on the same directory. The files
 * must be intact, confirmed writes must be present, and used values must not be accepted again.
 */

import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Fetch } from '../../src/base/index.ts'
import { freeBase, freshDirectory, type RunningSandbox, startSandbox } from './sandbox-process.ts'
import { type SteadyLoad, startLoad } from './steady-load.ts'
import { createVisitor, runLifeCycle } from './visitor.ts'

/** Returns SQLite's integrity result for each file in `directory`, before the next process opens it. */
export function integrityOf(directory: string): ReadonlyMap<string, string> {
  const stores = join(directory, 'stores')
  const files = existsSync(stores) ? readdirSync(stores).filter((name) => name.endsWith('.sqlite')) : []
  return new Map(
    files.map((file) => {
      const database = new DatabaseSync(join(stores, file))
      const rows = database.prepare('PRAGMA integrity_check').all()
      database.close()
      return [file, rows.map(({ integrity_check }) => integrity_check).join()]
    }),
  )
}

/** Asserts that there is a file for each of the four roles, and that SQLite finds no fault in any. */
export function assertIntactFiles(files: ReadonlyMap<string, string>): void {
  assert.ok(files.size >= 4, [...files.keys()].join(' '))
  assert.deepEqual(new Set(files.values()), new Set(['ok']), JSON.stringify([...files]))
}

/**
 * Starts a load. Waits until each role has carried out a request with a value of single use, and then `milliseconds`
 * more. Returns the load, which continues.
 */
export async function startRunningLoad(
  { base, state }: Pick<RunningSandbox, 'base' | 'state'>,
  fetch: Fetch,
  people: number,
  milliseconds: number,
): Promise<SteadyLoad> {
  const load = startLoad({ base, adminToken: state.admin_token, people, fetch })
  const roles = [state.wallet_provider, state.pid_provider, state.relying_party]
  while (!roles.every((role) => load.usedAt().has(role))) await wait(20)
  await wait(milliseconds)
  return load
}

/**
 * Asserts that the restarted sandbox still has what it confirmed to the load, and refuses values that were used.
 * Permits only requests that got no answer.
 */
export async function assertKeptValues(load: SteadyLoad, { state }: Pick<RunningSandbox, 'state'>): Promise<void> {
  const failures = await load.judge(state.admin_token)
  const others = Object.keys(failures).filter((status) => !status.startsWith('0 '))
  assert.deepEqual(others, [], 'requests that failed for another reason than a missing answer')
}

/**
 * Runs a round for each number of milliseconds: `startRunningLoad`, a kill, a restart and the checks. Then runs a life
 * cycle.
 */
export async function killUnderLoad(
  t: TestContext,
  fetch: Fetch,
  rounds: readonly number[],
  people = 4,
): Promise<void> {
  const [cwd, base] = [freshDirectory(), await freeBase()]
  const start = () => startSandbox(t, ['--data', 'kept'], { cwd, base })
  let sandbox = await start()
  for (const milliseconds of rounds) {
    const load = await startRunningLoad(sandbox, fetch, people, milliseconds)
    await sandbox.end('SIGKILL')
    await load.stop()
    assertIntactFiles(integrityOf(join(cwd, 'kept')))
    sandbox = await start()
    await assertKeptValues(load, sandbox)
  }
  await runLifeCycle(await createVisitor({ base, fetch }))
  assert.equal((await sandbox.end()).code, 0)
}
