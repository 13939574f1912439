import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { lockFile } from './file-lock.ts'

/** Returns true if another process gets the lock. */
function isFreeElsewhere(path: string): boolean {
  const script = `
    import { DatabaseSync } from 'node:sqlite'
    try {
      new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 }).exec('BEGIN EXCLUSIVE')
      console.log('free')
    } catch {
      console.log('locked')
    }`
  const said = execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  return said.trim() === 'free'
}

test('a second lock of the same process is refused, and the first lock still excludes other processes', () => {
  const path = join(freshDirectory(), 'lock')
  const lock = lockFile(path)
  assert.equal(isFreeElsewhere(path), false)
  assert.equal(lockFile(path), undefined)
  assert.equal(isFreeElsewhere(path), false, 'the second request did not release the lock')
  lock?.release()
  assert.equal(isFreeElsewhere(path), true)
})
