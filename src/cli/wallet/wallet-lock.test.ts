import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { UserError } from '../user-error.ts'
import { whileLocked } from './wallet-lock.ts'

const nothing = async (): Promise<string> => 'done'

test('while one works with a wallet, another is told who does', async () => {
  const directory = freshDirectory()
  await whileLocked(directory, async () => {
    await assert.rejects(
      whileLocked(directory, nothing),
      (thrown) =>
        thrown instanceof UserError &&
        thrown.message.startsWith(`Another process (${process.pid}) works with the wallet in ${directory}: `),
    )
    assert.equal(await whileLocked(freshDirectory(), nothing), 'done')
  })
  assert.equal(await whileLocked(directory, nothing), 'done')
})

test('a lock is given back whatever came of the work', async () => {
  const directory = freshDirectory()
  await assert.rejects(
    whileLocked(directory, () => Promise.reject(new Error('no'))),
    /^Error: no$/,
  )
  assert.equal(existsSync(join(directory, 'lock')), false)
})

test('the lock of a process that is no more is taken over, one that says nothing is not', async () => {
  const directory = freshDirectory()
  const { pid } = spawnSync(process.execPath, ['--version'])
  writeFileSync(join(directory, 'lock'), `${pid}\n`)
  assert.equal(await whileLocked(directory, nothing), 'done')
  writeFileSync(join(directory, 'lock'), '')
  await assert.rejects(whileLocked(directory, nothing), /^UserError: Another process works with /)
})
