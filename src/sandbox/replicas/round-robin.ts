/**
 * The load balancer of `--replicas`: as dumb as they come. Each request, and not each connection, goes to the next
 * replica, so that the requests of one flow meet all of them. A replica that does not answer is 502: the client asks
 * again and meets another.
 *
 * A request goes on when its body has arrived, in one piece: a replica may answer before it has read a large one and
 * close, and Node loses an answer that has come when a write fails.
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
import { pipeline } from 'node:stream'
import { PortUnavailable, portFlag } from '../../node/index.ts'

interface RoundRobin {
  stop(): Promise<void>
}

export interface ReplicaAddress {
  readonly name: string
  /** Of the loopback. */
  readonly port: number
}

interface RoundRobinOptions {
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
  const pass = (incoming: IncomingMessage, answer: ServerResponse, body: Body): void => {
    const replicas = options.replicas()
    const to = replicas[turn % Math.max(1, replicas.length)]
    turn += 1
    if (to === undefined) {
      unanswered(incoming, answer)
      return
    }
    const { method = 'GET', url = '/', rawHeaders } = incoming
    // Header lines go on as they came, doubled ones too: refusing those is the role's affair (GEN-29).
    const onward = send({
      host: '127.0.0.1',
      port: to.port,
      method,
      path: url,
      headers: [...keptHeaders(rawHeaders), ...framing(incoming, body)],
      agent: false,
    })
    onward.on('response', (response) => {
      const headers = [...keptHeaders(response.rawHeaders), replicaHeader, to.name, ...closing(incoming)]
      answer.writeHead(response.statusCode ?? 502, headers)
      // An answer that breaks off breaks off for the client too.
      pipeline(response, answer, () => onward.destroy())
    })
    onward.on('error', () => {
      if (!answer.headersSent) unanswered(incoming, answer)
    })
    answer.on('close', () => onward.destroy())
    if (body.whole) onward.end(body.bytes)
    else onward.write(body.bytes)
  }
  const onRequest: RequestListener = (incoming, answer) =>
    receive(incoming, (body) => {
      if (!answer.destroyed) pass(incoming, answer, body)
    })
  const listening = await Promise.allSettled(options.hosts.map((host) => listen(onRequest, options, host)))
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
function listen(onRequest: RequestListener, { port, tls }: RoundRobinOptions, host: string): Promise<Server> {
  const limits = { maxHeaderSize: 65_536, requireHostHeader: false, keepAliveTimeout: 65_000 }
  const server = tls ? createHttpsServer({ ...limits, ...tls }, onRequest) : createServer(limits, onRequest)
  return new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') resolve(server)
      else reject(new PortUnavailable(port, code === 'EACCES' ? 'not permitted' : 'in use', portFlag))
    })
    server.listen({ port, host, ipv6Only: true }, () => resolve(server))
  })
}

interface Body {
  readonly bytes: Uint8Array
  /** More of it was not passed on otherwise. */
  readonly whole: boolean
}

/** Of a body so many bytes go on at most: every replica refuses a larger one without reading it. */
const passedBytes = 1_048_576

/** Tells once: of the whole body, or of more than what goes on. What comes then is read and thrown away. */
function receive(incoming: IncomingMessage, tell: (body: Body) => void): void {
  const parts: Uint8Array[] = []
  let length = 0
  incoming.on('data', (part: Uint8Array) => {
    if (length > passedBytes) return
    parts.push(part)
    length += part.length
    if (length > passedBytes) tell({ bytes: Buffer.concat(parts), whole: false })
  })
  incoming.once('end', () => {
    if (length <= passedBytes) tell({ bytes: Buffer.concat(parts), whole: true })
  })
}

/** Of what came in chunks. */
function framing({ headers }: IncomingMessage, { bytes, whole }: Body): string[] {
  if (headers['transfer-encoding'] === undefined) return []
  return whole ? ['Content-Length', String(bytes.length)] : ['Transfer-Encoding', 'chunked']
}

/** What still comes of a request would be read as the next one, or stand in its way. */
const closing = ({ complete }: IncomingMessage): string[] => (complete ? [] : ['Connection', 'close'])

function unanswered(incoming: IncomingMessage, answer: ServerResponse): void {
  const headers = ['Content-Type', 'application/json', 'Retry-After', '1', ...closing(incoming)]
  answer.writeHead(502, headers).end('{"error":"server_error"}')
}

function keptHeaders(raw: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [raw[at], raw[at + 1]]
    if (name !== undefined && value !== undefined && !hopByHop.has(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}
