import assert from 'node:assert/strict'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { missingProgramWords } from '../../test/support/missing-programs.ts'
import { makePrivateDirectory } from './private-directory.ts'

test('a directory and its parents are made for their owner only, and an existing directory is accepted', () => {
  const above = freshDirectory()
  const path = join(above, 'a', 'b', 'c')
  makePrivateDirectory(path)
  makePrivateDirectory(path)
  makePrivateDirectory('/')
  makePrivateDirectory('.')
  const modes = [path, join(above, 'a')].map((each) => statSync(each).mode & 0o777)
  if (process.platform !== 'win32') assert.deepEqual(modes, [0o700, 0o700])
})

test('throws the reason if the directory cannot be made, such as a file in its place or a link without a target', () => {
  const above = freshDirectory()
  const file = join(above, 'file')
  writeFileSync(file, '')
  const link = join(above, 'link')
  symlinkSync(join(above, 'absent', 'deep'), link)
  for (const [path, code] of [
    [file, 'EEXIST'],
    [join(file, 'in'), 'ENOTDIR'],
    [link, 'EEXIST'],
    [join(link, 'in'), 'EEXIST'],
  ] as const)
    assert.throws(() => makePrivateDirectory(path), { code }, path)
})

const whereNothingCanBeMade = { skip: existsSync('/proc/self') ? false : `${missingProgramWords}/proc` }

test('throws for a file system without writable directories, and does not loop', whereNothingCanBeMade, () => {
  for (const path of ['/proc/fiducia', '/proc/fiducia/deep'])
    assert.throws(() => makePrivateDirectory(path), { code: 'ENOENT' })
})
