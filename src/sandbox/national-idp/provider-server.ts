/**
 * HTTP server of a national identity provider. It listens on both loopback addresses by default. It can listen on other
 * addresses, so that a phone can reach it.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

interface ProviderServer {
  readonly port: number
  stop(): Promise<void>
}

interface ProviderServerOptions {
  /** One IPv4 address, then one IPv6 address. */
  readonly hosts?: readonly string[]
  /** Key and certificate in PEM. Defaults to plain http. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/**
 * Time limits for the head of a request and for the whole request, and the interval of their checks. In milliseconds,
 * the same as in `node/serve.ts`.
 */
const limits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }

/**
 * Listens on an IPv4 address and, if possible, on an IPv6 address. They default to 127.0.0.1 and ::1. Port 0 selects
 * any free port. Rejects with Node's error, for example with code `EADDRINUSE` if the port is in use at one of them.
 */
export async function startProviderServer(
  handle: RequestListener,
  port: number,
  { hosts: [ipv4 = '127.0.0.1', ipv6 = '::1'] = [], tls }: ProviderServerOptions = {},
): Promise<ProviderServer> {
  const answer: RequestListener = (request, response) => {
    // The providers' libraries would throw for a request target that cannot be parsed.
    if (URL.canParse(request.url ?? '', 'http://localhost')) handle(request, response)
    else response.writeHead(400).end()
  }
  const create = (): Server =>
    tls
      ? createTlsServer({ ...limits, handshakeTimeout: limits.headersTimeout, ...tls }, answer)
      : createServer(limits, answer)
  const ipv4Server = create()
  const bound = await listen(ipv4Server, port, ipv4)
  const ipv6Servers = await listenOnIpv6(create(), bound, ipv6).catch(async (thrown: unknown) => {
    await close(ipv4Server)
    throw thrown
  })
  const servers = [ipv4Server, ...ipv6Servers]
  return {
    port: bound,
    stop: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: address, ipv6Only: true }, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

async function listenOnIpv6(server: Server, port: number, address: string): Promise<readonly Server[]> {
  try {
    await listen(server, port, address)
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
