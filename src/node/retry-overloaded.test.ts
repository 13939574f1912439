import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createGuardedFetch } from './guarded-fetch.ts'
import { retryOverloaded } from './retry-overloaded.ts'

const overloaded = JSON.stringify({
  error: 'temporarily_unavailable',
  error_description: 'This service is overloaded; try again later. (overloaded) [GEN-27]',
})

/** Starts a server that gives the answers in order, the last one for ever, and a client for it. */
async function startOverloaded(t: TestContext, ...answers: readonly (readonly [number, string?, string?])[]) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(`${request.method} ${body}`)
    const [status, retryAfter, text] = answers[Math.min(bodies.length, answers.length) - 1] ?? [500]
    const headers = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
    response.writeHead(status, headers).end(text ?? `${bodies.length}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pauses: number[] = []
  const guarded = createGuardedFetch({ loopbackHttp: true })
  const fetch = retryOverloaded(guarded, { pause: async (seconds) => void pauses.push(seconds) })
  t.after(async () => {
    await fetch.close()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const send = async (init?: RequestInit) => {
    const response = await fetch(new Request(url, init))
    return [response.status, await response.text()]
  }
  return { send, bodies, pauses }
}

test('GEN-27 a request is repeated with its body after the seconds of an overloaded service', async (t) => {
  const { send, bodies, pauses } = await startOverloaded(t, [503, '2', overloaded], [503, '1', overloaded], [201])
  assert.deepEqual(await send({ method: 'POST', body: 'a=1' }), [201, '3'])
  assert.deepEqual(
    [bodies, pauses],
    [
      ['POST a=1', 'POST a=1', 'POST a=1'],
      [2, 1],
    ],
  )
})

test('GEN-27 the fourth 503 is the answer', async (t) => {
  const { send, pauses } = await startOverloaded(t, [503, '0'])
  assert.deepEqual(
    [await send(), pauses],
    [
      [503, '4'],
      [0, 0, 0],
    ],
  )
})

for (const answer of [[503], [503, '30'], [503, '6'], [503, 'soon'], [429, '1'], [500, '1']] as [number, string?][])
  test(`GEN-27 an answer ${answer.join(', Retry-After: ')} is not repeated`, async (t) => {
    const { send, pauses } = await startOverloaded(t, answer)
    assert.deepEqual([await send(), pauses], [[answer[0], '1'], []])
  })

for (const [what, init] of [
  ['a form', { method: 'POST', body: 'code=1' }],
  ['a DPoP proof', { headers: { dpop: 'a.b.c' } }],
] as const)
  test(`GEN-27 ${what} is not sent again after an outage, because a single-use value may be spent`, async (t) => {
    const { send, pauses } = await startOverloaded(t, [503, '5', 'out of reach (temporarily_unavailable)'], [200])
    assert.deepEqual([await send(init), pauses], [[503, 'out of reach (temporarily_unavailable)'], []])
  })
