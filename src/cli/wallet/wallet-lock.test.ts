import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { freshDirectory } from '../../../test/support/fresh-directory.ts'
import { UserError } from '../user-error.ts'
import { withWalletLock } from './wallet-lock.ts'

const nothing = async (): Promise<string> => 'done'

test('a locked wallet refuses a second process with a message', async () => {
  const directory = freshDirectory()
  await withWalletLock(directory, async () => {
    await assert.rejects(
      withWalletLock(directory, nothing),
      (thrown) =>
        thrown instanceof UserError &&
        thrown.message.startsWith(`Another process is using the wallet in ${directory}: `),
    )
    assert.equal(await withWalletLock(freshDirectory(), nothing), 'done')
  })
  assert.equal(await withWalletLock(directory, nothing), 'done')
})

test('a lock is released after a failure', async () => {
  const directory = freshDirectory()
  await assert.rejects(
    withWalletLock(directory, () => Promise.reject(new Error('no'))),
    /^Error: no$/,
  )
  assert.equal(await withWalletLock(directory, nothing), 'done')
})

test('the lock of a killed process is released', { timeout: 60_000 }, async () => {
  const directory = freshDirectory()
  const program = `
    import { withWalletLock } from ${JSON.stringify(new URL('wallet-lock.ts', import.meta.url).href)}
    await withWalletLock(${JSON.stringify(directory)}, async () => {
      console.log('mine')
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    })`
  const other = spawn(process.execPath, ['--conditions=fiducia-source', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(other.stdout, 'data')
  await assert.rejects(withWalletLock(directory, nothing), UserError)
  other.kill('SIGKILL')
  await once(other, 'exit')
  assert.equal(await withWalletLock(directory, nothing), 'done')
})
