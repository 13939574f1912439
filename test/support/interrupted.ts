/** The sandbox, interrupted while its life cycle runs: it ends soon, and does not report the aborted steps. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freeBase, freshDirectory, interruptFiducia } from './sandbox-process.ts'

export async function endsSoon(signal: NodeJS.Signals, at: string): Promise<void> {
  const cwd = freshDirectory()
  const words = ['--port', String(await freeBase())]
  const { code, out, err, seconds } = await interruptFiducia(words, { cwd, at, signal })
  assert.deepEqual([code, err], [0, ''])
  assert.doesNotMatch(out, /✗|REFUSED/)
  assert.equal(existsSync(join(cwd, '.fiducia/sandbox.json')), false)
  assert.ok(seconds < 2.5, `it took ${seconds} s`)
}
