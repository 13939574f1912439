/**
 * The load balancer of `--replicas`: as dumb as they come. Each request, and not each connection, goes to the next
 * replica, so that the requests of one flow meet all of them. A replica that does not answer is 502: the client asks
 * again and meets another.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { PortUnavailable } from '../../node/index.ts'

export interface RoundRobin {
  stop(): Promise<void>
}

export interface ReplicaAddress {
  readonly name: string
  /** Of the loopback. */
  readonly port: number
}

export interface RoundRobinOptions {
  readonly port: number
  readonly hosts: readonly string[]
  /** PEM; https when given. Behind the proxy it is plain http. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Where the replicas listen now: a list that changes when one dies and another takes its place. */
  readonly replicas: () => readonly ReplicaAddress[]
}

/** Names in each response which replica gave it. */
const replicaHeader = 'Fiducia-Replica'

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Rejects with `PortUnavailable` when the port is taken. */
export async function startRoundRobin(options: RoundRobinOptions): Promise<RoundRobin> {
  let turn = 0
  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const replicas = options.replicas()
    const to = replicas[turn % Math.max(1, replicas.length)]
    turn += 1
    if (to === undefined) {
      unanswered(answer)
      return
    }
    const { method = 'GET', url = '/', rawHeaders } = incoming
    // Header lines go on as they came, doubled ones too: refusing those is the role's affair (GEN-29).
    const onward = send({
      host: '127.0.0.1',
      port: to.port,
      method,
      path: url,
      headers: keptHeaders(rawHeaders),
      agent: false,
    })
    onward.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, [...keptHeaders(response.rawHeaders), replicaHeader, to.name])
      response.pipe(answer)
    })
    onward.on('error', () => unanswered(answer))
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const listening = await Promise.allSettled(options.hosts.map((host) => listen(pass, options, host)))
  const stop = async (): Promise<void> => {
    await Promise.all(listening.map((one) => (one.status === 'fulfilled' ? close(one.value) : undefined)))
  }
  for (const one of listening)
    if (one.status === 'rejected') {
      await stop()
      throw one.reason
    }
  return { stop }
}

const close = (server: Server): Promise<unknown> =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })

/** A loopback that this machine does not have is nobody's to connect to. */
function listen(pass: RequestListener, { port, tls }: RoundRobinOptions, host: string): Promise<Server> {
  const limits = { maxHeaderSize: 65_536, requireHostHeader: false, keepAliveTimeout: 65_000 }
  const server = tls ? createHttpsServer({ ...limits, ...tls }, pass) : createServer(limits, pass)
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(server)
      else reject(new PortUnavailable(port, code === 'EACCES' ? 'not permitted' : 'in use'))
    })
    server.listen({ port, host, ipv6Only: true }, () => resolve(server))
  })
}

function unanswered(answer: ServerResponse): void {
  if (answer.headersSent) answer.destroy()
  else answer.writeHead(502, { 'Content-Type': 'application/json', 'Retry-After': '1' }).end('{"error":"server_error"}')
}

function keptHeaders(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [raw[at], raw[at + 1]]
    if (name !== undefined && value !== undefined && !hopByHop.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
