/**
 * Answers to what never becomes a request: headers too large, a broken request line, a target that is no URL. In the
 * same JSON form as every other machine error (GEN-06); beyond the header size 431 and not a broken connection (RP-88). An
 * app of ours refuses by a decision, so that the answer has a trace and is counted (GEN-41).
 */
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type HttpResponse, type RefuseUnread, type UnreadCode, unreadAnswers } from '../http/index.ts'
import { dropFurther, endGently, isEnding, lingerThenDestroy } from './linger.ts'

const byCode: Readonly<Record<string, UnreadCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  CONNECT: 'tunnel_unsupported', // for whatever target (RFC 9110 §9.1)
}

/** Answers where no app of ours refuses. */
export const refuseAlone: RefuseUnread = async (code) => answerOf(code)

const answerOf = (code: UnreadCode): HttpResponse => {
  const { status, error, text } = unreadAnswers[code]
  return plainAnswer(status, error, `${text} (${code}) [GEN-41]`)
}

const plainAnswer = (status: number, error: string, error_description: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify({ error, error_description }),
})

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

/** Of one server, on all its addresses. `headerBytes` is what its headers may be; `refuseUnread` is asked for each answer. */
export function createRefusals(headerBytes: number, refuseUnread: RefuseUnread = refuseAlone): Refusals {
  const refuse = async (error: { readonly code?: string }, socket: Duplex): Promise<void> => {
    const code = byCode[error.code ?? ''] ?? 'http_malformed'
    const evidence =
      code === 'headers_too_large' ? { expected: `at most ${headerBytes} bytes`, found: 'more bytes' } : undefined
    writeRefusal(await refuseUnread(code, evidence).catch(() => answerOf(code)), socket)
  }
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
      socket.once('error', () => socket.destroy())
      if (owed === undefined) void refuse(error, socket)
      else owed.once('close', () => void refuse(error, socket))
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
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  lingerThenDestroy(socket)
}

/** To a request whose target or host cannot be made a URL, where no app can refuse it. */
export const malformedTarget = answerOf('http_malformed')

/** Where an app failed that has no answer of its own. */
export const faultAnswer = plainAnswer(500, 'server_error', 'The request could not be carried out. [GEN-27]')
