/** `fiducia --once` whose output nobody takes: it ends by itself, and its code is still that of the life cycle. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { freeBase, freshDirectory } from '../support/sandbox-process.ts'

const bin = join(import.meta.dirname, '../../bin/fiducia.mjs')

async function endOf(redirection: string): Promise<{ readonly code: unknown; readonly err: string }> {
  const words = `exec "$0" "$1" --once --port ${await freeBase()} ${redirection}`
  const child = spawn('sh', ['-c', words, process.execPath, bin], { cwd: freshDirectory() })
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  return { code, err }
}

for (const [what, redirection] of [
  ['a reader that has gone', ''],
  ['a disk that is full', '>/dev/full'],
  ['no standard output', '>&-'],
] as const)
  test(`GEN-27 with ${what} the life cycle runs to its end and exits with 0`, {
    skip: process.platform !== 'linux',
  }, async () => {
    assert.deepEqual(await endOf(redirection), { code: 0, err: '' })
  })
