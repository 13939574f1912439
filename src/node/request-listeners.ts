/**
 * Passes a request of Node's server to an app and writes the answer. If the app fails, writes an error answer. Delays
 * the answer briefly while the body of the request is incomplete.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MaybePromise } from '../base/index.ts'
import {
  fromWebResponse,
  type HttpRequest,
  type HttpResponse,
  type NotAdmitted,
  type RefuseUnread,
  type UnreadCode,
} from '../http/index.ts'
import { faultAnswer, malformedTarget, type Refusals, refuseWithoutDecision } from './client-error.ts'
import { endWithAnswer, ignoreFurther } from './drain-connection.ts'
import {
  hasFaultyFraming,
  hasForeignVersion,
  isBodyOwed,
  lineOf,
  type NodeRequest,
  readMessage,
  type Target,
  targetOf,
  toWebRequest,
  waitForRest,
} from './http-messages.ts'
import type { RequestGate, UnreadRequest } from './request-gate.ts'
import type { Shedding } from './shed-requests.ts'
import { writeResponse } from './write-response.ts'

/** Connection of a request. */
export interface Connection {
  /** Address of the peer. `undefined` once the connection is closed. */
  readonly address: string | undefined
}

/** A role's app, or a layer in front of one. */
export interface Answering {
  readonly answer: (request: HttpRequest, connection: Connection) => MaybePromise<HttpResponse>
  /** Creates the answer to an unreadable request. By default, the answer has no trace. */
  readonly refuseUnread?: RefuseUnread | undefined
}

/**
 * An app that uses the web's `Request` and `Response`. The URL of a request has the scheme of this server and the host
 * that the client names. `signal` of a request does not abort when the client leaves. The server replaces the length
 * and the connection headers of a response, but keeps `Connection: close`.
 */
export type WebHandler = (request: Request, connection: Connection) => Promise<Response>

export interface AnsweringOptions {
  readonly app: Answering | WebHandler
  /**
   * Receives errors that escape the app or prevent writing its answer. The client gets a 500 without detail. If the
   * error of a web handler has a response (`getResponse`), the client gets this response. After the first bytes of an
   * answer, the connection is cut instead. Defaults to writing to stderr.
   */
  readonly onFault?: (fault: unknown) => void
  /** Refuses requests before any other work. By default, refuses none. */
  readonly gate?: RequestGate | undefined
  /**
   * Time limit for receiving a whole request, and again for the peer to read the answer. Headers must arrive within 10
   * seconds, or within this limit if it is shorter. Defaults to 30.
   */
  readonly requestTimeoutSeconds?: number
}

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

export interface Listeners {
  readonly onRequest: Listener
  /** Refuses a request with an unsupported `Expect` header. */
  readonly onExpectation: Listener
}

/** A request that is refused before any other work. */
interface ShedRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly reason: NotAdmitted
}

/** Creates the listeners. Writes a synchronous answer to a complete request synchronously. */
export function listenersOf(
  { app, onFault = (fault) => console.error(fault), gate, requestTimeoutSeconds = 30 }: AnsweringOptions,
  stopping: { readonly drains: boolean },
  { isLast }: Refusals,
  shedding: Shedding,
): Listeners {
  const answerOf = 'answer' in app ? app.answer : answerByWeb(app, onFault)
  const send = (incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): MaybePromise<void> => {
    const write = (isWhole: boolean): void => {
      if (stopping.drains && isLast(outgoing)) {
        outgoing.setHeader('connection', 'close')
        endWithAnswer(incoming.socket) // the peer may already have sent its next request
      }
      writeResponse(incoming, outgoing, response, isWhole, onFault)
      if (outgoing.writableLength > 0) cutUntaken(incoming, outgoing, requestTimeoutSeconds)
    }
    return isBodyOwed(incoming) ? waitForRest(incoming).then(write) : write(true)
  }
  const refuseUnread = ('refuseUnread' in app ? app.refuseUnread : undefined) ?? refuseWithoutDecision
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, code: UnreadCode): void => {
    void refuseUnread(code)
      .catch(() => faultAnswer)
      .then((response) => send(incoming, outgoing, response))
      .catch(onFault)
  }
  const shed = ({ incoming, outgoing, reason }: ShedRequest): void => {
    const { socket } = incoming
    const { response, lines, ends, pauseMilliseconds } = shedding.refuse(socket, reason)
    if (incoming.complete && !ends && !stopping.drains) {
      outgoing.writeHead(response.status, lines)
      outgoing.end(response.body, 'latin1')
    } else if (ends) writeResponse(incoming, outgoing, response, false, onFault)
    else void Promise.resolve(send(incoming, outgoing, response)).catch(onFault)
    if (pauseMilliseconds !== undefined) shedding.pause(socket, pauseMilliseconds)
  }
  /**
   * Refused requests. They are answered after the parser has read the bodies that arrived with them. Otherwise, their
   * connections would have to be closed.
   */
  let shedNext: ShedRequest[] = []
  const shedAll = (): void => {
    const refused = shedNext
    shedNext = []
    for (const request of refused) shed(request)
  }
  const onRequest: Listener = (incoming, outgoing) => {
    if (hasFaultyFraming(incoming)) {
      const { socket } = incoming
      outgoing.setHeader('connection', 'close')
      outgoing.once('finish', () => endWithAnswer(socket))
      ignoreFurther(socket)
    }
    const target = targetOf(incoming)
    const reason = gate?.(new UnreadMessage(incoming, target, shedding.waited(incoming.socket)))
    if (reason !== undefined) {
      incoming.resume() // discards the body
      if (shedNext.push({ incoming, outgoing, reason }) === 1) setImmediate(shedAll)
      return
    }
    const write = (response: HttpResponse): MaybePromise<void> => send(incoming, outgoing, response)
    const fail = (fault: unknown): void => {
      onFault(fault)
      if (outgoing.headersSent) outgoing.destroy()
      else void write(faultAnswer)
    }
    if (hasForeignVersion(incoming)) {
      refuse(incoming, outgoing, 'version_unsupported')
      return
    }
    const request = readMessage(incoming, target)
    if (request === undefined) {
      refuse(incoming, outgoing, 'http_malformed')
      return
    }
    try {
      const answer = answerOf(request, { address: incoming.socket.remoteAddress })
      const written = answer instanceof Promise ? answer.then(write) : write(answer)
      if (written instanceof Promise) written.catch(fail)
    } catch (fault) {
      fail(fault)
    }
  }
  return { onRequest, onExpectation: (incoming, outgoing) => refuse(incoming, outgoing, 'expectation_unsupported') }
}

class UnreadMessage implements UnreadRequest {
  readonly target: string
  readonly waited: number
  readonly #incoming: IncomingMessage

  constructor(incoming: IncomingMessage, target: Target | undefined, waited: number) {
    this.target = target?.target ?? incoming.url ?? ''
    this.waited = waited
    this.#incoming = incoming
  }

  get address(): string | undefined {
    return this.#incoming.socket.remoteAddress
  }

  header(name: string): string | undefined {
    return lineOf(this.#incoming, name)
  }
}

/** Closes a connection whose peer does not read the answer in time. Node would wait forever. */
function cutUntaken({ socket }: IncomingMessage, outgoing: ServerResponse, seconds: number): void {
  const cut = setTimeout(() => socket.destroy(), seconds * 1000)
  outgoing.once('close', () => clearTimeout(cut))
}

const answerByWeb =
  (handle: WebHandler, onFault: (fault: unknown) => void) =>
  async (request: NodeRequest, connection: Connection): Promise<HttpResponse> => {
    let webRequest: Request
    try {
      webRequest = toWebRequest(request)
    } catch {
      return malformedTarget
    }
    const { incoming } = request
    const { socket } = incoming
    try {
      return await toResponse(await handle(webRequest, connection), request.method)
    } catch (fault) {
      const response = responseOf(fault)
      if (response === undefined) throw fault
      onFault(fault)
      return await toResponse(response, request.method)
    } finally {
      incoming.socket = socket // a cancelled web stream removes it, and the answer needs it
    }
  }

/** Headers of one connection (RFC 9110 §7.6.1, D-1033). An app may return a fetched response that contains them. */
const connectionHeaders: readonly string[] = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding']

/**
 * Converts the web response to a request with this method. Leaves out `connectionHeaders` and the headers that
 * `Connection` names, but keeps `Connection: close`. Leaves out a length, because the body of a fetched response may be
 * decoded or absent. Keeps the length in the answer to a HEAD, and in a 304, which have no body.
 */
async function toResponse(response: Response, method: string): Promise<HttpResponse> {
  const { body, ...converted } = await fromWebResponse(response)
  const options = (response.headers.get('connection') ?? '').split(',').map((option) => option.trim().toLowerCase())
  const isBodiless = body === undefined && (method === 'HEAD' || response.status === 304)
  const dropped = [...connectionHeaders, ...options, ...(isBodiless ? [] : ['content-length'])]
  const headers = Object.entries(converted.headers).filter(([name]) => !dropped.includes(name))
  return {
    ...converted,
    headers: { ...Object.fromEntries(headers), ...(options.includes('close') && { connection: 'close' }) },
    ...(body !== undefined && { body }),
  }
}

/** Returns the response of an error that has one, as Hono's `HTTPException` does (D-421). */
function responseOf(fault: unknown): Response | undefined {
  if (!(fault instanceof Error && 'getResponse' in fault && typeof fault.getResponse === 'function')) return undefined
  const response: unknown = fault.getResponse()
  return response instanceof Response ? response : undefined
}
