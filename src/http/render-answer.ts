/**
 * Renders refusals as error responses. An error response combines a row of a role's error table with the text for the
 * failure code (`rules/`). An endpoint of kind `page` answers with HTML, unless the row sets `isAlwaysJson`. All other
 * error responses are JSON.
 */
import type { MaybePromise, Refusal } from '../base/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { formatRefusal } from '../rules/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { blockOf } from './describe-refusal.ts'
import { type HttpResponse, withHeader } from './message.ts'
import { renderPlainPage } from './plain-page.ts'
import { respondJson } from './respond.ts'
import type { EndpointKind, EndpointRequest } from './routes.ts'

/**
 * Renders a refusal as a page. If the envelope (the checks before the endpoint's own) refused the request, `query` and
 * `body` of `request` may be empty.
 */
export type RenderPage = (
  refusal: Refusal<AnswerWithHeaders>,
  request: EndpointRequest | undefined,
) => MaybePromise<HttpResponse>

/** Options for rendering an app's refusals. */
export interface Rendering {
  /** Renders a refusal of an endpoint of kind `page`. Defaults to a plain page in the user's language. */
  readonly renderPage?: RenderPage
  /** Algorithms of DPoP proofs in the challenge. Defaults to `defaultAlgorithms`. */
  readonly dpopAlgorithms?: readonly string[]
}

/**
 * Renders a refusal by the kind of endpoint: a page, or JSON (RFC 6749 §5.2). A `resource` adds a challenge for a
 * DPoP-bound token to a 401 (RFC 9449 §7.1). A `problem` adds the members of problem details (RFC 9457 §3.1).
 */
export async function renderRefusal(
  refusal: Refusal<AnswerWithHeaders>,
  kind: EndpointKind,
  { renderPage = renderPlainPage, dpopAlgorithms = defaultAlgorithms }: Rendering,
  request: EndpointRequest | undefined,
): Promise<HttpResponse> {
  const { answer } = refusal
  if (kind === 'page' && answer.isAlwaysJson !== true) return withTrace(await renderPage(refusal, request), refusal)
  const challenged = kind === 'resource' && answer.status === 401
  const challenge = challenged ? { 'www-authenticate': dpopChallenge(answer, dpopAlgorithms) } : {}
  const block = blockOf(refusal)
  const detail = formatRefusal(block)
  const { problemStatus = answer.status, problemError = answer.error } = answer
  const [status, error] = kind === 'problem' ? [problemStatus, problemError] : [answer.status, answer.error]
  const problem = kind === 'problem' && { title: block.reason, status, detail }
  return withTrace(
    respondJson({ error, error_description: detail, ...problem, ...answer.members }, status, {
      'cache-control': 'no-store',
      ...challenge,
      ...answer.headers,
    }),
    refusal,
  )
}

/** Returns the challenge (RFC 9449 §7.1): scheme, error if a token was sent (RFC 6750 §3.1), and algorithms. */
const dpopChallenge = ({ error, bareChallenge }: AnswerWithHeaders, algorithms: readonly string[]): string =>
  `DPoP ${bareChallenge ? '' : `error="${error}", `}algs="${algorithms.join(' ')}"`

/**
 * Adds the header `fiducia-trace` with the trace of the decision, if there is one. Clients, the console and the sandbox
 * read this header.
 */
export const withTrace = (response: HttpResponse, { trace = '' }: { readonly trace?: string }): HttpResponse =>
  trace === '' ? response : withHeader(response, 'fiducia-trace', trace)
