import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { Unavailable } from '../../base/index.ts'
import { createConnections } from './connections.ts'

test('GEN-08 while no statement gets a connection, the reported wait grows, and failed attempts are counted', async (t) => {
  const sockets: Socket[] = []
  const stalled = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1')
  t.after(() => stalled.close())
  await once(stalled, 'listening')
  const { port } = stalled.address() as { port: number }
  let now = 1000
  const limits = { connections: 1, connectMilliseconds: 60_000 }
  const connections = createConnections(`postgres://u@127.0.0.1:${port}/d`, 'public', limits, () => now)
  const held = connections.query('SELECT 1', [])
  assert.deepEqual(connections.load(), { open: 1, waiting: 0, failed: 0, waitMilliseconds: 0 })
  now += 100
  const waiting = [connections.query('SELECT 2', [])]
  assert.equal(connections.load().waitMilliseconds, 100, 'the first statement has no connection yet')
  now += 1000
  waiting.push(connections.query('SELECT 3', []))
  now += 400
  assert.deepEqual(connections.load(), { open: 1, waiting: 2, failed: 0, waitMilliseconds: 1500 })
  if (sockets.length === 0) await once(stalled, 'connection')
  stalled.close()
  const failures = Promise.allSettled([held, ...waiting])
  for (const socket of sockets) socket.destroy()
  for (const { status, reason } of (await failures) as PromiseRejectedResult[])
    assert.ok(status === 'rejected' && reason instanceof Unavailable)
  assert.deepEqual(connections.load(), { open: 0, waiting: 0, failed: 3, waitMilliseconds: 0 })
  await connections.close()
})
