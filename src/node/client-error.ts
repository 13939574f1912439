/**
 * Answers to what never becomes a request: headers too large, a broken request line, a target that is no URL. In the
 * same JSON form as every other machine error (GEN-06); beyond the header size 431 and not a broken connection (RP-88).
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { HttpResponse } from '../http/index.ts'
import { dropFurther, endGently, isEnding, lingerThenDestroy } from './linger.ts'

interface Refused {
  readonly status: string
  readonly error: string
  readonly text: string
}

const byCode: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'invalid_request',
    text: 'The headers are larger than this server takes. (headers_too_large) [RP-88]',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'invalid_request',
    text: 'The request did not arrive in time. (request_timeout) [GEN-23]',
  },
  CONNECT: {
    status: '501 Not Implemented', // for whatever target (RFC 9110 §9.1)
    error: 'invalid_request',
    text: 'This server opens no tunnels. [GEN-06]',
  },
}

const unreadable: Refused = {
  status: '400 Bad Request',
  error: 'invalid_request',
  text: 'This is no HTTP request that can be read. (http_malformed) [GEN-23]',
}

const bodyOf = ({ error, text }: Refused): string => JSON.stringify({ error, error_description: text })

export interface Refusals {
  /**
   * A request of the connection has come, and this will be its answer. False when it is not taken up, since so many are owed
   * already, or an answer before it ends the connection: nothing more is looked at, the connection is closed behind them, and
   * whoever sent it may send it again on another (RFC 9112 §9.3.2).
   */
  expect(socket: Socket, outgoing: ServerResponse): boolean
  /** Whether its connection waits for no answer behind this one. */
  isLast(outgoing: ServerResponse): boolean
  /**
   * For the server's `clientError` event, and for a `CONNECT`, whose code is that: writes the answer by hand, since there is
   * no response object. Behind the answers to the requests before it, which may be under way (RFC 9112 §9.3.2), and none to
   * a request that has its answer already.
   */
  refuse(error: { readonly code?: string }, socket: Duplex): void
}

/** Answers that one connection may wait for: who sends on and on and reads nothing would fill the memory with them. */
export const longestPipeline = 64

/** What is known of a connection. */
interface Pipeline {
  /** The answers that it waits for, the latest last; none that has been given. */
  readonly owed: ServerResponse[]
  full: boolean
  dropped: boolean
  refused: boolean
}

/** Of one server, on all its addresses. */
export function createRefusals(): Refusals {
  const pipelines = new WeakMap<Duplex, Pipeline>()
  const pipelineOf = (socket: Duplex): Pipeline => {
    const known = pipelines.get(socket)
    if (known) return known
    const made = { owed: [], full: false, dropped: false, refused: false }
    pipelines.set(socket, made)
    return made
  }
  // One for all answers: one made for each would cost as much as the rest of this.
  function given(this: ServerResponse): void {
    const { owed } = pipelineOf(this.req.socket)
    const at = owed.indexOf(this)
    if (at >= 0) owed.splice(at, 1)
  }
  return {
    expect: (socket, outgoing) => {
      const pipeline = pipelineOf(socket)
      if (pipeline.full || isEnding(socket)) {
        if (!pipeline.dropped) dropFurther(socket)
        pipeline.dropped = true
        return false
      }
      if (pipeline.owed.length === longestPipeline - 1) {
        pipeline.full = true
        outgoing.setHeader('connection', 'close')
        endGently(socket)
      }
      pipeline.owed.push(outgoing)
      outgoing.on('close', given)
      return true
    },
    isLast: (outgoing) => pipelineOf(outgoing.req.socket).owed.at(-1) === outgoing,
    refuse: (error, socket) => {
      const pipeline = pipelineOf(socket)
      if (pipeline.refused) return
      pipeline.refused = true
      if (error.code === 'ECONNRESET') {
        socket.destroy()
        return
      }
      // By an answer that is under way or given (D-250): another one would be taken for that to another request.
      if (isEnding(socket)) return
      // One that has not arrived whole is itself what cannot be read.
      const owed = pipeline.owed.findLast(({ req, writableFinished }) => req.complete && !writableFinished)
      if (owed === undefined) writeRefusal(error, socket)
      else owed.once('close', () => writeRefusal(error, socket))
    },
  }
}

function writeRefusal(error: { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const refused = byCode[error.code ?? ''] ?? unreadable
  const body = bodyOf(refused)
  const lines = [
    `HTTP/1.1 ${refused.status}`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.once('error', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  lingerThenDestroy(socket)
}

const answerOf = (refused: Refused, status: number): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: bodyOf(refused),
})

/** To a request whose target or host cannot be made a URL. */
export const malformedTarget = answerOf(unreadable, 400)

/** To a request that expects what no server of ours does (RFC 9110 §10.1.1). */
export const unmetExpectation = answerOf(
  { status: '417', error: 'invalid_request', text: 'This server does not do what the request expects. [GEN-06]' },
  417,
)

/** Where an app failed that has no answer of its own. */
export const faultAnswer = answerOf(
  { status: '500', error: 'server_error', text: 'The request could not be carried out. [GEN-27]' },
  500,
)
