import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { listenLocally } from '../../test/support/local-server.ts'
import { signed, thirdPartyKey } from '../../test/support/third-party/federation.ts'
import { createDecisionLog, serve } from '../node/index.ts'
import { createSandboxWallet } from './sandbox-wallet.ts'
import type { CompleteState } from './start-sandbox.ts'

test('a wallet that finds one Trust Anchor but not another names it, and keeps no connection open', async (t) => {
  const key = await thirdPartyKey()
  const server = createServer({ keepAliveTimeout: 60_000 }, async (_request, response) => {
    const claims = { iss: anchor, sub: anchor, jwks: { keys: [key.publicJwk] } }
    response.setHeader('content-type', 'application/entity-statement+jwt')
    response.end(await signed(key, claims, { typ: 'entity-statement+jwt' }))
  })
  t.after(() => server.close())
  const anchor = `http://127.0.0.1:${await listenLocally(server)}`
  const closed: Promise<unknown>[] = []
  server.on('connection', (socket: Socket) => {
    closed.push(once(socket, 'close', { signal: AbortSignal.timeout(2000) }))
  })
  const free = await serve({ port: 0, hosts: ['127.0.0.1'], app: async () => new Response() })
  await free.stop()
  const nobody = `http://127.0.0.1:${free.port}`
  const state = {
    console: anchor,
    trust_anchor: anchor,
    users: [{ username: 'mario.rossi', password: 'sandbox', level: 'high' }],
    profiles: { 'it-wallet-1.4': { trust_anchor: nobody } },
  } as unknown as CompleteState
  await assert.rejects(createSandboxWallet({ state, decisions: createDecisionLog() }), {
    name: 'SandboxFault',
    message: `The Trust Anchor at ${nobody} gives no valid answer (unreachable).`,
  })
  assert.equal(closed.length, 1)
  await Promise.all(closed)
})
