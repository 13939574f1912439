/**
 * The logout endpoint (OpenID Connect RP-Initiated Logout 1.0). There is no session to end, because each login asks the
 * wallet. The browser returns to the application, or gets a page which says that the user is not logged in.
 */
import { decodeBase64url, decodeUtf8, failed, parseJsonObject, setParameters } from '../base/index.ts'
import {
  type EndpointRequest,
  formOf,
  type HttpResponse,
  languageOfLocales,
  type Parameters,
  redirect,
  respondPage,
} from '../http/index.ts'
import type { PageLook } from '../pages/index.ts'
import { type PresentationApi, RP } from '../relying-party/index.ts'
import type { OpenIdLoginConfig } from './config.ts'
import { loggedOutPage } from './pages.ts'

interface LogoutContext {
  readonly config: OpenIdLoginConfig
  readonly orders: Pick<PresentationApi, 'decide'>
  readonly surface: string
  readonly look: PageLook
}

/**
 * Redirects to a registered URL of the client. Returns a page if the request names no URL. Rejects with a `Refusal` for
 * an unregistered URL, and if `client_id` and `id_token_hint` name different clients (§2). Does not verify the hint's
 * signature, because the hint only selects the client.
 */
export async function endSession(ctx: LogoutContext, request: EndpointRequest): Promise<HttpResponse> {
  const parameters = request.method === 'POST' ? formOf(request) : request.query
  const uriParameter = 'post_logout_redirect_uri'
  const uri = parameters.get(uriParameter)
  const state = parameters.get('state')
  await ctx.orders.decide(ctx.surface, async (decision) => {
    const ids = new Set([parameters.get('client_id'), audienceOf(parameters)].filter((id) => id !== undefined))
    const client = ctx.config.clients.find(({ clientId }) => ids.has(clientId))
    const isRegistered = uri === undefined || client?.postLogoutRedirectUris.includes(uri) === true
    const isAccepted = isRegistered && ids.size < 2
    decision.that('RP-120', RP.openIdRequestInvalid, isAccepted, 'openid_logout_uri_unknown', uriParameter)
  })
  if (uri === undefined) {
    const asked = languageOfLocales(parameters.get('ui_locales') ?? '') // D-850
    return respondPage(loggedOutPage({ language: request.chosenLanguage ?? asked ?? request.language, look: ctx.look }))
  }
  return redirect(setParameters(uri, { state }), {}, 303)
}

/** Returns the audience of the `id_token_hint`, without verification. Returns `undefined` unless it is a string. */
function audienceOf(parameters: Parameters): string | undefined {
  const [, payload = ''] = (parameters.get('id_token_hint') ?? '').split('.')
  const text = decodeUtf8(decodeBase64url(payload) ?? new Uint8Array()) ?? ''
  const claims = parseJsonObject(text, 'id_token_hint')
  return !failed(claims) && typeof claims.aud === 'string' ? claims.aud : undefined
}
