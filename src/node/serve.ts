/**
 * Puts an app (`(Request) => Promise<Response>`) on the network: limits, an answer also for what the HTTP parser
 * refuses, and a stop that lets requests in flight finish. Headers reach the app as they were sent: of two
 * `Authorization` lines Node's own `headers` keeps the first, so the adapter reads `rawHeaders` (tested, GEN-29).
 */
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { answerClientError, malformedTarget } from './client-error.ts'

/** What the socket says of whoever sent a request. */
export interface Connection {
  readonly address: string | undefined
}

export interface ServeOptions {
  readonly app: (request: Request, connection: Connection) => Promise<Response>
  /** 0 takes a free one. */
  readonly port: number
  /** Addresses to listen on; both loopbacks when not said. One that this machine does not have is left out. */
  readonly hosts?: readonly string[]
  /** PEM; https when given. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Of all headers together, in bytes. An attestation with its trust chain is up to 15 kB (RP-88). */
  readonly maximumHeaderSize?: number
  /** For a whole request to arrive. */
  readonly requestTimeoutSeconds?: number
  /** How long a stop waits for what is in flight. */
  readonly stopTimeoutSeconds?: number
}

export interface RunningServer {
  readonly port: number
  /** Takes no new connections, lets what is in flight finish, then closes. */
  stop(): Promise<void>
}

/** The port is somebody else's, or may not be opened by this user. One sentence for the user. */
export class PortUnavailable extends Error {
  readonly port: number

  constructor(port: number, reason: 'in use' | 'not permitted') {
    super(
      reason === 'in use'
        ? `Port ${port} is in use: stop what uses it, or choose another with --port.`
        : `This user may not open port ${port}: choose one above 1023 with --port.`,
    )
    this.name = 'PortUnavailable'
    this.port = port
  }
}

const loopbacks = ['127.0.0.1', '::1']

/** Starts serving. Rejects with `PortUnavailable` when the port cannot be had on every address; then nothing listens. */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const listener = getRequestListener(
    (request, { incoming }) => options.app(request, { address: incoming.socket.remoteAddress }),
    { errorHandler: malformedTarget },
  )
  const servers: Server[] = []
  let port = options.port
  try {
    for (const host of options.hosts ?? loopbacks) {
      const server = createServer(options, listener)
      if (!(await listen(server, port, host))) continue
      servers.push(server)
      port = (server.address() as AddressInfo).port
    }
  } catch (thrown) {
    await Promise.all(servers.map((server) => close(server, 0)))
    throw thrown
  }
  return {
    port,
    stop: async () => {
      await Promise.all(servers.map((server) => close(server, options.stopTimeoutSeconds ?? 10)))
    },
  }
}

function createServer(options: ServeOptions, listener: ReturnType<typeof getRequestListener>): Server {
  const settings = {
    maxHeaderSize: options.maximumHeaderSize ?? 65_536,
    requestTimeout: (options.requestTimeoutSeconds ?? 30) * 1000,
    headersTimeout: Math.min(10, options.requestTimeoutSeconds ?? 10) * 1000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false, // the adapter refuses its absence, in JSON
  }
  const server = options.tls
    ? createHttpsServer({ ...settings, ...options.tls }, listener)
    : createHttpServer(settings, listener)
  server.on('clientError', answerClientError)
  return server
}

/** False when the machine has no such address (no IPv6, say). */
function listen(server: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else if (error.code === 'EADDRINUSE') reject(new PortUnavailable(port, 'in use'))
      else if (error.code === 'EACCES') reject(new PortUnavailable(port, 'not permitted'))
      else reject(error)
    })
    server.listen({ port, host, ipv6Only: true }, () => resolve(true))
  })
}

/** Connections that are kept alive are closed as they become idle; after the time is up the rest is cut. */
function close(server: Server, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
}
