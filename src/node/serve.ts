/** Serves an app: limits, answers to unreadable requests, and a stop that lets requests in flight finish. */
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createRefusals, malformedTarget, type Refusals } from './client-error.ts'
import { AddressUnavailable, distinctHosts, listen } from './listen.ts'
import { type AnsweringOptions, type Listener, type Listeners, listenersOf } from './request-listeners.ts'
import { createShedding } from './shed-requests.ts'
import { recordConnection } from './turns.ts'

export type { Answering, Connection, WebHandler } from './request-listeners.ts'

/** Address of an app, and limits for clients. */
export interface ServeOptions extends AnsweringOptions {
  /** Port to listen on. 0 selects a free port. */
  readonly port: number
  /** The setting that selects the port, for the message of `PortUnavailable`. */
  readonly portSetting?: string
  /**
   * Addresses to listen on, or names of addresses. Defaults to both loopback addresses. Skips addresses that the
   * machine does not have, but the machine must have at least one of them. A name must resolve. `0.0.0.0` and `::`
   * include all other addresses of their version.
   */
  readonly hosts?: readonly string[]
  /**
   * Called with the peer's address for each new connection. If it returns `undefined`, the connection is closed at
   * once. Otherwise, the returned function is called when the connection ends.
   */
  readonly enter?: (address: string) => (() => void) | undefined
  /** Private key and certificate chain in PEM. Enables https. Defaults to http. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /**
   * Maximum size of all headers in bytes. An attestation with its trust chain has up to 15 kB (RP-88). Defaults to
   * 65,536.
   */
  readonly maximumHeaderSize?: number
  /** Maximum time that `stop` waits for requests in flight. Defaults to 10. */
  readonly stopTimeoutSeconds?: number
  /**
   * True if other processes listen on the same port. Each process has a separate queue, so a killed process does not
   * affect connections of the others. Requires that `mayShare()` returns true.
   */
  readonly shared?: boolean
}

/** A running server. */
export interface RunningServer {
  readonly port: number
  /** Returns the number of requests that were refused unread, because of an overload or of a rate limit. */
  refused(): number
  /**
   * Ends each connection with its next answer, unless more answers are pending. Does not close idle connections, on
   * which a proxy may be sending a request. Still accepts new connections.
   */
  drain(): void
  /**
   * Refuses new connections, lets requests in flight finish, then closes. Cuts the connections that are open after
   * `stopTimeoutSeconds`.
   */
  stop(): Promise<void>
}

const defaultHeaderBytes = 65_536

const loopbacks = ['127.0.0.1', '::1']

/**
 * Returns `port` if it is free on each of `hosts`, or for 0 a free port that the system selects. Skips hosts that the
 * machine does not have. Processes that share a port need this check, because they cannot detect another program that
 * uses it. Does not reserve the port. Rejects with `PortUnavailable` if the port is in use or not permitted on an
 * address. Rejects with `AddressUnavailable` if the machine has none of the addresses, or if a name does not resolve.
 */
export async function findPort(options: Pick<ServeOptions, 'port' | 'portSetting' | 'hosts'>): Promise<number> {
  const { port, stop } = await serve({ ...options, app: { answer: () => malformedTarget } })
  await stop()
  return port
}

/**
 * Starts serving. Rejects with `PortUnavailable` if the port is in use or not permitted on an address. Rejects with
 * `AddressUnavailable` if the machine has none of the addresses, or if a name does not resolve. Rejects with Node's
 * error if `tls` cannot be used, or for any other failure to listen. Nothing listens after a rejection.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { serve } from 'fiducia/node'
 *
 * const app = async (request: Request) => new Response(`hello ${new URL(request.url).pathname}`)
 * const server = await serve({ app, port: 0 })
 * const response = await fetch(`http://127.0.0.1:${server.port}/alice`)
 * assert.equal(await response.text(), 'hello /alice')
 * await server.stop()
 * ```
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const stopping = { drains: false }
  const { app, maximumHeaderSize = defaultHeaderBytes } = options
  const refusals = createRefusals(maximumHeaderSize, 'refuseUnread' in app ? app.refuseUnread : undefined)
  const servers: ListeningServer[] = []
  const shedding = createShedding(() => servers.reduce((sum, { connections }) => sum + connections.size, 0))
  const listeners = listenersOf(options, stopping, refusals, shedding)
  const drain = (): void => {
    stopping.drains = true
  }
  const { hosts = loopbacks } = options
  let port = options.port
  try {
    for (const host of distinctHosts(hosts)) {
      const listening = createServer(options, listeners, refusals, shedding.noteLate)
      const { server } = listening
      const where = { port, host, reusePort: options.shared ?? false, setting: options.portSetting }
      if (!(await listen(server, where))) continue
      servers.push(listening)
      port = (server.address() as AddressInfo).port
    }
    if (servers.length === 0) throw new AddressUnavailable(hosts)
  } catch (thrown) {
    await Promise.all(servers.map((server) => close(server, 0)))
    throw thrown
  }
  return {
    port,
    drain,
    refused: shedding.refused,
    stop: async () => {
      drain()
      shedding.stop()
      await Promise.all(servers.map((server) => close(server, options.stopTimeoutSeconds ?? 10)))
    },
  }
}

/** Node offers only `http/1.1` by default. The handshake of a client that offers only `http/1.0` would then fail. */
const ALPNProtocols = ['http/1.1', 'http/1.0']

interface ListeningServer {
  readonly server: Server
  /** All open connections. The server itself does not list those whose TLS handshake is not complete. */
  readonly connections: ReadonlySet<Socket>
}

function createServer(
  options: ServeOptions,
  { onRequest, onExpectation }: Listeners,
  refusals: Refusals,
  onLate: (socket: Socket) => void,
): ListeningServer {
  const headMilliseconds = Math.min(10, options.requestTimeoutSeconds ?? 10) * 1000
  const settings = {
    maxHeaderSize: options.maximumHeaderSize ?? defaultHeaderBytes,
    requestTimeout: (options.requestTimeoutSeconds ?? 30) * 1000,
    headersTimeout: headMilliseconds,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false, // `readMessage` refuses an absent host with JSON
  }
  const expected =
    (listener: Listener): Listener =>
    (incoming, outgoing) => {
      if (refusals.expect(incoming.socket, outgoing)) listener(incoming, outgoing)
    }
  const server = options.tls
    ? createHttpsServer(
        { ...settings, ...options.tls, handshakeTimeout: headMilliseconds, ALPNProtocols },
        expected(onRequest),
      )
    : createHttpServer(settings, expected(onRequest))
  // A client that has closed its sending side still receives answers (D-263). Under TLS, Node ends the
  // connection nevertheless.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('clientError', refusals.refuse)
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy()) // after `connect`, Node no longer handles errors of the socket
    refusals.refuse({ code: 'CONNECT' }, socket)
  })
  server.on('checkExpectation', expected(onExpectation)) // Node's own answer has no body
  const connections = new Set<Socket>()
  // Runs before Node's own listener, which attaches a parser.
  server.prependListener('connection', (socket: Socket) => {
    if (recordConnection()) onLate(socket)
    const leave = options.enter?.(socket.remoteAddress ?? '')
    if (options.enter && leave === undefined) {
      socket.destroy()
      return
    }
    connections.add(socket)
    socket.once('close', () => {
      connections.delete(socket)
      leave?.()
    })
  })
  return { server, connections }
}

/** Stops listening. Closes each connection once it is idle, and all that remain after `seconds`. */
function close({ server, connections }: ListeningServer, seconds: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, seconds * 1000)
    server.close(() => {
      clearInterval(sweep)
      clearTimeout(cut)
      resolve()
    })
  })
}
