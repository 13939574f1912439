/**
 * A sandbox on its embedded stores that is killed during life cycles and started again on the same directory. Its files
 * must be intact, confirmed writes must be present, and used values must stay used.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import type { Fetch } from '../../src/base/index.ts'
import { freeBase, freshDirectory, type RunningSandbox, startSandbox } from './sandbox-process.ts'
import { type SteadyLoad, startLoad } from './steady-load.ts'
import { createVisitor, live } from './visitor.ts'

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

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

export function assertIntactFiles(files: ReadonlyMap<string, string>): void {
  assert.ok(files.size >= 4, [...files.keys()].join(' '))
  assert.deepEqual(new Set(files.values()), new Set(['ok']), JSON.stringify([...files]))
}

/**
 * Starts a load, waits until each role has used a value of it, and then for `milliseconds`. Returns the load, which
 * continues.
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

/** Checks the values of an interrupted load at the sandbox that was started again. */
export async function assertKeptValues(load: SteadyLoad, { state }: Pick<RunningSandbox, 'state'>): Promise<void> {
  const failures = await load.judge(state.admin_token)
  const others = Object.keys(failures).filter((status) => !status.startsWith('0 '))
  assert.deepEqual(others, [], 'requests that failed for another reason than a missing answer')
}

/** Runs a round for each number of milliseconds. The sandbox is killed so long after each role has used a value. */
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
  await live(await createVisitor({ base, fetch }))
  assert.equal((await sandbox.end()).code, 0)
}
