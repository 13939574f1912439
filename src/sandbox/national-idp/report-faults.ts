/** Answers and reports errors of the national identity providers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Receives an error of a request. */
export type OnFault = (fault: unknown) => void

/**
 * Wraps a handler. If the handler rejects, answers 500 and passes the error to `report`. Does not report an error of
 * the connection, such as a client that leaves.
 */
export const reportFaults =
  (handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>, report: OnFault): RequestListener =>
  (request, response) => {
    handle(request, response).catch((thrown: unknown) => {
      if (thrown !== request.errored) report(thrown)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  }
