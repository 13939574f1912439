/**
 * `requireCurrentTablesation(query, options)`: admits only visitors whose wallet has presented what the query asks for. Uses
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
import { type Judged, judgeVisit, sessionCookie } from './visit.ts'
import { type Visit, visitorOf } from './visitor.ts'

/** Pages for one visitor must not be cached for others. */
const caching = 'private, no-store'

/** Server's information about the sender of a request. */
export interface Connection {
  readonly address: string | undefined
}

/** Guard of an application's pages, for several kinds of servers. */
export interface PresentationGuard<Q extends PresentationQuery> {
  /**
   * Wraps a web-standard handler: runs it for visitors who have presented, and answers the others. Rejects with a
   * `PresentationServiceFault` if the service fails. Its `getResponse` returns the visitor's answer. Pass the
   * connection as `serve` of `fiducia/node` does.
   */
  protect(
    handler: (request: Request, presentation: Presentation<Q>) => MaybePromise<Response>,
  ): (request: Request, connection?: Connection) => Promise<Response>
  /** Returns an Express middleware. Faults of the service go to `next`. */
  express(): (request: NodeRequest, response: NodeResponse, next: (fault?: unknown) => void) => void
  /** Returns a Fastify hook for `onRequest` or `preHandler`. Rejects for faults of the service. */
  fastify(): (request: NodeRequest, reply: FastifyReplyLike) => Promise<unknown>
  /** Returns the visitor's presentation. Throws a TypeError for a request that did not pass the guard. */
  of(request: object): Presentation<Q>
  /** Returns a `Set-Cookie` header that makes the visitor unknown. */
  signOut(): string
  /** Erases a presentation at the service. */
  erase(presentation: Pick<Presentation<Q>, 'id'>): Promise<void>
}

/**
 * Creates the guard. Throws a TypeError for unusable options. The service checks the query.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { requireCurrentTablesation } from 'fiducia/middleware'
 *
 * const type = { format: 'dc+sd-jwt', meta: { vct_values: ['eu.eudiw.pid.it'] } } as const
 * const query = { credentials: [{ id: 'pid', ...type, claims: [{ path: ['given_name'] }] }] } as const
 * const keys = { apiKey: 'application-key', secret: 'at-least-32-characters-of-a-secret' }
 * const urls = { service: 'https://rp.example', returnUrl: 'https://shop.example/account' }
 * const guard = requireCurrentTablesation(query, { ...keys, ...urls })
 * const handler = guard.protect(async () => new Response('welcome'))
 * const response = await handler(new Request('https://shop.example/account'))
 * assert.notEqual(await response.text(), 'welcome')
 * ```
 */
export function requireCurrentTablesation<const Q extends PresentationQuery>(
  query: Q,
  options: RequirePresentationOptions,
): PresentationGuard<Q> {
  const ctx = createContext(query, options)
  const presentations = new WeakMap<object, Presentation<Q>>()
  const nameOf = options.visitorOf
  const judge = async (
    request: object,
    unnamed: Omit<Visit, 'visitor'>,
    address: string | undefined,
  ): Promise<Judged> => {
    const visitor = nameOf ? nameOf(request) : visitorOf(address, unnamed.header('x-forwarded-for'))
    const judged = await judgeVisit(ctx, query, { ...unnamed, visitor })
    if (judged.kind === 'known') presentations.set(request, judged.presentation as unknown as Presentation<Q>)
    return judged
  }
  const of = (request: object): Presentation<Q> => {
    const presentation = presentations.get(request)
    if (presentation === undefined) throw new TypeError('this request did not pass requireCurrentTablesation')
    return presentation
  }
  return {
    protect: (handler) => async (request, connection) => {
      const judged = await judge(request, webVisit(request), connection?.address)
      return judged.kind === 'answered' ? judged.response : uncached(await handler(request, of(request)))
    },
    express: () => (request, response, next) => {
      const enter = async (): Promise<void> => {
        const judged = await judge(request, visitOf(request), addressOf(request))
        if (judged.kind === 'answered') return answerNode(judged.response, response)
        response.setHeader('cache-control', caching)
        next()
      }
      enter().catch(next)
    },
    fastify: () => async (request, reply) => {
      const judged = await judge(request, visitOf(request), addressOf(request))
      if (judged.kind === 'known') return void reply.header('cache-control', caching)
      await answerFastify(judged.response, reply)
      return reply
    },
    of,
    signOut: () => clearCookie(ctx, sessionCookie(ctx)),
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
  headers.set('cache-control', caching)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
