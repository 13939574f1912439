import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createResend } from './resend-message.ts'
import { createTraffic } from './traffic.ts'

const own = 'http://localhost:4003'

test('a message is sent again only to a party of the sandbox, as a child of the message that it repeats', async () => {
  const sent: Request[] = []
  const traffic = createTraffic({ now: () => 1, partyAt: (origin) => (origin === own ? 'pid-provider' : undefined) })
  const fetch = async (request: Request): Promise<Response> => {
    sent.push(request.clone())
    if (request.url.endsWith('/dead')) throw new TypeError('refused')
    return new Response('{}', { headers: { 'content-type': 'application/json' } })
  }
  const resend = createResend({ traffic, fetch, isOwn: (origin) => origin === own, adminToken: 'the-token' })
  const request = (url: string, more: object = {}) => ({
    ...{ method: 'POST', url, body: 'a=b' },
    headers: [
      ['host', 'localhost:4003'],
      ['content-length', '99'],
      ['dpop', 'proof'],
    ] as const,
    ...more,
  })
  const send = (one: ReturnType<typeof request>) => resend({ request: one, from: 'wallet', parent: 'm7' })
  assert.equal(await send(request(`${own}/token`)), true)
  assert.deepEqual([...(sent[0]?.headers ?? [])].map(([name]) => name).sort(), ['dpop', 'fiducia-message'])
  assert.equal(await sent[0]?.text(), 'a=b')
  assert.equal(await send(request(`${own}/dead`)), true, 'a missing answer is recorded')
  assert.equal(await send(request('http://169.254.169.254/latest')), false)
  assert.equal(await send(request(`${own}/token`, { method: 'CONNECT' })), false)
  assert.equal(await send(request(`${own}/token`, { headers: [['dpop', 'line\nbreak']] })), false)
  assert.equal(sent.length, 2)
  assert.deepEqual(
    traffic.log.all().map(({ from, parent, response }) => [from, parent, response?.status]),
    [
      ['wallet', 'm7', 200],
      ['wallet', 'm7', undefined],
    ],
  )
})

test('a message that is sent again has the real administration token in place of its placeholder', async () => {
  let sent: string | null = ''
  const fetch = async ({ headers }: Request): Promise<Response> => {
    sent = headers.get('authorization')
    return new Response('{}')
  }
  const traffic = createTraffic({ now: () => 1, partyAt: () => 'pid-provider' })
  const resend = createResend({ traffic, fetch, isOwn: () => true, adminToken: 'the-token' })
  const headers = [['authorization', 'Bearer administration-token']] as const
  await resend({ request: { method: 'GET', url: `${own}/admin/credentials`, headers }, from: 'console', parent: 'm1' })
  assert.equal(sent, 'Bearer the-token')
})
