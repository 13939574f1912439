/**
 * Interrupts a sandbox during its life cycle, when its output contains `at`. It must exit with 0 before the remaining
 * steps, must not report the aborted steps, and must remove its state file.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freeBase, freshDirectory, interruptFiducia } from './sandbox-process.ts'

export async function assertInterrupted(signal: NodeJS.Signals, at: string): Promise<void> {
  const cwd = freshDirectory()
  const words = ['--port', String(await freeBase())]
  const { code, out, err } = await interruptFiducia(words, { cwd, at, signal })
  assert.deepEqual([code, err], [0, ''])
  assert.ok(out.includes(at))
  assert.doesNotMatch(out, /✗|REFUSED|The whole life cycle/)
  assert.equal(existsSync(join(cwd, '.fiducia/sandbox.json')), false)
}
