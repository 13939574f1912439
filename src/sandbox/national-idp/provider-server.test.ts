import assert from 'node:assert/strict'
import { Server } from 'node:net'
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

test('after its start, a server has no listener for errors of the start', async (t) => {
  const servers: Server[] = []
  const { listen } = Server.prototype
  t.mock.method(Server.prototype, 'listen', function (this: Server, ...args: Parameters<Server['listen']>) {
    servers.push(this)
    return listen.apply(this, args)
  })
  const server = await startProviderServer(() => undefined, 0)
  t.mock.restoreAll()
  assert.deepEqual(
    servers.map((one) => one.listenerCount('error')),
    [0, 0],
  )
  await server.stop()
})
