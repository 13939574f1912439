import assert from 'node:assert/strict'
import fs, { openSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { logTo, writerTo } from './standard-stream.ts'

/** Returns a stream to a file, as the standard output is one. */
const fileStream = (fd: number) => ({ fd, writableLength: 0, on: () => undefined }) as unknown as typeof process.stdout

test('GEN-27 a line of output after a torn line of the log begins on a new line', (t) => {
  const path = join(freshDirectory(), 'output')
  const stream = fileStream(openSync(path, 'a'))
  const { writeSync } = fs
  let room = 3
  t.mock.method(fs, 'writeSync', (fd: number, bytes: Uint8Array, from: number) => {
    if (room === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    const written = writeSync(fd, bytes, from, Math.min(room, bytes.length - from))
    room -= written
    return written
  })
  syncBuiltinESMExports()
  const out = writerTo(stream)
  const log = logTo(stream, out)
  t.mock.restoreAll()
  syncBuiltinESMExports()
  log.write('output\n')
  assert.equal(out.fault(), undefined, 'a line of the log may be lost')
  room = 0
  out.write('more\n')
  assert.equal(out.fault(), 'ENOSPC')
  room = 100
  out.write('line\n')
  assert.equal(readFileSync(path, 'utf8'), 'out\nline\n')
})
