import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createJsonLog } from '../telemetry/index.ts'
import { listenForOperations, operationsPaths } from './operations.ts'

test('the operations listener names the methods of its paths (RFC 9110 §15.5.6), and knows no other path', async (t) => {
  const server = await listenForOperations(
    { port: 0, hosts: ['127.0.0.1'] },
    {
      report: async () => ({ ready: true, reasons: [], notes: [] }),
      metrics: async () => ({ contentType: 'text/plain', text: 'x 1\n' }),
    },
    createJsonLog('trust-anchor', { write: () => undefined }),
  )
  t.after(() => server?.stop())
  const ask = (path: string, method: string) => fetch(`http://127.0.0.1:${server?.port}${path}`, { method })
  for (const path of operationsPaths) {
    for (const method of ['GET', 'HEAD']) assert.equal((await ask(`${path}?probe`, method)).status, 200)
    const refused = await ask(path, 'POST')
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD'])
  }
  for (const method of ['GET', 'POST']) assert.equal((await ask('/other', method)).status, 404)
})
