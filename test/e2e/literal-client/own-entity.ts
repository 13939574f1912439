/** A third-party entity: its configuration over `node:http`, and its registration with the Trust Anchor. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { get, requireAnswer } from './http.ts'
import { type Json, type Key, newKey, now, signJwt } from './jose.ts'
import type { RunWallet, World } from './world.ts'

interface Request {
  readonly url: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
}

interface Response {
  readonly status: number
  readonly body: string
  /** Defaults to JSON with `no-store`. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface OwnEntity {
  readonly url: string
  readonly server: Server
  trustChain: string[]
  /** Answers every request except those for the entity configuration. */
  answer: (request: Request, body: string) => Promise<Response>
}

export const published = ({ jwk, thumbprint, alg }: Key, use: string): Json => ({ ...jwk, kid: thumbprint, use, alg })

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Starts an entity with the metadata for its URL, and has the Trust Anchor add it as `type`. */
export async function startEntity(
  world: World,
  type: string,
  metadata: (url: string) => Json,
  fiducia: RunWallet,
): Promise<OwnEntity> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const key = newKey()
  const configuration = signJwt(
    key,
    { typ: 'entity-statement+jwt', kid: key.thumbprint },
    {
      iss: url,
      sub: url,
      iat: now(),
      exp: now() + 3600,
      jwks: { keys: [published(key, 'sig')] },
      authority_hints: [world.sandbox.trust_anchor],
      metadata: metadata(url),
    },
  )
  const entity: OwnEntity = { url, server, trustChain: [], answer: async () => ({ status: 404, body: '{}' }) }
  server.on('request', async (message, response) => {
    const [path, method] = [message.url ?? '', message.method ?? '']
    const send = ({ status, body, headers }: Response): void => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
      response.end(body)
    }
    const body = await bodyOf(message)
    if (path === '/.well-known/openid-federation')
      send({ status: 200, body: configuration, headers: { 'content-type': 'application/entity-statement+jwt' } })
    else {
      const request = { url: path, method, headers: message.headers as Record<string, string> }
      send(await entity.answer(request, body).catch(() => ({ status: 500, body: '{}' })))
    }
  })
  const added = await fiducia(['federation', 'add', url, '--type', type, ...typesOf(type)])
  if (added.code !== 0) throw new Error(`preparation failed: federation add: ${added.err}`)
  const statement = requireAnswer(
    'statement',
    await get(`${world.sandbox.trust_anchor}/fetch?sub=${encodeURIComponent(url)}`),
  )
  entity.trustChain = [configuration, statement.text]
  return entity
}

/** Returns the types of credential that an issuer may issue. */
const typesOf = (type: string): readonly string[] =>
  type === 'openid_credential_issuer' ? ['--credential-types', 'eu.eudiw.pid.it'] : []
