/**
 * A federation server that means harm, over real HTTP: a resolver is made to fetch from it, refuses each attack within
 * its limits and with its reason, and goes on answering.
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { after, before, test } from 'node:test'
import { generateSigner, type Signer, signJwt } from '../../src/jose/index.ts'
import { createGuardedFetch, createSystemClock, type RunningServer, serve } from '../../src/node/index.ts'
import { createMemorySubordinates, createTrustAnchor, trustAnchorConfig } from '../../src/trust-anchor/index.ts'
import { type RecordingSink, recordingSink } from '../support/decisions.ts'
import { crypto, organization } from '../support/federation.ts'
import { seededRandom } from '../support/seeded-random.ts'

const clock = createSystemClock()
const timeoutMilliseconds = 1000
const mediaType = 'application/entity-statement+jwt'
const wellKnown = '/.well-known/openid-federation'

/** Names below localhost that somebody's DNS answers with an address in a private network. */
const lookup: LookupFunction = (hostname, _, callback) => {
  const address = hostname === 'internal.localhost' ? '10.0.0.1' : '127.0.0.1'
  callback(null, [{ address, family: 4 }] as never)
}
const guarded = createGuardedFetch({ loopbackHttp: true, lookup, timeoutMilliseconds })

let hostile: Server
let base = ''
let key: Signer
let anchor: RunningServer
let anchorId = ''
let sink: RecordingSink
let connections = 0
let requests = 0
let redirected = 0

const signed = (payload: object): Promise<string> =>
  signJwt(
    key,
    { typ: 'entity-statement+jwt', kid: key.kid },
    { iat: clock.now(), exp: clock.now() + 600, jwks: { keys: [key.publicJwk] }, ...payload },
  )

const configuration = (entityId: string, hints: readonly string[]): Promise<string> =>
  signed({
    iss: entityId,
    sub: entityId,
    authority_hints: hints,
    metadata: { federation_entity: { federation_fetch_endpoint: `${entityId}/fetch` } },
  })

type Attack = (path: string, url: URL, response: ServerResponse) => Promise<void> | void

const attacks: Readonly<Record<string, Attack>> = {
  huge: (_, __, response) => {
    response.writeHead(200, { 'content-type': mediaType })
    const block = Buffer.alloc(1_048_576, 'a')
    let left = 100
    const pour = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= 1
        if (!response.write(block)) return void response.once('drain', pour)
      }
      response.end()
    }
    pour()
  },
  drip: (_, __, response) => {
    response.writeHead(200, { 'content-type': mediaType })
    const drip = setInterval(() => response.write('a'), 20)
    response.once('close', () => clearInterval(drip))
  },
  silent: () => undefined,
  redirect: (_, __, response) => void response.writeHead(302, { location: `${base}/admin` }).end(),
  html: (_, __, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  type: (_, __, response) => void response.writeHead(200, { 'content-type': 'application/jwt' }).end('a.b.c'),
  garbage: (_, __, response) => void response.writeHead(200, { 'content-type': mediaType }).end('a.b.c'),
  fault: (_, __, response) => void response.writeHead(500).end(),
  private: async (_, __, response) =>
    give(response, await configuration(`${base}/private`, ['http://internal.localhost:1', 'http://10.0.0.1'])),
  hints: async (path, url, response) => {
    const entityId = base + path
    const sub = url.searchParams.get('sub')
    if (sub !== null) return give(response, await signed({ iss: entityId, sub }))
    const next = Array.from({ length: 40 }, (_, n) => `${entityId}${n}`)
    give(response, await configuration(entityId, next))
  },
  loop: async (path, url, response) => {
    const entityId = base + path
    const sub = url.searchParams.get('sub')
    if (sub !== null) return give(response, await signed({ iss: entityId, sub }))
    give(response, await configuration(entityId, [`${base}/loop/a`, `${base}/loop/b`, entityId]))
  },
}

const give = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': mediaType }).end(text)

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1
  const url = new URL(request.url ?? '/', base)
  const path = url.pathname.replace(wellKnown, '').replace(/\/fetch$/, '')
  if (path === '/admin') redirected += 1
  await attacks[path.split('/')[1] ?? '']?.(path, url, response)
}

before(async () => {
  key = await generateSigner({ crypto })
  hostile = createServer((request, response) => void answer(request, response))
  hostile.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
  let app = async (_: Request): Promise<Response> => new Response()
  anchor = await serve({ port: 0, hosts: ['127.0.0.1'], app: (request) => app(request) })
  anchorId = `http://127.0.0.1:${anchor.port}`
  sink = recordingSink()
  const config = trustAnchorConfig.parse({
    entityId: anchorId,
    organization,
    loopbackHttp: true,
    resolveCacheSeconds: 0,
  })
  app = createTrustAnchor({
    config,
    clock,
    crypto,
    random: seededRandom('anchor'),
    fetch: guarded,
    signer: key,
    subordinates: createMemorySubordinates([], config),
    decisions: sink,
    onFault: (fault) => assert.fail(String(fault)),
  }).app
})

after(async () => {
  await guarded.close()
  hostile.closeAllConnections()
  await new Promise((resolve) => hostile.close(resolve))
  await anchor.stop()
})

const ask = (path: string) =>
  fetch(`${anchorId}/resolve?${new URLSearchParams({ sub: base + path, trust_anchor: anchorId })}`)

/** Milliseconds until `/health` answers. */
async function health(): Promise<number> {
  const begun = performance.now()
  assert.equal((await fetch(`${anchorId}/health`)).status, 200)
  return performance.now() - begun
}

const rows: [what: string, path: string, status: number, reason: string][] = [
  ['a statement of 100 MB', '/huge', 404, 'FED-37 answer_too_large configuration'],
  ['a body that drips', '/drip', 404, 'GEN-27 unreachable configuration.timeout'],
  ['a server that says nothing', '/silent', 404, 'GEN-27 unreachable configuration.timeout'],
  ['a redirect to an admin port on loopback', '/redirect', 404, 'FED-02 status_unexpected configuration'],
  ['HTML', '/html', 404, 'FED-02 media_type_unexpected configuration'],
  ['another media type', '/type', 404, 'FED-02 media_type_unexpected configuration'],
  ['something that is no JWS', '/garbage', 404, 'GEN-23 jws_malformed statement[0].header'],
  ['a server in trouble', '/fault', 404, 'GEN-27 unreachable configuration'],
  ['a name that resolves to a private address', '/private', 503, 'GEN-27 unreachable configuration.address_forbidden'],
  ['hints without end', '/hints/0', 400, 'FED-37 limit_reached authority_hints'],
  ['superiors in a loop', '/loop/a', 400, 'FED-37 superior_loops authority_hints'],
]
for (const [what, path, status, reason] of rows)
  test(`FED-37 FED-08 refuses ${what}, within its limits, and goes on answering`, async () => {
    requests = 0
    await health()
    const begun = performance.now()
    const asked = ask(path)
    await new Promise((resolve) => setTimeout(resolve, 30))
    assert.ok((await health()) < 100, 'health is slow')
    const response = await asked
    assert.ok(performance.now() - begun < 3 * timeoutMilliseconds, 'too late')
    const check = sink.lastRefusal()?.checks.at(-1)
    assert.deepEqual([response.status, `${check?.requirement} ${check?.code} ${check?.at}`], [status, reason])
    await response.body?.cancel()
    assert.ok(requests <= 32, `${requests} requests`)
    assert.equal(redirected, 0)
  })

test('FED-37 many attacks together leave the memory where it was', async () => {
  const wave = async () => {
    const answers = await Promise.all(rows.map(([, path]) => ask(path)))
    await Promise.all(answers.map((response) => response.arrayBuffer()))
  }
  for (let times = 0; times < 3; times += 1) await wave()
  const settled = process.memoryUsage().rss
  for (let times = 0; times < 4; times += 1) await wave()
  const growth = process.memoryUsage().rss / settled
  assert.ok(growth < 1.15, `grew by ${Math.round((growth - 1) * 100)} %`)
  assert.ok(connections < 1000)
})
