import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { run } from '../../test/support/run-program.ts'
import { serveRole } from './serve-role.ts'

const terminal = { out: () => undefined, err: () => undefined }

test('--host refuses an address that this machine does not have, and lists the addresses that it has', () =>
  assert.rejects(serveRole(terminal, 'trust-anchor', { host: ['127.0.0.1', '203.0.113.9'] }), {
    name: 'UserError',
    message: /^--host: this machine has no address 203\.0\.113\.9\. It has .*127\.0\.0\.1 \(\w+\)/,
  }))

test('--json without --variables is refused in one sentence', () =>
  assert.rejects(serveRole(terminal, 'trust-anchor', { json: true }), {
    name: 'UserError',
    message: '--json needs --variables: add it, or leave --json out.',
  }))

test('--init creates the settings file that --config names', async () => {
  const directory = freshDirectory()
  const config = join(directory, 'settings.json')
  // Several workers over the embedded store are refused, after the settings have been created and read.
  const served = serveRole(terminal, 'wallet-provider', { init: true, config, workers: 2 })
  await assert.rejects(served, { name: 'ConfigError', message: /--workers needs PostgreSQL/ })
  assert.ok(existsSync(config))
  assert.ok(!existsSync(join(directory, 'wallet-provider.json')))
})

test('D-1080 FIDUCIA_CONFIG may have quotation marks and a line end around it, and an empty value names no file', async (t) => {
  const former = process.env.FIDUCIA_CONFIG
  t.after(() => {
    if (former === undefined) delete process.env.FIDUCIA_CONFIG
    else process.env.FIDUCIA_CONFIG = former
  })
  const config = join(freshDirectory(), 'settings.json')
  process.env.FIDUCIA_CONFIG = `"${config}"\r\n`
  const served = await run('serve', 'wallet-provider', '--init', '--workers', '2')
  assert.match(served.err, /--workers needs PostgreSQL/)
  assert.ok(existsSync(config))
  process.env.FIDUCIA_CONFIG = ''
  assert.match((await run('serve', 'wallet-provider')).err, /no file of settings was named/)
})
