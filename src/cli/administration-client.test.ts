/** The client of the administrations: how long it waits, and what it sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from '../../test/support/run-program.ts'
import { defaultResolveLimits } from '../federation/index.ts'
import { respondJson } from '../http/index.ts'
import { serve } from '../node/index.ts'
import { administrationMilliseconds } from './addressed-service.ts'
import { requestAdministration } from './administration-client.ts'

test('the client waits longer for an administration than the administration waits for a candidate and its superiors', async () => {
  const patient = async () => Response.json({ entity_id: 'https://member.example' })
  const impatient = () => Promise.reject(new Error('timeout'))
  const service = {
    ...{ entityId: 'https://anchor.example', token: 'token', loopbackHttp: false, now: 0 },
    fetch: Object.assign(impatient, { close: async () => undefined }),
    administrationFetch: Object.assign(patient, { close: async () => undefined }),
  }
  assert.deepEqual(await requestAdministration(service, 'GET', '/admin'), { entity_id: 'https://member.example' })
  const oneRequest = 5000
  assert.ok(administrationMilliseconds > oneRequest + defaultResolveLimits.seconds * 1000)
})

test('an empty value, such as that of a variable that is not set, is sent: it selects nothing and skips no step', async (t) => {
  const requests: string[] = []
  const answer = ({ method, target }: { readonly method: string; readonly target: string }) => {
    requests.push(`${method} ${target}`)
    return respondJson({ error: 'not_found', error_description: 'unknown' }, 404)
  }
  const server = await serve({ app: { answer }, port: 0, hosts: ['127.0.0.1'] })
  t.after(() => server.stop())
  const service = ['--url', `http://127.0.0.1:${server.port}`, '--token', 'a'.repeat(43)]
  for (const [words, request] of [
    [['keys', 'attestation', '--activate', ''], 'POST /admin/attestation-keys/activate'],
    [['keys', 'attestation', '--revoke', ''], 'POST /admin/attestation-keys/revoke'],
    [['federation', 'rotate-keys', '--activate', ''], 'POST /admin/keys/activate'],
    [['federation', 'rotate-keys', '--revoke', ''], 'POST /admin/keys/revoke'],
    [['federation', 'policy', ''], 'GET /admin/subordinates?entity_id='],
    [['instances', 'release', ''], 'POST /admin/wallet-instances/release'],
    [['instances', 'revoke', ''], 'POST /admin/wallet-instances/revoke'],
    [['federation', 'certificates', 'show', ''], 'GET /admin/certificates?serial='],
    [['federation', 'certificates', 'list', '--entity', ''], 'GET /admin/certificates?entity_id='],
  ] as const) {
    const { code, out } = await run(...words, ...service)
    assert.deepEqual([code, out, requests.splice(0)], [1, '', [request]], words.join(' '))
  }
  for (const words of [
    ['release', '', '--held'],
    ['revoke', '', '--held'],
    ['revoke', '', '--user', 'ada'],
  ])
    assert.match((await run('instances', ...words, ...service)).err, /^Name one: a hardware key tag/)
  assert.deepEqual(requests, [])
})

test('the error for an answer that is not of an administration, and for no answer, states what to change', async (t) => {
  const answer = () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<html></html>' })
  const server = await serve({ app: { answer }, port: 0, hosts: ['127.0.0.1'] })
  t.after(() => server.stop())
  const at = `127.0.0.1:${server.port}`
  const { err } = await run('federation', 'list', '--url', `http://${at}`, '--token', 'a'.repeat(43))
  assert.match(
    err,
    /it answers 502, and not as an administration does\. What to change: .* --url.* log of the proxy\.$/m,
  )
  const other = await run('federation', 'list', '--url', `https://${at}`, '--token', 'a'.repeat(43))
  assert.match(other.err, /does not answer: .* What to change: this service does not use TLS at the port of its URL/)
})
