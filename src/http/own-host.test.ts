import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asApp } from './message.ts'
import { refuseForeign } from './own-host.ts'
import { respondText } from './respond.ts'

const app = refuseForeign(
  asApp(() => respondText('in', 'text/plain')),
  ['http://localhost:4000', 'http://127.0.0.1:4000'],
)
const status = async (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  (await app(new Request(url, { method, headers }))).status

test('a foreign Host is refused, also one that differs by its port only', async () => {
  assert.equal(await status('http://localhost:4000/'), 200)
  assert.equal(await status('http://127.0.0.1:4000/', { host: 'LOCALHOST:4000' }), 200)
  for (const host of ['evil.example', 'localhost', 'localhost:4001', 'localhost:4000.evil.example'])
    assert.equal(await status('http://localhost:4000/', { host }), 403, host)
  const answer = await app(new Request('http://rebound.example:4000/'))
  assert.equal(answer.status, 403)
  assert.match(await answer.text(), /not served here: ask under the public URL, .*\(foreign_host\)/)
})

test('a foreign Origin is refused', async () => {
  assert.equal(await status('http://localhost:4000/', { origin: 'http://localhost:4000' }, 'POST'), 200)
  for (const origin of ['null', 'http://evil.example', 'https://localhost:4000', 'http://localhost:4001'])
    assert.equal(await status('http://localhost:4000/', { origin }, 'POST'), 403, origin)
  assert.equal(await status('http://localhost:4000/', { 'sec-fetch-site': 'cross-site' }, 'POST'), 403)
  assert.equal(await status('http://localhost:4000/', { 'sec-fetch-site': 'cross-site' }), 200)
})

test('a default port may be said (RFC 9110 §4.2.3)', async () => {
  const served = refuseForeign(
    asApp(() => respondText('in', 'text/plain')),
    ['https://wp.example', 'http://localhost'],
  )
  const ask = async (host: string) => (await served(new Request('https://wp.example/', { headers: { host } }))).status
  for (const host of ['wp.example', 'WP.example:443', 'localhost', 'localhost:80']) assert.equal(await ask(host), 200)
  for (const host of ['wp.example:80', 'wp.example:0443', 'wp.example:', 'localhost:443', 'u@wp.example:443'])
    assert.equal(await ask(host), 403, host)
})
