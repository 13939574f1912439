/**
 * Runs the sandbox's OpenID Provider on loopback in the process that calls it. The sandbox calls it in a worker
 * (`start-national-idp.ts`); tests may call it directly.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { type SandboxAccount, sandboxAccounts } from './accounts.ts'
import { serveInteraction } from './interaction.ts'
import { style } from './pages.ts'
import { providerConfiguration } from './provider-configuration.ts'

export interface NationalIdpOptions {
  /** 0 for any free one. */
  readonly port: number
  /** `openid_relying_party` metadata of the relying parties, with `client_id` and `jwks` by value. */
  readonly clients: readonly Readonly<Record<string, unknown>>[]
  readonly accounts?: readonly SandboxAccount[]
}

export interface NationalIdp {
  /** `http://localhost:<port>`. */
  readonly issuer: string
  stop(): Promise<void>
}

export async function serveNationalIdp({
  port,
  clients,
  accounts = sandboxAccounts,
}: NationalIdpOptions): Promise<NationalIdp> {
  let handler: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => {
    response.writeHead(503).end()
  }
  const handle = (request: IncomingMessage, response: ServerResponse): void => handler(request, response)
  const first = createServer(handle)
  const bound = await listen(first, port, '127.0.0.1')
  const servers = [first, ...(await listenOnIpv6(handle, bound))]
  const host = `localhost:${bound}`
  const provider = new Provider(`http://${host}`, providerConfiguration({ clients, accounts }))
  handler = createHandler(provider, accounts, host)
  return {
    issuer: `http://${host}`,
    stop: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function createHandler(provider: Provider, accounts: readonly SandboxAccount[], host: string) {
  const protocol = provider.callback()
  return (request: IncomingMessage, response: ServerResponse): void => {
    request.headers.host = host // it knows its own name and takes none from a request
    const { pathname } = new URL(request.url ?? '/', `http://${host}`)
    if (pathname === '/style.css') response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(style)
    else if (!pathname.startsWith('/interaction/')) protocol(request, response)
    else
      serveInteraction({ provider, accounts }, request, response).catch(() => {
        if (!response.headersSent) response.writeHead(500)
        response.end()
      })
  }
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })
}

/** The same port on `::1`, where the machine has IPv6: `localhost` may be either. */
async function listenOnIpv6(handle: (request: IncomingMessage, response: ServerResponse) => void, port: number) {
  const server = createServer(handle)
  try {
    await listen(server, port, '::1')
    return [server]
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE') throw fault
    return []
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
