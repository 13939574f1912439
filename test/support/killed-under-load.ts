/**
 * A sandbox on its embedded stores, killed in the middle of life cycles and started again on the same directory: its files
 * are whole, what was promised is there, what was used stays used.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import type { Fetch } from '../../src/base/index.ts'
import { freeBase, freshDirectory, startSandbox } from './sandbox-process.ts'
import { startLoad } from './steady-load.ts'
import { createVisitor, live } from './visitor.ts'

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What SQLite says of each file of the directory. */
function integrity(directory: string): Readonly<Record<string, unknown>> {
  const files = readdirSync(directory).filter((name) => name.endsWith('.sqlite'))
  assert.ok(files.length >= 4, files.join(' '))
  return Object.fromEntries(
    files.map((file) => {
      const database = new DatabaseSync(join(directory, file))
      const rows = database.prepare('PRAGMA integrity_check').all()
      database.close()
      return [file, rows.map(({ integrity_check }) => integrity_check).join()]
    }),
  )
}

/** So many rounds of a load that is cut so long after something was used at each role. */
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
    const load = startLoad({ base, adminToken: sandbox.state.admin_token, people, fetch })
    const { wallet_provider, pid_provider, relying_party } = sandbox.state
    const roles = [wallet_provider, pid_provider, relying_party]
    while (!roles.every((role) => load.usedAt().has(role))) await wait(20)
    await wait(milliseconds)
    await sandbox.end('SIGKILL')
    await load.stop()
    const files = integrity(join(cwd, 'kept/stores'))
    assert.deepEqual(new Set(Object.values(files)), new Set(['ok']), JSON.stringify(files))
    sandbox = await start()
    const failures = await load.judge(sandbox.state.admin_token)
    const others = Object.keys(failures).filter((status) => !status.startsWith('0 '))
    assert.deepEqual(others, [], 'nothing failed but for want of an answer')
  }
  await live(await createVisitor({ base, fetch }))
  assert.equal((await sandbox.end()).code, 0)
}
