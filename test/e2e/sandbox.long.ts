/**
 * The life cycle over https at an IP address, and a used port of the SAML identity provider. The short tests are
 * `sandbox.test.ts` and `profile-presentation.test.ts`.
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { freeBase, runFiducia } from '../support/sandbox-process.ts'

test('--host: the life cycle passes under the local authority', async () => {
  const { code, err, out } = await runFiducia(['--host', '127.0.0.1', '--once', '--port', String(await freeBase())])
  assert.deepEqual([code, err], [0, ''], out)
  assert.match(out, /relying party +https:\/\/127\.0\.0\.1:\d+/)
})

test('a used port of the SAML identity provider is reported in one sentence, with exit code 1', async (t) => {
  const base = await freeBase()
  const server = createServer().listen(base + 6, '127.0.0.1')
  t.after(() => server.close())
  const { code, err } = await runFiducia(['--no-demo', '--port', String(base)])
  assert.equal(code, 1)
  assert.match(err, /^Port \d+ is in use: stop what uses it, or choose another with --port\.\n$/)
})
