/**
 * Wraps the app of a role to serve it: determines the client's address, counts load, records metrics and spans. Adds
 * `/ready` to the role's paths, without counting the requests for it. Every app already has `/health`.
 */
import { clientNetworkOf } from '../base/index.ts'
import type { App, HttpRequest, HttpResponse } from '../http/index.ts'
import {
  type Connection,
  clientAddressOf,
  type Load,
  type RepeatedRefusals,
  type TrustedProxies,
  type Visit,
} from '../node/index.ts'
import type { Metrics, RequestScope, ServedRequest, Tracing } from '../telemetry/index.ts'
import { type Readiness, respondReadiness } from './readiness.ts'
import { pathOf, prefixOf } from './request-gate.ts'

interface FrontParts {
  readonly app: App
  readonly publicUrl: string
  /** Returns true for a target of the administration. */
  readonly isAdministration: (target: string) => boolean
  readonly readiness: Pick<Readiness, 'report'>
  readonly scope: RequestScope
  readonly load: Load
  readonly repeated: RepeatedRefusals
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly trusted: TrustedProxies
}

interface Front {
  readonly answer: (request: HttpRequest, connection: Connection) => Promise<HttpResponse>
  /** `refuseUnread` of the app. */
  readonly refuseUnread: App['refuseUnread']
}

/** Creates the front of a service. Adds readiness, metrics, tracing and the count of requests in flight to its app. */
export function createFront(parts: FrontParts): Front {
  const { app, scope, load, repeated, metrics, tracing } = parts
  const readyPath = `${prefixOf(parts.publicUrl)}/ready`
  /** Returns true if the response refuses the client for its rate, its incomplete bodies or its requests in flight. */
  const exceedsClientLimit = ({ status }: HttpResponse, client: string): boolean =>
    status === 429 || (status === 503 && load.exceeded(client, true)) // true: only the client's limit counts
  const answer: Front['answer'] = async (request, { address }) => {
    const { method } = request
    if (pathOf(request.target) === readyPath && (method === 'GET' || method === 'HEAD'))
      return respondReadiness(await parts.readiness.report())
    const client = clientNetworkOf(clientAddressOf(address, () => request.header('x-forwarded-for'), parts.trusted))
    const isAdministration = parts.isAdministration(request.target)
    const servedRequest: ServedRequest = { clientNetwork: client, isAdministration }
    const surface = (): string => servedRequest.surface ?? 'none'
    const since = performance.now()
    const visit = load.enter(client, isAdministration)
    const countedRequest = method === 'GET' || method === 'HEAD' ? request : new CountedRequest(request, visit)
    try {
      const response = await scope.run(servedRequest, () =>
        tracing.request(
          { method, traceparent: request.header('traceparent') },
          () => app.answer(countedRequest),
          surface,
        ),
      )
      if (exceedsClientLimit(response, client)) repeated.note(client, pathOf(request.target), secondsOf(response))
      metrics.request(surface(), response.status, (performance.now() - since) / 1000)
      return response
    } finally {
      visit.leave()
    }
  }
  return { answer, refuseUnread: app.refuseUnread }
}

/** A request that does not count as in flight while its body arrives. */
class CountedRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly #request: HttpRequest
  readonly #visit: Visit

  constructor(request: HttpRequest, visit: Visit) {
    this.method = request.method
    this.target = request.target
    this.#request = request
    this.#visit = visit
  }

  header(name: string): string | undefined {
    return this.#request.header(name)
  }

  text(size: number): ReturnType<HttpRequest['text']> {
    return this.#request.text(size, this.#visit.awaitBody)
  }
}

const secondsOf = ({ headers }: HttpResponse): number => Number(headers['retry-after'] ?? 1)
