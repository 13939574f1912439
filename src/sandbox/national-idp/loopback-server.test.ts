import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreeBase } from '../free-ports.ts'
import { listenOnLoopback } from './loopback-server.ts'

test('if the second address is in use, the server does not keep the first one', async () => {
  const port = await findFreeBase()
  const sameHosts = { hosts: ['127.0.0.1', '127.0.0.1'] }
  await assert.rejects(
    listenOnLoopback(() => undefined, port, sameHosts),
    { code: 'EADDRINUSE' },
  )
  const server = await listenOnLoopback(() => undefined, port)
  await server.stop()
})
