/**
 * One request of Node's server through an app: read, answered also where the app fails, written at once or when the body that is
 * owed has come.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MaybePromise } from '../base/index.ts'
import {
  fromWebResponse,
  type HttpRequest,
  type HttpResponse,
  type RefuseUnread,
  type UnreadCode,
} from '../http/index.ts'
import { faultAnswer, malformedTarget, type Refusals, refuseAlone } from './client-error.ts'
import { isBodyOwed, type NodeRequest, readMessage, restOf, toWebRequest, writeResponse } from './http-messages.ts'
import { endWithAnswer } from './linger.ts'

/** What the socket says of whoever sent a request. */
export interface Connection {
  readonly address: string | undefined
}

/** A role's app, or whatever stands before one. */
export interface Answering {
  readonly answer: (request: HttpRequest, connection: Connection) => MaybePromise<HttpResponse>
  /** Refuses what never became a request; it has an answer without a trace where this is not given. */
  readonly refuseUnread?: RefuseUnread | undefined
}

/** An app of somebody else's, in the web's own objects. */
export type WebHandler = (request: Request, connection: Connection) => Promise<Response>

export interface AnsweringOptions {
  readonly app: Answering | WebHandler
  /**
   * Told of what escapes the app, or cannot be written as it answered; the answer is a 500 without detail, or what a handler's
   * fault has for it (`getResponse`). Written to stderr when not said.
   */
  readonly onFault?: (fault: unknown) => void
  /** For a whole request to arrive, and as long for the peer to take its answer. */
  readonly requestTimeoutSeconds?: number
}

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

export interface Listeners {
  readonly onRequest: Listener
  /** For one that expects what no server of ours does. */
  readonly onExpectation: Listener
}

/** What is answered at once is written at once. */
export function listenersOf(
  { app, onFault = (fault) => console.error(fault), requestTimeoutSeconds = 30 }: AnsweringOptions,
  stopping: { readonly drains: boolean },
  { isLast }: Refusals,
): Listeners {
  const answerOf = 'answer' in app ? app.answer : answerByWeb(app, onFault)
  const put = (incoming: IncomingMessage, outgoing: ServerResponse, response: HttpResponse): MaybePromise<void> => {
    const write = (isWhole: boolean): void => {
      if (stopping.drains && isLast(outgoing)) {
        outgoing.setHeader('connection', 'close')
        endWithAnswer(incoming.socket) // the next request may be on its way
      }
      writeResponse(incoming, outgoing, response, isWhole)
      if (outgoing.writableLength > 0) cutUntaken(incoming, outgoing, requestTimeoutSeconds)
    }
    return isBodyOwed(incoming) ? restOf(incoming).then(write) : write(true)
  }
  const refuseUnread = ('refuseUnread' in app ? app.refuseUnread : undefined) ?? refuseAlone
  const refuse = (incoming: IncomingMessage, outgoing: ServerResponse, code: UnreadCode): void => {
    void refuseUnread(code)
      .catch(() => faultAnswer)
      .then((response) => put(incoming, outgoing, response))
      .catch(onFault)
  }
  const onRequest: Listener = (incoming, outgoing) => {
    const write = (response: HttpResponse): MaybePromise<void> => put(incoming, outgoing, response)
    const fail = (fault: unknown): void => {
      onFault(fault)
      if (outgoing.headersSent) outgoing.destroy()
      else void write(faultAnswer)
    }
    const request = readMessage(incoming)
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

/** Node waits for ever for a peer that takes no more of its answer. */
function cutUntaken({ socket }: IncomingMessage, outgoing: ServerResponse, seconds: number): void {
  const cut = setTimeout(() => socket.destroy(), seconds * 1000)
  outgoing.once('close', () => clearTimeout(cut))
}

const answerByWeb =
  (handle: WebHandler, onFault: (fault: unknown) => void) =>
  async (request: NodeRequest, connection: Connection): Promise<HttpResponse> => {
    let asked: Request
    try {
      asked = toWebRequest(request)
    } catch {
      return malformedTarget
    }
    const { incoming } = request
    const { socket } = incoming
    try {
      return await fromWebResponse(await handle(asked, connection))
    } catch (fault) {
      const response = responseOf(fault)
      if (response === undefined) throw fault
      onFault(fault)
      return await fromWebResponse(response)
    } finally {
      incoming.socket = socket // a web stream that is cancelled takes it away, and the answer needs it
    }
  }

/** By the convention of Hono's `HTTPException`: what is thrown may know how it is to be answered (D-421). */
function responseOf(fault: unknown): Response | undefined {
  if (!(fault instanceof Error && 'getResponse' in fault && typeof fault.getResponse === 'function')) return undefined
  const response: unknown = fault.getResponse()
  return response instanceof Response ? response : undefined
}
