/** A surface that accepts only its own host and its own pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setUp } from '../../test/support/test-app.ts'

const ownUrls = ['http://localhost:4000', 'http://127.0.0.1:4000']
const { app, decisions } = setUp({ publicUrl: 'http://localhost:4000', ownUrls })
const ask = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  app(new Request(url, { method, headers }))
const status = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status

test('GEN-43 a foreign Host is refused, even if only its port differs', async () => {
  assert.equal(await status('http://localhost:4000/query'), 200)
  assert.equal(await status('http://127.0.0.1:4000/query', { host: 'LOCALHOST:4000' }), 200)
  for (const host of ['evil.example', 'localhost', 'localhost:4001', 'localhost:4000.evil.example'])
    for (const path of ['/query', '/health', '/none'])
      assert.equal(await status(`http://localhost:4000${path}`, { host }), 403, host)
  const answer = await ask('http://rebound.example:4000/query')
  assert.equal(answer.status, 403)
  assert.match(
    await answer.text(),
    /\(foreign_host at host\) \[GEN-43\] Expected: localhost:4000, 127\.0\.0\.1:4000; found: rebound\.example:4000\./,
  )
  assert.equal(answer.headers.get('fiducia-trace'), decisions.lastRefusal()?.trace)
})

test('GEN-43 a foreign Origin is refused', async () => {
  assert.equal(await status('http://localhost:4000/query', { origin: 'http://localhost:4000' }), 200)
  for (const origin of ['null', 'http://evil.example', 'https://localhost:4000', 'http://localhost:4001'])
    assert.equal(await status('http://localhost:4000/form', { origin }, 'POST'), 403, origin)
  assert.equal(await status('http://localhost:4000/form', { 'sec-fetch-site': 'cross-site' }, 'POST'), 403)
  assert.equal(await status('http://localhost:4000/query', { 'sec-fetch-site': 'cross-site' }), 200)
})

test('GEN-43 a Host can contain the default port (RFC 9110 §4.2.3)', async () => {
  const served = setUp({ publicUrl: 'https://wp.example', ownUrls: ['https://wp.example', 'http://localhost'] }).app
  const hosted = async (host: string) =>
    (await served(new Request('https://wp.example/query', { headers: { host } }))).status
  for (const host of ['wp.example', 'WP.example:443', 'localhost', 'localhost:80'])
    assert.equal(await hosted(host), 200)
  for (const host of ['wp.example:80', 'wp.example:0443', 'wp.example:', 'localhost:443', 'u@wp.example:443'])
    assert.equal(await hosted(host), 403, host)
})
