/**
 * Decisions about the requests that `oidc-provider` answers (RP-120). The library decides the answer. The decision
 * records whether the library accepted the request, and the code of its refusal.
 */
import type { IncomingMessage } from 'node:http'
import type { errors, Provider } from 'oidc-provider'
import { type Failure, fail, Refusal, rules } from '../base/index.ts'
import { type HttpResponse, withTrace } from '../http/index.ts'
import { type PresentationApi, RP } from '../relying-party/index.ts'

type Fault = errors.OIDCProviderError

/** Codes by the library's error (RFC 6749 §4.1.2.1, §5.2, RFC 6750 §3.1, OpenID Connect Core 1.0 §3.1.2.6). */
const codes = {
  access_denied: 'openid_access_denied',
  invalid_client: 'openid_client_invalid',
  invalid_grant: 'openid_grant_invalid',
  invalid_redirect_uri: 'openid_redirect_uri_unknown',
  invalid_request: 'openid_request_invalid',
  invalid_scope: 'openid_scope_invalid',
  invalid_token: 'openid_token_invalid',
  login_required: 'openid_login_required',
  unsupported_grant_type: 'openid_grant_type_unsupported',
  unsupported_response_type: 'openid_response_type_unsupported',
} as const

type RequestCode = (typeof codes)[keyof typeof codes] | 'openid_request_refused'

export const REQUEST_RULES = rules<RequestCode>()(RP.openIdRequestInvalid, {
  'RP-120': [...Object.values(codes), 'openid_request_refused'],
})

const codeOf = (error: string): RequestCode =>
  Object.hasOwn(codes, error) ? codes[error as keyof typeof codes] : 'openid_request_refused'

/** Errors that the library reported, by request. */
export interface RequestFaults {
  of(request: IncomingMessage): Fault | undefined
}

/** Collects the errors that the library reports as events. */
export function watchFaults(provider: Pick<Provider, 'on'>): RequestFaults {
  const faults = new WeakMap<IncomingMessage, Fault>()
  const kinds = ['authorization', 'discovery', 'grant', 'jwks', 'userinfo'].map((kind) => `${kind}.error`)
  for (const event of [...kinds, 'server_error'])
    provider.on(event, (ctx, fault) => void faults.set((ctx as { readonly req: IncomingMessage }).req, fault as Fault))
  return { of: (request) => faults.get(request) }
}

interface LibraryRequest {
  readonly surface: string
  /** Runs the library. Returns its response, and the error that it reported, if any. */
  run(): Promise<{ readonly response: HttpResponse; readonly fault: Fault | undefined }>
  /** True if a user sees the answer. A refusal that does not reach the application then becomes an error page. */
  readonly isPage: boolean
}

/**
 * Runs the library, and records its outcome as a decision. Resolves to the library's response, with the trace of a
 * refusal. Rejects with the `Refusal` instead if an error page must show it. Rejects with the library's error if it is
 * a fault of the OpenID Provider itself (not `expose`).
 */
export async function decideRequest(
  { decide }: Pick<PresentationApi, 'decide'>,
  { surface, run, isPage }: LibraryRequest,
): Promise<HttpResponse> {
  let answered: HttpResponse | undefined
  try {
    return await decide(surface, async (decision) => {
      const { response, fault } = await run()
      if (fault !== undefined && !fault.expose) throw fault
      answered = response
      return decision.checkNow(REQUEST_RULES, () => (fault === undefined ? response : failureOf(fault)))
    })
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || answered === undefined) throw thrown
    if (isPage && !reachesApplication(answered)) throw thrown
    return withTrace(answered, thrown)
  }
}

const failureOf = ({ error, error_description: found }: Fault): Failure<RequestCode> =>
  fail(codeOf(error), error, { expected: 'a valid OpenID Connect request', found, isShownAnywhere: true })

/** Returns true for a redirect, and for HTML, which is a form that a script submits to the application. */
const reachesApplication = ({ headers }: HttpResponse): boolean =>
  headers.location !== undefined || String(headers['content-type']).startsWith('text/html')
