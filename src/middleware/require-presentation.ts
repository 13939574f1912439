/**
 * `requirePresentation(query, options)`: admits only visitors whose wallet has presented what the query asks for. Uses
 * the Relying Party service over HTTP. For web-standard servers, Express and Fastify.
 */
import type { MaybePromise } from '../base/index.ts'
import {
  addressOf,
  answerFastify,
  answerNode,
  type FastifyReplyLike,
  type NodeRequest,
  type NodeResponse,
  visitOf,
} from './node-servers.ts'
import { createContext, type RequirePresentationOptions } from './options.ts'
import type { Presentation, PresentationQuery } from './presentation-types.ts'
import { clearCookie } from './sealed-cookies.ts'
import { erasePresentation } from './service-client.ts'
import { handleVisit, sessionCookieName, type VisitResult } from './visit.ts'
import { type Visit, visitorOf } from './visitor.ts'

/** Default `Cache-Control`: caches must not store the pages of a visitor. */
const cacheControl = 'private, no-store'

/** Connection on which the server received a request. */
export interface Connection {
  readonly address: string | undefined
}

/** Guard of an application's pages, for several kinds of servers. */
export interface PresentationGuard<Q extends PresentationQuery> {
  /**
   * Wraps a web-standard handler. Calls the handler for known visitors, and answers all other visitors itself. Pass the
   * connection, as `serve` of `fiducia/node` does. Without the connection, the presentations of each visitor are
   * limited only if the option `visitorOf` is set.
   *
   * Rejects with a `PresentationServiceFault` if the service fails. The fault's `getResponse` returns the response for
   * the visitor. Rejects with a TypeError if a presentation is too large for a cookie and there is no `keeper`.
   */
  protect(
    handler: (request: Request, presentation: Presentation<Q>) => MaybePromise<Response>,
  ): (request: Request, connection?: Connection) => Promise<Response>
  /** Returns an Express middleware. The faults with which `protect` rejects go to `next`. */
  express(): (request: NodeRequest, response: NodeResponse, next: (fault?: unknown) => void) => void
  /**
   * Returns a Fastify hook for `onRequest` or `preHandler`. Rejects as `protect` does. A hook of a plugin or a route
   * runs only for its routes: the return URL needs a route there.
   */
  fastify(): (request: NodeRequest, reply: FastifyReplyLike) => Promise<unknown>
  /** Returns the visitor's presentation. Throws a TypeError for a request that did not pass the guard. */
  of(request: object): Presentation<Q>
  /** Returns a `Set-Cookie` value that makes the visitor unknown. Erases no data at the service or in the `keeper`. */
  signOut(): string
  /**
   * Erases a presentation at the service. Does not sign the visitor out. Has no effect if the presentation does not
   * exist. Rejects with a `PresentationServiceFault` if the service fails.
   */
  erase(presentation: Pick<Presentation<Q>, 'id'>): Promise<void>
}

/**
 * Creates the guard. Throws a TypeError for unusable options. Does not check the query: the service checks the query
 * when the first visitor begins a presentation.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { requirePresentation } from 'fiducia/middleware'
 *
 * const type = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } } as const
 * const query = { credentials: [{ id: 'pid', ...type, claims: [{ path: ['given_name'] }] }] } as const
 * const keys = { apiKey: 'application-key', secret: 'at-least-32-characters-of-a-secret' }
 * const urls = { service: 'https://rp.example', returnUrl: 'https://shop.example/wallet' }
 * const guard = requirePresentation(query, { ...keys, ...urls })
 * const handler = guard.protect(async () => new Response('welcome'))
 * const response = await handler(new Request('https://shop.example/account'))
 * assert.notEqual(await response.text(), 'welcome')
 * ```
 */
export function requirePresentation<const Q extends PresentationQuery>(
  query: Q,
  options: RequirePresentationOptions,
): PresentationGuard<Q> {
  const ctx = createContext(query, options)
  const presentations = new WeakMap<object, Presentation<Q>>()
  const nameOf = options.visitorOf
  const handle = async (
    request: object,
    parts: Omit<Visit, 'visitor'>,
    address: string | undefined,
  ): Promise<VisitResult> => {
    const visitor = nameOf ? nameOf(request) : visitorOf(address, parts.header('x-forwarded-for'))
    const result = await handleVisit(ctx, query, { ...parts, visitor })
    if (result.kind === 'known') presentations.set(request, result.presentation as unknown as Presentation<Q>)
    return result
  }
  const of = (request: object): Presentation<Q> => {
    const presentation = presentations.get(request)
    if (presentation === undefined) throw new TypeError('this request did not pass requirePresentation')
    return presentation
  }
  return {
    protect: (handler) => async (request, connection) => {
      const result = await handle(request, webVisit(request), connection?.address)
      return result.kind === 'answered' ? result.response : uncached(await handler(request, of(request)))
    },
    express: () => (request, response, next) => {
      const enter = async (): Promise<void> => {
        const result = await handle(request, visitOf(request), addressOf(request))
        if (result.kind === 'answered') return answerNode(result.response, response)
        response.setHeader('cache-control', cacheControl)
        next()
      }
      enter().catch(next)
    },
    fastify: () => async (request, reply) => {
      const result = await handle(request, visitOf(request), addressOf(request))
      if (result.kind === 'known') return void reply.header('cache-control', cacheControl)
      await answerFastify(result.response, reply)
      return reply
    },
    of,
    signOut: () => clearCookie(ctx, sessionCookieName(ctx)),
    erase: ({ id }) => erasePresentation(ctx, id),
  }
}

function webVisit({ method, url, headers }: Request): Omit<Visit, 'visitor'> {
  const { pathname, search } = new URL(url)
  return { method, url: pathname + search, header: (name) => headers.get(name) ?? undefined }
}

function uncached(response: Response): Response {
  if (response.headers.has('cache-control')) return response
  const headers = new Headers(response.headers)
  headers.set('cache-control', cacheControl)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
