/**
 * The only maker of error responses. Takes a row of a role's error table and renders it by the kind of endpoint. The
 * words are those of the failure code (`rules/`). A page gets HTML, everything else JSON.
 */
import type { MaybePromise, Refusal } from '../base/index.ts'
import { defaultAlgorithms } from '../jose/index.ts'
import { tellBlock } from '../rules/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { blockOf } from './describe-refusal.ts'
import { type HttpResponse, withHeader } from './message.ts'
import { renderPlainPage } from './plain-page.ts'
import { respondJson } from './respond.ts'
import type { EndpointKind, EndpointRequest } from './routes.ts'

/** How a role shows a refusal to a person; without a `request` when the envelope refused it. */
export type RenderPage = (
  refusal: Refusal<AnswerWithHeaders>,
  request: EndpointRequest | undefined,
) => MaybePromise<HttpResponse>

/** What an app says about how its refusals look. */
export interface Rendering {
  /** Renders a refusal at a page for people; a plain page in the reader's language when not said. */
  readonly renderPage?: RenderPage
  /** What a DPoP proof at its resources may be signed with, as the challenge says; the default set when not said. */
  readonly dpopAlgorithms?: readonly string[]
}

/**
 * The one place that makes an error response. `kind` says its form: JSON (RFC 6749 §5.2), a challenge for a DPoP-bound
 * token (RFC 9449 §7.1), a redirect, or a page.
 */
export async function renderRefusal(
  refusal: Refusal<AnswerWithHeaders>,
  kind: EndpointKind,
  { renderPage = renderPlainPage, dpopAlgorithms = defaultAlgorithms }: Rendering,
  request: EndpointRequest | undefined,
): Promise<HttpResponse> {
  if (kind === 'page') return withTrace(await renderPage(refusal, request), refusal)
  const { answer } = refusal
  const challenged = kind === 'resource' && answer.status === 401
  const challenge = challenged ? { 'www-authenticate': dpopChallenge(answer, dpopAlgorithms) } : {}
  const block = blockOf(refusal)
  const detail = tellBlock(block)
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

/** RFC 9449 §7.1: the scheme, the error when a token was sent (RFC 6750 §3.1), and the algorithms of a proof. */
const dpopChallenge = ({ error, bareChallenge }: AnswerWithHeaders, algorithms: readonly string[]): string =>
  `DPoP ${bareChallenge ? '' : `error="${error}", `}algs="${algorithms.join(' ')}"`

/** Names the decision behind an answer; nothing where there was none. */
export const withTrace = (response: HttpResponse, { trace = '' }: { readonly trace?: string }): HttpResponse =>
  trace === '' ? response : withHeader(response, 'fiducia-trace', trace)
