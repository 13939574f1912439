/**
 * Answers to requests that an app cannot read: oversized headers, a malformed request line or target, an unsupported
 * `Expect` header, a request that does not arrive in time, `CONNECT`. They have the JSON form of all errors (GEN-06).
 * Oversized headers get 431 instead of a closed connection (RP-88). An app with `refuseUnread` records a decision, so
 * that the answer has a trace and is counted (GEN-41).
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type HttpResponse, type RefuseUnread, type UnreadCode, unreadAnswers } from '../http/index.ts'
import { drainThenDestroy, dropFurther, endGently, ignoresFurther, isEnding } from './drain-connection.ts'

const unreadCodeByError: Readonly<Record<string, UnreadCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  CONNECT: 'tunnel_unsupported', // for any target (RFC 9110 §9.1)
}

/**
 * Rest of a request line (RFC 9112 §3). Node's parser stops where the method ceases to be a known one: inside the
 * method, or at the space after it.
 */
const unknownMethod = /^[\w!#$%&'*+.^`|~-]* \S+ HTTP\/\d\.\d\r?\n/

/** Creates the answer for an app without `refuseUnread`. */
export const refuseWithoutDecision: RefuseUnread = async (code) => answerOf(code)

const answerOf = (code: UnreadCode): HttpResponse => {
  const { status, error, text } = unreadAnswers[code]
  return plainAnswer(status, error, `${text} (${code}) [GEN-41]`)
}

const plainAnswer = (status: number, error: string, error_description: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ error, error_description }),
})

/** Error of Node's parser or of the connection. Only errors of the system have a `syscall`. */
interface ConnectionFault {
  readonly code?: string
  readonly syscall?: string
  /** Last bytes that the parser received, and the offset of the fault in them. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

function codeOf({ code = '', rawPacket, bytesParsed }: ConnectionFault): UnreadCode {
  if (code !== 'HPE_INVALID_METHOD') return unreadCodeByError[code] ?? 'http_malformed'
  const rest = rawPacket?.toString('latin1', bytesParsed) ?? ''
  const hasMethod = bytesParsed !== 0 || !rest.startsWith(' ')
  return hasMethod && unknownMethod.test(rest) ? 'method_unknown' : 'http_malformed'
}

/** Returns true if nobody can receive an answer, for example because the client has closed or reset the connection. */
const isLost = ({ code, syscall }: ConnectionFault): boolean => code === 'ECONNRESET' || syscall !== undefined

/** Pending answers on the connections of one server, and answers to unreadable requests. */
export interface Refusals {
  /**
   * Registers the answer to a new request of the connection. Returns false if too many answers were pending, or if an
   * earlier answer ends the connection. The connection is then closed after the pending answers, and the client may
   * repeat the request on another connection (RFC 9112 §9.3.2).
   */
  expect(socket: Socket, outgoing: ServerResponse): boolean
  /** Returns true if the connection has no pending answer after this one. */
  isLast(outgoing: ServerResponse): boolean
  /**
   * Handles `clientError` and `CONNECT`. Waits for the answers to all complete requests (RFC 9112 §9.3.2) and writes
   * the answer to the socket, because there is no response object. Writes at most one answer on a connection. Writes
   * none if an earlier answer ends the connection, or if the connection is lost.
   */
  refuse(error: ConnectionFault, socket: Duplex): void
}

/** Maximum number of pending answers of a connection, because a client that never reads could fill the memory. */
export const maximumPipelined = 64

interface Pipeline {
  /** Pending answers, oldest first. */
  readonly pending: ServerResponse[]
  /** True once the maximum number of answers was pending. No further request is then accepted. */
  full: boolean
  /** True once further bytes are discarded. */
  dropped: boolean
  /** True once `refuse` was called. */
  refused: boolean
}

/** Creates the handlers of one server. `headerBytes` is its header limit. `refuseUnread` creates each answer. */
export function createRefusals(headerBytes: number, refuseUnread: RefuseUnread = refuseWithoutDecision): Refusals {
  const refuse = async (error: ConnectionFault, socket: Duplex): Promise<void> => {
    const code = codeOf(error)
    const evidence =
      code === 'headers_too_large' ? { expected: `at most ${headerBytes} bytes`, found: 'more bytes' } : undefined
    writeRefusal(await refuseUnread(code, evidence).catch(() => answerOf(code)), socket)
  }
  const pipelines = new WeakMap<Duplex, Pipeline>()
  const pipelineOf = (socket: Duplex): Pipeline => {
    const existing = pipelines.get(socket)
    if (existing) return existing
    const pipeline = { pending: [], full: false, dropped: false, refused: false }
    pipelines.set(socket, pipeline)
    return pipeline
  }
  // One function for all answers, because a closure for each would be expensive.
  function removePending(this: ServerResponse): void {
    const { pending } = pipelineOf(this.req.socket)
    const at = pending.indexOf(this)
    if (at >= 0) pending.splice(at, 1)
  }
  return {
    expect: (socket, outgoing) => {
      const pipeline = pipelineOf(socket)
      if (pipeline.full || ignoresFurther(socket)) {
        if (!pipeline.dropped) dropFurther(socket)
        pipeline.dropped = true
        return false
      }
      if (pipeline.pending.length === maximumPipelined - 1) {
        pipeline.full = true
        outgoing.setHeader('connection', 'close')
        endGently(socket)
      }
      pipeline.pending.push(outgoing)
      outgoing.on('close', removePending)
      return true
    },
    isLast: (outgoing) => pipelineOf(outgoing.req.socket).pending.at(-1) === outgoing,
    refuse: (error, socket) => {
      const pipeline = pipelineOf(socket)
      if (pipeline.refused) return
      pipeline.refused = true
      if (isLost(error)) {
        socket.destroy()
        return
      }
      // An answer already ends the connection (D-250). A second answer would look like the answer to another request.
      if (isEnding(socket)) return
      // The last request has not arrived completely, so it is the unreadable one.
      const lastPending = pipeline.pending.findLast(({ req, writableFinished }) => req.complete && !writableFinished)
      socket.once('error', () => socket.destroy())
      if (lastPending === undefined) void refuse(error, socket)
      else lastPending.once('close', () => isEnding(socket) || void refuse(error, socket))
    },
  }
}

function writeRefusal({ status, headers, body = '' }: HttpResponse, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `date: ${new Date().toUTCString()}`, // RFC 9110 §6.6.1
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  drainThenDestroy(socket)
}

/** Answer if a web `Request` cannot be created: its host is malformed, or the web forbids its method (`TRACE`). */
export const malformedTarget = answerOf('http_malformed')

/** Answer to an error of an app, unless the error has an answer (`getResponse`). */
export const faultAnswer = plainAnswer(500, 'server_error', 'The request could not be carried out. [GEN-27]')
