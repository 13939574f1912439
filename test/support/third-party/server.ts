/**
 * A server at its own port, with `node:http` and without code of ours. It records the requests. A test can change how
 * an answer is sent, up to its bytes.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Members = Record<string, unknown>

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Said {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export type Endpoint = (asked: Asked) => Promise<Said> | Said

export interface ThirdPartyServer {
  /** The origin, which is also the identifier of the party. */
  readonly origin: string
  readonly asked: Asked[]
  /** Errors that endpoints threw, such as failed checks of requests. */
  readonly complaints: unknown[]
  /** Functions that send the answer in place of the server, by path. */
  readonly transport: Map<string, (response: ServerResponse, said: Said) => void>
  stop(): Promise<void>
}

export const json = (body: unknown, status = 200): Said => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
})

export const typed = (type: string, body: string | Uint8Array): Said => ({
  status: 200,
  headers: { 'content-type': type },
  body,
})

/** Serves each path with its endpoint. If an endpoint throws, adds the error to the complaints and answers 400. */
export async function startThirdParty(
  endpoints: (origin: string) => Promise<Readonly<Record<string, Endpoint>>>,
  /** Host of the origin. It must be a name if the party has certificates. */
  host = '127.0.0.1',
): Promise<ThirdPartyServer> {
  const asked: Asked[] = []
  const complaints: unknown[] = []
  const transport: ThirdPartyServer['transport'] = new Map()
  let [origin, served] = ['', {} as Readonly<Record<string, Endpoint>>]
  const answer = async (request: IncomingMessage): Promise<Said> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', headers } = request
    const one = { method, headers, url: new URL(request.url ?? '/', origin), body: Buffer.concat(chunks).toString() }
    asked.push(one)
    try {
      return (await served[one.url.pathname]?.(one)) ?? json({ error: 'not_found' }, 404)
    } catch (thrown) {
      complaints.push(thrown)
      return json({ error: 'invalid_request', error_description: String(thrown) }, 400)
    }
  }
  const server = createServer((request, response) => {
    void answer(request).then((said) => {
      const { pathname } = new URL(request.url ?? '/', origin)
      const instead = transport.get(pathname)
      if (instead) instead(response, said)
      else response.writeHead(said.status, said.headers).end(said.body)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  origin = `http://${host}:${(server.address() as AddressInfo).port}`
  served = await endpoints(origin)
  return {
    origin,
    asked,
    complaints,
    transport,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
