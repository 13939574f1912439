/**
 * `requirePresentation(query, options)`: an application behind it is visited by people whose wallet has shown what the query
 * asks for, and by nobody else. It talks to the Relying Party service by HTTP; for web-standard servers, Express and Fastify.
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

/** What is shown to one visitor is nobody else's. */
const caching = 'private, no-store'

/** What a server says of whoever sent a request. */
export interface Connection {
  readonly address: string | undefined
}

/** Stands before an application's pages, in the form of whichever server serves them. */
export interface PresentationGuard<Q extends PresentationQuery> {
  /**
   * A web-standard handler: runs yours for visitors who have presented, and answers the others itself. Rejects with a
   * `PresentationServiceFault` when the service does not do its part, which knows the visitor's answer (`getResponse`). The
   * handler takes the visitor's connection, as `serve` of `fiducia/node` hands it over.
   */
  protect(
    handler: (request: Request, presentation: Presentation<Q>) => MaybePromise<Response>,
  ): (request: Request, connection?: Connection) => Promise<Response>
  /** An Express middleware. Faults of the service go to `next`. */
  express(): (request: NodeRequest, response: NodeResponse, next: (fault?: unknown) => void) => void
  /** A Fastify hook, `onRequest` or `preHandler`. Faults of the service reject. */
  fastify(): (request: NodeRequest, reply: FastifyReplyLike) => Promise<unknown>
  /** What the visitor behind this request presented. Throws a TypeError for a request that did not come through the guard. */
  of(request: object): Presentation<Q>
  /** A `Set-Cookie` header with which the visitor is known no more. */
  signOut(): string
  /** Has the service erase what it still keeps of a presentation. */
  erase(presentation: Pick<Presentation<Q>, 'id'>): Promise<void>
}

/** Throws a TypeError for options with which nobody could come in. The query itself is judged by the service. */
export function requirePresentation<const Q extends PresentationQuery>(
  query: Q,
  options: RequirePresentationOptions,
): PresentationGuard<Q> {
  const ctx = createContext(query, options)
  const presentations = new WeakMap<object, Presentation<Q>>()
  const nameOf = options.visitorOf
  const judge = async (request: object, seen: Omit<Visit, 'visitor'>, address: string | undefined): Promise<Judged> => {
    const visitor = nameOf ? nameOf(request) : visitorOf(address, seen.header('x-forwarded-for'))
    const judged = await judgeVisit(ctx, query, { ...seen, visitor })
    if (judged.kind === 'known') presentations.set(request, judged.presentation as unknown as Presentation<Q>)
    return judged
  }
  const of = (request: object): Presentation<Q> => {
    const presentation = presentations.get(request)
    if (presentation === undefined) throw new TypeError('this request did not come through requirePresentation')
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
