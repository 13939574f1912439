/** Answers and reports errors of the national identity providers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { HttpContext, Provider } from 'oidc-provider'
import { sendMessagePage } from './message-page.ts'

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

/**
 * Reports errors of the library. Answers an error of a middleware with a page: the library only does so for its own
 * endpoints. Must be called before any `use` of the provider.
 */
export function reportLibraryFaults(provider: Provider, report: OnFault): void {
  provider.on('server_error', (_ctx, fault) => report(fault))
  provider.use(async (ctx: HttpContext, next) => {
    try {
      await next()
    } catch (thrown) {
      report(thrown)
      await sendMessagePage(ctx, 'fault', 'server_error', 500)
    }
  })
}
