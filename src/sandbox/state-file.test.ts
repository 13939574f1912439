import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { readStateFile, type SandboxState, writeStateFile } from './state-file.ts'

/** A state with the process that started the test, which runs as long as the test. */
const first: SandboxState = { pid: process.ppid, console: 'http://localhost:4000' }
const second: SandboxState = { pid: process.pid, console: 'http://localhost:5000' }

/** Runs in a new working directory. */
function inFresh<T>(run: () => T): T {
  process.chdir(freshDirectory())
  return run()
}

test('a second sandbox does not replace the state file of a running sandbox, and is found in its own directory', () => {
  const { remove: removeFirst } = inFresh(() => writeStateFile(first))
  const own = freshDirectory()
  const { directory, remove } = writeStateFile(second, own)
  assert.equal(directory, own)
  assert.deepEqual([readStateFile(), readStateFile(own)], [first, second])
  assert.equal(writeStateFile(second).directory, undefined)
  remove()
  assert.deepEqual([readStateFile(), readStateFile(own)], [first, undefined])
  removeFirst()
  assert.equal(existsSync('.fiducia/sandbox.json'), false)
})

test('a sandbox does not change the state file of a running sandbox in its data directory', () => {
  const { remove: removeFirst } = inFresh(() => writeStateFile(first))
  const { directory, update, remove } = writeStateFile(second, '.fiducia')
  assert.deepEqual([directory, readStateFile()], [undefined, first])
  update({ ...second, console_key: 'next' })
  assert.deepEqual(readStateFile(), first)
  remove()
  assert.deepEqual(readStateFile(), first)
  removeFirst()
  assert.equal(readStateFile(), undefined)
})

test('of two sandboxes in one process the file describes the first, also after the second has stopped', () => {
  const one = inFresh(() => writeStateFile(second))
  const other = writeStateFile({ ...second, console: 'http://localhost:6000' })
  assert.deepEqual([other.directory, readStateFile()], [undefined, second])
  other.remove()
  assert.deepEqual(readStateFile(), second)
  one.remove()
  assert.equal(existsSync('.fiducia/sandbox.json'), false)
})

test('a new console key is written to the files of the sandbox only, and no file remains at its end', () => {
  const { remove: removeFirst } = inFresh(() => writeStateFile(first))
  const own = freshDirectory()
  const { update, remove } = writeStateFile(second, own)
  removeFirst()
  update({ ...second, console_key: 'next' })
  assert.deepEqual([readStateFile(own)?.console_key, readStateFile()], ['next', undefined])
  remove()
  assert.deepEqual([existsSync(join(own, 'sandbox.json')), existsSync('.fiducia/sandbox.json')], [false, false])
})

test('a state that cannot be written to its own directory is not written to the working directory either', () => {
  process.chdir(freshDirectory())
  writeFileSync('file', '')
  assert.throws(() => writeStateFile(second, join('file', 'own')))
  assert.equal(existsSync('.fiducia/sandbox.json'), false)
})

test('the state file of an ended sandbox, or an unreadable one, is replaced', () => {
  process.chdir(freshDirectory())
  // Both states have the same console, so the process number of the first belongs to another program.
  writeStateFile({ ...first, console: second.console })
  assert.equal(writeStateFile(second).directory, '.fiducia')
  assert.deepEqual(readStateFile(), second)
  writeFileSync(join('.fiducia', 'sandbox.json'), '{')
  const { directory, remove } = writeStateFile(second)
  assert.deepEqual([directory, readStateFile()], ['.fiducia', second])
  writeFileSync(join('.fiducia', 'sandbox.json'), '{')
  remove()
  assert.ok(existsSync('.fiducia/sandbox.json'))
})
