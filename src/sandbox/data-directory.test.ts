import assert from 'node:assert/strict'
import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { openDataDirectory } from './data-directory.ts'

const parent = (): string => freshDirectory()

test('a named directory is kept, and a temporary directory is removed', () => {
  const named = join(parent(), 'kept')
  const kept = openDataDirectory(named)
  const fresh = openDataDirectory(undefined)
  const temporary = fresh.path('lock')
  assert.ok(existsSync(temporary))
  kept.release()
  fresh.release()
  assert.deepEqual([existsSync(named), existsSync(temporary)], [true, false])
})

test('only one sandbox at a time uses a directory, and the next can use it after the release', () => {
  const named = join(parent(), 'kept')
  const first = openDataDirectory(named)
  assert.throws(() => openDataDirectory(named), /^SandboxFault: Another sandbox runs on /)
  first.release()
  openDataDirectory(named).release()
})

test('a directory that cannot be used is reported in one sentence', () => {
  const here = parent()
  assert.throws(() => openDataDirectory(join(here, 'no', 'data')), /^SandboxFault: The directory .*no does not exist/)
  writeFileSync(join(here, 'file'), '')
  assert.throws(() => openDataDirectory(join(here, 'file')), /is not a directory/)
  symlinkSync(join(here, 'nowhere'), join(here, 'link'))
  assert.throws(() => openDataDirectory(join(here, 'link')), /^SandboxFault: .*link is not a directory/)
})
