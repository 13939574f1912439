/**
 * The only maker of error responses. Takes a row of a role's error table and renders it by the kind of endpoint; knows
 * no codes. A page gets HTML, everything else JSON.
 */
import type { MaybePromise, Refusal } from '../base/index.ts'
import type { AnswerWithHeaders } from './answer.ts'
import { type HttpResponse, withHeader } from './message.ts'
import { renderPlainPage } from './plain-page.ts'
import { respondJson } from './respond.ts'
import type { EndpointKind, EndpointRequest } from './routes.ts'

export type RenderPage = (
  refusal: Refusal<AnswerWithHeaders>,
  request: EndpointRequest | undefined,
) => MaybePromise<HttpResponse>

/** The sentence for the developer at the other end: text, code, place, and the requirement to look up. */
export const describeRefusal = ({ answer, code, at, requirement }: Refusal): string =>
  `${answer.text} (${code}${at === '' ? '' : ` at ${at}`}) [${requirement}]`

export async function renderRefusal(
  refusal: Refusal<AnswerWithHeaders>,
  kind: EndpointKind,
  renderPage: RenderPage | undefined,
  request: EndpointRequest | undefined,
): Promise<HttpResponse> {
  if (kind === 'page') return withTrace(await (renderPage ?? renderPlainPage)(refusal, request), refusal)
  const { answer } = refusal
  const challenge = kind === 'resource' && answer.status === 401 ? { 'www-authenticate': dpopChallenge(answer) } : {}
  return withTrace(
    respondJson(
      { error: answer.error, error_description: describeRefusal(refusal), ...answer.members },
      answer.status,
      {
        'cache-control': 'no-store',
        ...challenge,
        ...answer.headers,
      },
    ),
    refusal,
  )
}

/** RFC 9449 §7.1: the scheme, and the error when a token was sent (RFC 6750 §3.1). */
const dpopChallenge = ({ error, bareChallenge }: AnswerWithHeaders): string =>
  `DPoP ${bareChallenge ? '' : `error="${error}", `}algs="ES256 ES384 ES512"`

const withTrace = (response: HttpResponse, { trace }: Refusal): HttpResponse =>
  trace === '' ? response : withHeader(response, 'fiducia-trace', trace)
