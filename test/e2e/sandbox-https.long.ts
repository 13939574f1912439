/**
 * The life cycle under https, at another name than localhost. Short twins: the sandbox under this name in sandbox.test.ts,
 * the life cycle under https in https-sandbox.test.ts.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freeBase, runFiducia } from '../support/sandbox-process.ts'

test('--host: the life cycle passes under the local authority', async () => {
  const { code, err, out } = await runFiducia(['--host', '127.0.0.1', '--once', '--port', String(await freeBase())])
  assert.deepEqual([code, err], [0, ''], out)
  assert.match(out, /relying party +https:\/\/127\.0\.0\.1:\d+/)
})
