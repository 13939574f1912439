/**
 * The sandbox that is told to stop while its life cycle runs: by Ctrl-C, or by a terminal that is closed.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freeBase, freshDirectory, interruptFiducia } from '../support/sandbox-process.ts'

for (const [signal, at] of [
  ['SIGINT', 'PID: national login'],
  ['SIGHUP', 'variant 1, scope, request by GET'],
  ['SIGINT', 'until the relying party reads it again'],
] as const)
  test(`${signal} at "${at}" ends it soon, and nothing is told of what could not go on`, async () => {
    const cwd = freshDirectory()
    const words = ['--port', String(await freeBase())]
    const { code, out, err, seconds } = await interruptFiducia(words, { cwd, at, signal })
    assert.deepEqual([code, err], [0, ''])
    assert.doesNotMatch(out, /✗|REFUSED/)
    assert.equal(existsSync(join(cwd, '.fiducia/sandbox.json')), false)
    assert.ok(seconds < 2.5, `it took ${seconds} s`)
  })
