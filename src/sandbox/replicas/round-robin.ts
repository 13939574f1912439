/**
 * Simple load balancer of `--replicas`. It passes each request, not each connection, to the next replica, so that the
 * requests of one flow reach all replicas. If the connection to a replica fails, the client receives 502 and can send
 * the request again. There is no time limit.
 *
 * A request is passed on in one write, once the whole body or more than one MiB of it has arrived. A replica may answer
 * and close the connection before it has read a large body. If a second write then failed, Node would drop the response
 * that has already arrived.
 *
 * Each request has its own connection to the replica. A replica therefore cannot close a kept connection just before a
 * request, and no request needs to be repeated.
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

/** Address of one role of a replica. */
export interface ReplicaAddress {
  readonly name: string
  /** Port on loopback. */
  readonly port: number
}

interface RoundRobinOptions {
  readonly port: number
  readonly hosts: readonly string[]
  /** Key and certificate in PEM. Defaults to plain http. The connections to replicas are always plain http. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Returns the current addresses of the replicas. They change when a replica is replaced. */
  readonly replicas: () => readonly ReplicaAddress[]
}

/** Response header with the name of the replica that answered. */
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

/** Listens on the hosts of this machine. Rejects with `PortUnavailable` if the port is in use or not permitted. */
export async function startRoundRobin(options: RoundRobinOptions): Promise<RoundRobin> {
  let passed = 0
  const pass = (incoming: IncomingMessage, answer: ServerResponse, body: Body): void => {
    const replicas = options.replicas()
    const replica = replicas[passed % Math.max(1, replicas.length)]
    passed += 1
    if (replica === undefined) {
      answerBadGateway(incoming, answer)
      return
    }
    const { method = 'GET', url = '/', rawHeaders } = incoming
    // Duplicate header lines are passed on too, because the role must refuse them (GEN-29).
    const outgoing = send({
      host: '127.0.0.1',
      port: replica.port,
      method,
      path: url,
      headers: [...keptHeaders(rawHeaders), ...framing(incoming, body)],
      agent: false,
    })
    outgoing.on('response', (response) => {
      const headers = [...keptHeaders(response.rawHeaders), replicaHeader, replica.name, ...closing(incoming)]
      answer.writeHead(response.statusCode ?? 502, headers)
      // If the replica's response breaks off, the client's response breaks off too.
      pipeline(response, answer, () => outgoing.destroy())
    })
    outgoing.on('error', () => {
      if (!answer.headersSent) answerBadGateway(incoming, answer)
    })
    answer.on('close', () => outgoing.destroy())
    if (body.whole) outgoing.end(body.bytes)
    else outgoing.write(body.bytes)
  }
  const onRequest: RequestListener = (incoming, answer) =>
    receive(incoming, (body) => {
      if (!answer.destroyed) pass(incoming, answer, body)
    })
  const results = await Promise.allSettled(options.hosts.map((host) => listen(onRequest, options, host)))
  const stop = async (): Promise<void> => {
    await Promise.all(results.map((result) => (result.status === 'fulfilled' ? close(result.value) : undefined)))
  }
  for (const result of results)
    if (result.status === 'rejected') {
      await stop()
      throw result.reason
    }
  return { stop }
}

const close = (server: Server): Promise<unknown> =>
  new Promise((resolve) => {
    server.close(resolve)
    server.closeAllConnections()
  })

/** Listens on one host. If this machine does not have the address, resolves to a server that does not listen. */
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
  /** False if only the beginning of the body is passed on. */
  readonly whole: boolean
}

/** Maximum size in bytes of a body that is passed on whole. Replicas refuse a larger body without reading all of it. */
const maximumWholeBytes = 1_048_576

/**
 * Calls `onBody` once: with the whole body, or with the beginning of a body that is larger than `maximumWholeBytes`.
 * Discards the rest of such a body. Does not call `onBody` if the client aborts the request first.
 */
function receive(incoming: IncomingMessage, onBody: (body: Body) => void): void {
  const parts: Uint8Array[] = []
  let length = 0
  incoming.on('data', (part: Uint8Array) => {
    if (length > maximumWholeBytes) return
    parts.push(part)
    length += part.length
    if (length > maximumWholeBytes) onBody({ bytes: Buffer.concat(parts), whole: false })
  })
  incoming.once('end', () => {
    if (length <= maximumWholeBytes) onBody({ bytes: Buffer.concat(parts), whole: true })
  })
}

/**
 * Returns the framing headers of a body that arrived in chunks. Returns none otherwise: the client's headers remain.
 */
function framing({ headers }: IncomingMessage, { bytes, whole }: Body): string[] {
  if (headers['transfer-encoding'] === undefined) return []
  return whole ? ['Content-Length', String(bytes.length)] : ['Transfer-Encoding', 'chunked']
}

/**
 * Returns the header that closes the connection after an incomplete request. Without it, the rest of the request could
 * be read as the next request.
 */
const closing = ({ complete }: IncomingMessage): string[] => (complete ? [] : ['Connection', 'close'])

function answerBadGateway(incoming: IncomingMessage, answer: ServerResponse): void {
  const headers = ['Content-Type', 'application/json', 'Retry-After', '1', ...closing(incoming)]
  answer.writeHead(502, headers).end('{"error":"server_error"}')
}

/**
 * Removes the header lines of the connection: those of `hopByHop`, and those that `Connection` names (RFC 9110 §7.6.1).
 * Always keeps `Content-Length`, because it frames the message.
 */
function keptHeaders(raw: readonly string[]): string[] {
  const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []))
  const named = lines.flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []))
  const ofConnection = new Set([...hopByHop, ...named.map((name) => name.trim().toLowerCase())])
  ofConnection.delete('content-length')
  return lines.flatMap(([name, value]) => (ofConnection.has(name.toLowerCase()) ? [] : [name, value]))
}
