import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreeBase } from '../free-ports.ts'
import { startProviderServer } from './provider-server.ts'

test('if the second address is in use, the server stops listening on the first one', async () => {
  const port = await findFreeBase()
  const sameHosts = { hosts: ['127.0.0.1', '127.0.0.1'] }
  await assert.rejects(
    startProviderServer(() => undefined, port, sameHosts),
    { code: 'EADDRINUSE' },
  )
  const server = await startProviderServer(() => undefined, port)
  await server.stop()
})
