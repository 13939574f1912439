import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { listenLocally } from '../../../test/support/local-server.ts'
import { createTraffic } from '../traffic.ts'
import { type ObservedExchange, observeExchanges } from './observe-exchanges.ts'

test('reports the complete exchange with a browser, and the listener still receives the request’s body', async (t) => {
  const reported: ObservedExchange[] = []
  const server = createServer(
    observeExchanges(
      async (request, response) => {
        let body = ''
        for await (const part of request) body += part
        response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
        response.write('heard ')
        response.end(body)
      },
      (exchange) => void reported.push(exchange),
    ),
  )
  t.after(() => server.close())
  const origin = `http://127.0.0.1:${await listenLocally(server)}`
  const send = (headers: Record<string, string>) =>
    fetch(`${origin}/login?x=1`, {
      method: 'POST',
      headers: { accept: 'text/html', ...headers },
      body: 'username=mario',
    })
  assert.equal(await (await send({})).text(), 'heard username=mario')
  await (await send({ 'fiducia-message': 'm1' })).text()
  assert.equal(reported.length, 1, 'the sender has recorded the second exchange')
  const [exchange] = reported
  assert.ok(exchange)
  const { request, response } = exchange
  assert.deepEqual([request.method, request.target, request.body], ['POST', '/login?x=1', 'username=mario'])
  assert.deepEqual([response.status, response.body], [200, 'heard username=mario'])
  assert.deepEqual(
    response.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value),
    ['a=1', 'b=2'],
  )

  const traffic = createTraffic({ now: () => 1, partyAt: () => undefined })
  traffic.recordReceived('national-idp', origin, exchange)
  const [message] = traffic.log.all()
  assert.deepEqual(
    [message?.from, message?.to, message?.request.url, message?.response?.body],
    ['browser', 'national-idp', `${origin}/login?x=1`, 'heard username=mario'],
  )
})
