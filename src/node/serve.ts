/**
 * Puts an app on the network: limits, an answer also for what the HTTP parser refuses, and a stop that lets requests in
 * flight finish.
 */
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { createRefusals, malformedTarget, type Refusals } from './client-error.ts'
import { AddressUnavailable, listen } from './listen.ts'
import { type AnsweringOptions, type Listener, type Listeners, listenersOf } from './request-listeners.ts'

export type { Answering, Connection, WebHandler } from './request-listeners.ts'

/** Where an app is reached, and what one client may cost. */
export interface ServeOptions extends AnsweringOptions {
  /** 0 takes a free one. */
  readonly port: number
  /** By what the user chooses the port, as `PortUnavailable` tells him. */
  readonly portSetting?: string
  /** Addresses to listen on; both loopbacks when not said. One that this machine does not have is left out; it must have one. */
  readonly hosts?: readonly string[]
  /** Asked when a connection comes: nothing, and it is closed at once; what is given is called when it has ended. */
  readonly enter?: (address: string) => (() => void) | undefined
  /** PEM; https when given. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Of all headers together, in bytes. An attestation with its trust chain is up to 15 kB (RP-88). */
  readonly maximumHeaderSize?: number
  /** How long a stop waits for what is in flight. */
  readonly stopTimeoutSeconds?: number
  /**
   * Other processes listen on this port, too, each with a queue of its own: who is killed takes nobody else's connections
   * along. Only where `mayShare`.
   */
  readonly shared?: boolean
}

/** An app on the network. */
export interface RunningServer {
  readonly port: number
  /**
   * From now on each answer ends its connection, unless that waits for more; new ones are still taken: a proxy that keeps
   * connections would lose the requests that it sends on one while that is closed.
   */
  drain(): void
  /** Takes no new connections, lets what is in flight finish, then closes. */
  stop(): Promise<void>
}

const defaultHeaderBytes = 65_536

const loopbacks = ['127.0.0.1', '::1']

/**
 * A port that is free on every address, for processes that will share it: they themselves would not notice that it is
 * somebody else's. Rejects as `serve` does.
 */
export async function findPort(options: Pick<ServeOptions, 'port' | 'portSetting' | 'hosts'>): Promise<number> {
  const { port, stop } = await serve({ ...options, app: { answer: () => malformedTarget } })
  await stop()
  return port
}

/**
 * Starts serving. Rejects with `PortUnavailable` when the port cannot be had on an address that this machine has, and with
 * `AddressUnavailable` when it has none of them; then nothing listens.
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const stopping = { drains: false }
  const { app, maximumHeaderSize = defaultHeaderBytes } = options
  const refusals = createRefusals(maximumHeaderSize, 'refuseUnread' in app ? app.refuseUnread : undefined)
  const listeners = listenersOf(options, stopping, refusals)
  const servers: Listening[] = []
  const drain = (): void => {
    stopping.drains = true
  }
  const { hosts = loopbacks } = options
  let port = options.port
  try {
    for (const host of hosts) {
      const listening = createServer(options, listeners, refusals)
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
    stop: async () => {
      drain()
      await Promise.all(servers.map((server) => close(server, options.stopTimeoutSeconds ?? 10)))
    },
  }
}

/** Node's own has no 1.0: the handshake of who offers that alone would fail. */
const ALPNProtocols = ['http/1.1', 'http/1.0']

interface Listening {
  readonly server: Server
  /** Also those whose TLS handshake is not over, of which the server itself does not know. */
  readonly connections: ReadonlySet<Socket>
}

function createServer(options: ServeOptions, { onRequest, onExpectation }: Listeners, refusals: Refusals): Listening {
  const begunMilliseconds = Math.min(10, options.requestTimeoutSeconds ?? 10) * 1000
  const settings = {
    maxHeaderSize: options.maximumHeaderSize ?? defaultHeaderBytes,
    requestTimeout: (options.requestTimeoutSeconds ?? 30) * 1000,
    headersTimeout: begunMilliseconds,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 1000,
    requireHostHeader: false, // `readMessage` refuses its absence, in JSON
  }
  const expected =
    (listener: Listener): Listener =>
    (incoming, outgoing) => {
      if (refusals.expect(incoming.socket, outgoing)) listener(incoming, outgoing)
    }
  const server = options.tls
    ? createHttpsServer(
        { ...settings, ...options.tls, handshakeTimeout: begunMilliseconds, ALPNProtocols },
        expected(onRequest),
      )
    : createHttpServer(settings, expected(onRequest))
  // Who has ended his side still takes answers (D-263). Not by TLS, where Node does not see that a peer is gone.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('clientError', refusals.refuse)
  server.on('connect', (_incoming, socket) => {
    socket.on('error', () => socket.destroy()) // Node gives it away, and looks after it no longer
    refusals.refuse({ code: 'CONNECT' }, socket)
  })
  server.on('checkExpectation', expected(onExpectation)) // Node's own answer has no body
  const connections = new Set<Socket>()
  // Before the parser gets one: Node's own listener would be asked first.
  server.prependListener('connection', (socket: Socket) => {
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

/** Connections that are kept alive are closed as they become idle; after the time is up the rest is cut. */
function close({ server, connections }: Listening, seconds: number): Promise<void> {
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
