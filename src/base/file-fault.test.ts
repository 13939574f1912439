import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { describeReadFault, describeWriteFault } from './file-fault.ts'

const thrownBy = (run: () => void): unknown => {
  try {
    run()
  } catch (thrown) {
    return thrown
  }
  return assert.fail('nothing was thrown')
}

test('the error of a file that cannot be read or written states what to change', () => {
  const directory = freshDirectory()
  const file = join(directory, 'file')
  writeFileSync(file, '')
  mkdirSync(join(directory, 'folder'))
  const folder = join(directory, 'folder')
  const missing = join(directory, 'none', 'file')
  for (const [run, describe, expected] of [
    [() => readFileSync(missing), describeReadFault, /^\(ENOENT\): there is no such file/],
    [() => readFileSync(folder), describeReadFault, /^\(EISDIR\): it is a directory: name a file\. A mount creates/],
    [() => readFileSync(join(file, 'x')), describeReadFault, /^\(ENOTDIR\): a part of its path is a file/],
    [() => writeFileSync(missing, ''), describeWriteFault, /^\(ENOENT\): its directory does not exist/],
    [() => writeFileSync(folder, ''), describeWriteFault, /^\(EISDIR\): it is a directory: name a file$/],
  ] as const)
    assert.match(describe(thrownBy(run)), expected)
  for (const [code, read, write] of [
    ['EACCES', /the right to read it$/, /the right to write it and its directory$/],
    ['EPERM', /the right to read it$/, /the right to write it and its directory$/],
    ['EROFS', /disk/, /read-only: mount it writable/],
    ['ENOSPC', /disk/, /the disk is full: free space/],
    ['EDQUOT', /disk/, /quota/],
    ['EEXIST', /disk/, /is in the way: remove it/],
    ['EIO', /disk is available/, /disk is available/],
  ] as const) {
    const thrown = Object.assign(new Error(), { code })
    assert.match(describeReadFault(thrown), read)
    assert.match(describeWriteFault(thrown), write)
  }
  assert.match(describeReadFault(new Error()), /^\(unknown\): check/)
})
