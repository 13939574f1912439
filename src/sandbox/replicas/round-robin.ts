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
import { PortUnavailable } from '../../node/index.ts'

export interface RoundRobin {
  stop(): Promise<void>
}

/** Where the replicas listen now: a list that changes when one dies and another takes its place. */
export type ReplicaPorts = () => readonly number[]

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Listens on both loopbacks. Rejects with `PortUnavailable` when the port is taken. */
export async function startRoundRobin(port: number, replicas: ReplicaPorts): Promise<RoundRobin> {
  let turn = 0
  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const ports = replicas()
    const to = ports[turn % Math.max(1, ports.length)]
    turn += 1
    if (to === undefined) return unanswered(answer)
    const { method = 'GET', url = '/', rawHeaders } = incoming
    // Header lines go on as they came, doubled ones too: refusing those is the role's affair (GEN-29).
    const onward = send({
      host: '127.0.0.1',
      port: to,
      method,
      path: url,
      headers: keptHeaders(rawHeaders),
      agent: false,
    })
    onward.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, keptHeaders(response.rawHeaders))
      response.pipe(answer)
    })
    onward.on('error', () => unanswered(answer))
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }
  const servers = await Promise.all(['127.0.0.1', '::1'].map((host) => listen(pass, port, host)))
  return {
    stop: async () => {
      await Promise.all(
        servers.map((server) => {
          server.closeAllConnections()
          return new Promise((resolve) => server.close(resolve))
        }),
      )
    },
  }
}

/** A loopback that this machine does not have is nobody's to connect to. */
function listen(pass: RequestListener, port: number, host: string): Promise<Server> {
  const server = createServer({ maxHeaderSize: 65_536, requireHostHeader: false }, pass)
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(server)
      else reject(new PortUnavailable(port, 'in use'))
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
