/**
 * Processing of a request that all endpoints share: the check of its envelope (`read-request.ts`), the endpoint, and
 * the rendering of refusals and faults.
 */
import {
  type Decide,
  type Decision,
  type FoundEvidence,
  type MaybePromise,
  Refusal,
  type Rule,
  traceOfFault,
  Unavailable,
} from '../base/index.ts'
import { type Admission, type NotAdmitted, requireAdmission } from './admission.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { type EnvelopeRules, envelopeAnswers, type UnreadCode, unreadAnswers } from './envelope.ts'
import { keepLanguage } from './language.ts'
import type { HttpResponse } from './message.ts'
import { createHostGuard, type HostGuard } from './own-host.ts'
import { isPrefetch, respondToPrefetch } from './prefetch.ts'
import { acceptsBody, type QueryReader, type ReceivedRequest } from './read-request.ts'
import { type Rendering, renderRefusal } from './render-answer.ts'
import { applyIfNoneMatch, openToAllOrigins, openToOrigins, respondJson } from './respond.ts'
import type { EndpointRequest, Route } from './routes.ts'

/** Route table of a role, and its rendering of refusals. */
export interface AppOptions extends Rendering {
  /** Name of the role in traces: `wallet-provider`. */
  readonly name: string
  /**
   * Public URL of the role. Its path, if any, is the prefix of the routes, except for a well-known path with
   * `inserted`.
   */
  readonly publicUrl: string
  readonly routes: readonly Route[]
  readonly decide: Decide<AnswerWithHeaders>
  /** Answer to malformed input. Defaults to `400 invalid_request`. */
  readonly malformed?: AnswerWithHeaders
  /**
   * Kind of the 404 for an unknown path. Defaults to `machine`. With `renderPage`, defaults to `page` for requests that
   * accept HTML.
   */
  readonly unknownPaths?: 'machine' | 'page'
  /** Called before the envelope of a request is checked. Defaults to admitting every request. */
  readonly admission?: Admission | undefined
  /**
   * URLs whose hosts and origins the app accepts in `Host` and `Origin`. The app refuses all others. Protects surfaces
   * that a browser on the same machine could be tricked into using (GEN-43). Defaults to no check.
   */
  readonly ownUrls?: readonly string[]
  /**
   * Receives every error that is not a refusal: a bug or an outage (`Unavailable`). Called a second time for a request
   * if the rendering of its answer also throws.
   */
  readonly onFault: (fault: unknown, surface: string) => void
}

/** A route with its prepared checks. */
export interface AppRoute {
  readonly route: Route
  readonly surface: string
  /** Name of the decision about the envelope. */
  readonly envelope: string
  readonly readQuery: QueryReader
  readonly rules: EnvelopeRules
  /** Refusal instead of the endpoint, for an unknown path or a wrong method. */
  readonly refusal?: { readonly rule: Rule<AnswerWithHeaders>; readonly code: string; readonly expected?: string }
}

export const healthRoute: Route = {
  method: 'GET',
  path: '/health',
  kind: 'machine',
  public: true,
  handle: () => respondJson({ status: 'ok' }),
}

/** Answers requests with the options of one app. Every error of an endpoint becomes a response. */
export class RequestPipeline {
  readonly #options: AppOptions
  readonly #hostGuard: HostGuard | undefined

  constructor(options: AppOptions) {
    this.#options = options
    this.#hostGuard = options.ownUrls && createHostGuard(options.ownUrls)
  }

  answer(served: AppRoute, request: ReceivedRequest): MaybePromise<HttpResponse> {
    const { route, refusal } = served
    const isUnchecked = route === healthRoute && refusal === undefined && this.#hostGuard === undefined
    try {
      const checked = isUnchecked ? undefined : this.#checkEnvelope(served, request)
      const response = checked === undefined ? handle(route, request) : checked.then(() => handle(route, request))
      if (!(response instanceof Promise)) return this.#finish(route, request, response)
      return response.then(
        (answer) => this.#finish(route, request, answer),
        (thrown: unknown) => this.#renderThrown(served, request, thrown),
      )
    } catch (thrown) {
      return this.#renderThrown(served, request, thrown)
    }
  }

  /** Checks the envelope. Returns a promise only if it must wait for a body or for the admission. */
  #checkEnvelope(served: AppRoute, request: ReceivedRequest): Promise<void> | undefined {
    const { decide, admission } = this.#options
    const { route, envelope, surface, rules } = served
    const admitted = admission?.(surface)
    if (admitted instanceof Promise || acceptsBody(route))
      return decide(envelope, async (decision) => {
        this.#checkHead(served, request, decision, await admitted)
        if (acceptsBody(route)) await request.readBody(route, rules, decision)
      })
    decide.now(envelope, (decision) => this.#checkHead(served, request, decision, admitted))
    return undefined
  }

  #checkHead(
    { route, readQuery, rules, refusal }: AppRoute,
    request: ReceivedRequest,
    decision: Decision<AnswerWithHeaders>,
    notAdmitted: NotAdmitted | undefined,
  ): void {
    requireAdmission(notAdmitted, decision)
    this.#hostGuard?.(request, decision)
    if (refusal !== undefined) {
      const { rule, code, expected } = refusal
      const at = `${request.method} ${expected === undefined ? request.shownPath : route.path}`
      decision.refuse(rule, code, at, expected === undefined ? undefined : { expected, found: request.method })
    }
    request.readHead(route, readQuery, rules, decision)
  }

  /** Refuses an unreadable request in a decision of its own. */
  async refuseUnread({ envelope }: AppRoute, code: UnreadCode, evidence?: FoundEvidence): Promise<HttpResponse> {
    try {
      return this.#options.decide.now(envelope, (decision) =>
        decision.refuse(['GEN-41', unreadAnswers[code]], code, 'http', evidence),
      )
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown
      return renderRefusal(thrown as Refusal<AnswerWithHeaders>, 'machine', {}, undefined)
    }
  }

  async #renderThrown({ route, surface }: AppRoute, request: ReceivedRequest, thrown: unknown): Promise<HttpResponse> {
    const { onFault, name } = this.#options
    try {
      if (!(thrown instanceof Refusal)) onFault(thrown, surface)
      const refusal =
        thrown instanceof Refusal
          ? (thrown as Refusal<AnswerWithHeaders>)
          : faultOf(await this.#recorded(surface, thrown))
      const rendered = await renderRefusal(refusal, route.kind, this.#options, request)
      const { origins } = route
      const readable = origins ? openToOrigins(rendered, origins, request.header('origin')) : rendered // RP-228
      return this.#finish(route, request, readable)
    } catch (fault) {
      onFault(fault, name)
      return renderRefusal(faultOf(fault), 'machine', {}, undefined)
    }
  }

  /**
   * Allows all origins to read a document, and turns the response into a 304 if the client has the document. If the
   * query of a page names a language, adds a cookie that keeps this choice.
   */
  #finish(route: Route, request: ReceivedRequest, response: HttpResponse): HttpResponse {
    if (route.kind === 'document') return openToAllOrigins(applyIfNoneMatch(request, response))
    return route.kind === 'page' ? keepLanguage(request.askedLanguage, this.#options.publicUrl, response) : response
  }

  /**
   * Records an error in a new decision, unless a decision has recorded it. The error then has a trace for the answer.
   */
  async #recorded(surface: string, thrown: unknown): Promise<unknown> {
    if (traceOfFault(thrown) !== undefined) return thrown
    const fault =
      typeof thrown === 'object' && thrown !== null ? thrown : new Error('a value that is not an object was thrown')
    return this.#options.decide(`${surface} fault`, () => Promise.reject(fault)).catch((recorded: unknown) => recorded)
  }
}

/**
 * Runs the endpoint. Does not run it for the prefetch of a GET that browsers open and that has an effect (RP-95).
 */
function handle(route: Route, request: EndpointRequest): MaybePromise<HttpResponse> {
  const isOpened = route.kind === 'page' || route.opensInBrowser === true
  const hasEffect = isOpened && route.method === 'GET' && route.public !== true
  return hasEffect && isPrefetch((name) => request.header(name)) ? respondToPrefetch() : route.handle(request)
}

/** Returns the refusal for an outage (503) or for any other error (500). It contains no details of the error. */
function faultOf(thrown: unknown): Refusal<AnswerWithHeaders> {
  const answer = thrown instanceof Unavailable ? envelopeAnswers.unavailable(thrown.retryAfter) : envelopeAnswers.fault
  return new Refusal(traceOfFault(thrown) ?? '', answer, 'GEN-27', answer.error, '')
}
