import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { writeNamedFile } from './named-files.ts'
import { UserError } from './user-error.ts'

test('replaces a file that the user named, and names one that cannot be written', () => {
  const directory = freshDirectory()
  const file = join(directory, 'root.pem')
  for (const text of ['a long text', 'short']) writeNamedFile(file, text)
  assert.equal(readFileSync(file, 'utf8'), 'short')
  for (const [path, reason] of [
    [directory, '(EISDIR): it is a directory: name a file'],
    [join(directory, 'none', 'root.pem'), '(ENOENT): its directory does not exist: create it, or correct the path'],
  ] as const)
    assert.throws(() => writeNamedFile(path, ''), new UserError(`The file ${path} cannot be written ${reason}.`))
})
