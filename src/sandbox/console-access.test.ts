import assert from 'node:assert/strict'
import { request } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { freshDirectory } from '../../test/support/fresh-directory.ts'
import { findPort } from '../node/index.ts'
import type { SandboxParts } from './sandbox-parts.ts'
import { startParts } from './start-sandbox.ts'
import { readStateFile } from './state-file.ts'

const adminToken = 'token-of-the-sandbox-0123456789abcdef'

/** Starts a console without roles, which other machines reach at `host`. */
async function start(host: string | undefined) {
  process.chdir(freshDirectory())
  const parts: SandboxParts = {
    screens: [],
    routes: [
      { method: 'GET', path: '/devices/profiles', kind: 'machine', handle: () => ({ status: 204, headers: {} }) },
    ],
    state: { admin_token: adminToken },
    stop: async () => undefined,
  }
  const printed: string[] = []
  const printer = { out: (text: string) => void printed.push(text), err: (text: string) => assert.fail(text) }
  const port = await findPort({ port: 0 })
  const options = { port, https: false, announce: true, data: freshDirectory(), printer, ...(host && { host }) }
  const started = await startParts(options, async () => parts)
  const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<{ status: number | undefined; cookie: string }>((resolve, reject) => {
      const own = { host: new URL(started.state.console).host, ...headers }
      const sent = request({ port, host: '127.0.0.1', method, path, headers: own }, (response) => {
        response.resume()
        const [cookie = ''] = response.headers['set-cookie'] ?? []
        resolve({ status: response.statusCode, cookie: cookie.split(';', 1)[0] ?? '' })
      })
      sent.once('error', reject).end(body)
    })
  const open = (key: string) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: started.state.console }
    return send('POST', '/login', form, new URLSearchParams({ secret: key }).toString())
  }
  return { ...started, printed, data: options.data, send, open }
}

test('GEN-46 the console of a sandbox that other machines can reach needs a key, which works once', async () => {
  const { state, data, printed, send, open, stop } = await start('sandbox.example')
  try {
    const { console_key: key = '' } = state
    assert.match(key, /^[\w-]{43}$/)
    assert.equal((await send('GET', '/decisions')).status, 401)
    assert.equal((await send('GET', '/decisions', { authorization: `Bearer ${adminToken}` })).status, 200)
    assert.equal((await send('GET', '/devices/profiles')).status, 204, 'an endpoint for phones needs no key')
    const opened = await open(key)
    assert.equal(opened.status, 303)
    assert.equal((await send('GET', '/decisions', { cookie: opened.cookie })).status, 200)
    assert.equal((await open(key)).status, 403)
    const { console_key: next = '' } = readStateFile(data) ?? {}
    assert.notEqual(next, key)
    assert.equal(readStateFile()?.console_key, next, join('.fiducia', 'sandbox.json'))
    assert.match(
      printed.join(''),
      new RegExp(`^console key +${next} .*http://sandbox\\.example:\\d+/login\\?key=${next}`, 'm'),
    )
    assert.equal((await open(next)).status, 303)
  } finally {
    await stop()
  }
})

for (const host of [undefined, 'localhost', '127.0.0.1', '::1'])
  test(`a sandbox on loopback needs no key: ${host}`, async () => {
    const { state, send, stop } = await start(host)
    try {
      assert.equal(state.console_key, undefined)
      assert.equal((await send('GET', '/decisions')).status, 200)
    } finally {
      await stop()
    }
  })
