import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { asApp, respondJson } from '../http/index.ts'
import { serve } from './serve.ts'

test('a request lists all its header lines as they were sent, including repeated ones', async () => {
  let lines: readonly string[] | undefined
  const app = asApp((request) => {
    lines = request.rawHeaders
    return respondJson({})
  })
  const server = await serve({ app, port: 0, hosts: ['127.0.0.1'] })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nDPoP: one\r\nDPoP: two\r\nConnection: close\r\n\r\n')
  await new Promise((resolve) => socket.resume().once('close', resolve))
  await server.stop()
  assert.deepEqual(lines, ['Host', 'localhost', 'DPoP', 'one', 'DPoP', 'two', 'Connection', 'close'])
})
