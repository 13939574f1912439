/** A hostile federation server, over real HTTP. Each attack is a separate entity on this server, named by its path. */

import { createServer, type ServerResponse } from 'node:http'
import { generateSigner, signJwt } from '../../src/jose/index.ts'
import { createSystemClock } from '../../src/node/index.ts'
import { crypto } from './federation.ts'
import { closeServer, listenLocally } from './local-server.ts'

export interface HostileServer {
  readonly base: string
  /** Counts of connections, requests and followed redirects. */
  readonly seen: { connections: number; requests: number; redirected: number }
  stop(): Promise<void>
}

type Attack = (path: string, url: URL, response: ServerResponse) => Promise<void> | void

const mediaType = 'application/entity-statement+jwt'
const wellKnown = '/.well-known/openid-federation'

const sendStatement = (response: ServerResponse, text: string): void =>
  void response.writeHead(200, { 'content-type': mediaType }).end(text)

/** Sends 100 MB. */
function pour(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': mediaType })
  const block = Buffer.alloc(1_048_576, 'a')
  let left = 100
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(block)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

/** Sends one byte every 20 milliseconds, without end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': mediaType })
  const drops = setInterval(() => response.write('a'), 20)
  response.once('close', () => clearInterval(drops))
}

/** Attacks that need no signature. */
const plainAttacks = (base: () => string): Readonly<Record<string, Attack>> => ({
  huge: (_, __, response) => pour(response),
  drip: (_, __, response) => drip(response),
  silent: () => undefined,
  redirect: (_, __, response) => void response.writeHead(302, { location: `${base()}/admin` }).end(),
  html: (_, __, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  type: (_, __, response) => void response.writeHead(200, { 'content-type': 'application/jwt' }).end('a.b.c'),
  garbage: (_, __, response) => sendStatement(response, 'a.b.c'),
  fault: (_, __, response) => void response.writeHead(500).end(),
})

/** Attacks by statements with valid signatures. */
async function signedAttacks(base: () => string): Promise<Readonly<Record<string, Attack>>> {
  const clock = createSystemClock()
  const key = await generateSigner({ crypto })
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
  /** Serves a configuration that names these superiors, and a statement about any entity. */
  const superior =
    (hintsOf: (entityId: string) => readonly string[]): Attack =>
    async (path, url, response) => {
      const entityId = base() + path
      const sub = url.searchParams.get('sub')
      if (sub !== null) return sendStatement(response, await signed({ iss: entityId, sub }))
      sendStatement(response, await configuration(entityId, hintsOf(entityId)))
    }
  return {
    private: async (path, _, response) =>
      sendStatement(response, await configuration(base() + path, ['http://internal.localhost:1', 'https://10.0.0.1'])),
    hints: superior((entityId) => Array.from({ length: 40 }, (_, n) => `${entityId}${n}`)),
    loop: superior((entityId) => [`${base()}/loop/a`, `${base()}/loop/b`, entityId]),
  }
}

export async function startHostileServer(): Promise<HostileServer> {
  const seen = { connections: 0, requests: 0, redirected: 0 }
  let base = ''
  const attacks = { ...plainAttacks(() => base), ...(await signedAttacks(() => base)) }
  const server = createServer((request, response) => {
    seen.requests += 1
    const url = new URL(request.url ?? '/', base)
    const path = url.pathname.replace(wellKnown, '').replace(/\/fetch$/, '')
    if (path === '/admin') seen.redirected += 1
    void attacks[path.split('/')[1] ?? '']?.(path, url, response)
  })
  server.on('connection', () => {
    seen.connections += 1
  })
  base = `http://127.0.0.1:${await listenLocally(server)}`
  return {
    base,
    seen,
    stop: () => closeServer(server),
  }
}
