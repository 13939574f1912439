/**
 * The back channel of one login: what `openid-client` sends goes out through our guarded fetch, and what comes back is
 * judged before the library reads it. So a fault has the code of the rule that it breaks, whatever the library would
 * have called it, and the library's own checks remain as a second net.
 */
import { type CustomFetch, ResponseBodyError } from 'openid-client'
import {
  type CryptoContext,
  type Failure,
  type Fetch,
  fail,
  failed,
  type JsonObject,
  mediaTypeOf,
  parseJsonObject,
  readText,
  type Verified,
} from '../base/index.ts'
import {
  type NationalIdToken,
  type NationalLoginCode,
  type NationalTokenPolicy,
  type UserinfoPolicy,
  verifyNationalIdToken,
  verifyNationalUserinfo,
} from '../pid-provider/index.ts'
import type { RegisteredProvider } from './oidc-provider-registration.ts'

/** How one login's ID Token and userinfo are judged, but for what the login itself brings. */
export type LoginPolicy = NationalTokenPolicy & Pick<UserinfoPolicy, 'decrypter'>

export interface LoginTokens {
  readonly idToken: Verified<NationalIdToken>
  readonly accessToken: string
}

export interface LoginExchange {
  /** For the library. */
  readonly fetch: CustomFetch
  /** Runs the code exchange and gives its verified ID Token. */
  redeem(run: () => Promise<{ readonly access_token: string }>): Promise<LoginTokens | Failure<NationalLoginCode>>
  /** Runs the userinfo request and gives its verified claims. */
  readUserinfo(
    subject: string,
    run: () => Promise<Response>,
  ): Promise<Verified<JsonObject> | Failure<NationalLoginCode>>
}

/** Carries a verdict through the library, which hands on a TypeError as it is. */
class Judged extends TypeError {
  readonly failure: Failure<NationalLoginCode>

  constructor(failure: Failure<NationalLoginCode>) {
    super(failure.code)
    this.failure = failure
  }
}

export function createLoginExchange(
  ctx: CryptoContext & { readonly fetch: Fetch },
  metadata: RegisteredProvider['metadata'],
  policy: LoginPolicy,
): LoginExchange {
  let idToken: Verified<NationalIdToken> | undefined
  return {
    fetch: async (url, options) => {
      const response = await reach(ctx.fetch, url, options)
      if (url !== new URL(metadata.token_endpoint).href || response.status !== 200) return response
      const judged = await judgeTokens(ctx, await response.clone().text(), policy)
      if (failed(judged)) throw new Judged(judged)
      idToken = judged
      return response
    },
    redeem: async (run) => {
      try {
        const { access_token } = await run()
        return idToken ? { idToken, accessToken: access_token } : fail('id_token_missing', 'token_response')
      } catch (thrown) {
        return tokenFault(thrown)
      }
    },
    readUserinfo: async (subject, run) => {
      try {
        return await judgeUserinfo(ctx, await run(), { ...policy, subject })
      } catch (thrown) {
        return thrown instanceof Judged ? thrown.failure : fail('userinfo_malformed', 'userinfo')
      }
    },
  }
}

/** Sends one request; the answer has been read within limits. Out of reach, or a server's fault, is `provider_unreachable`. */
async function reach(fetch: Fetch, url: string, options: Parameters<CustomFetch>[1]): Promise<Response> {
  const { method, headers, body, redirect, signal } = options
  const request = new Request(url, {
    method,
    headers,
    redirect,
    ...(body === null || body === undefined ? {} : { body: body as NonNullable<RequestInit['body']> }),
    ...(signal ? { signal } : {}),
  })
  let response: Response
  try {
    response = await fetch(request)
  } catch {
    throw new Judged(fail('provider_unreachable', new URL(url).pathname))
  }
  if (response.status >= 500) throw new Judged(fail('provider_unreachable', new URL(url).pathname)) // PP-58
  const text = await readText(response, 'provider')
  if (failed(text)) throw new Judged(fail('provider_unreachable', text.at))
  return new Response(text, { status: response.status, headers: response.headers })
}

async function judgeTokens(
  ctx: CryptoContext,
  text: string,
  policy: NationalTokenPolicy,
): Promise<Verified<NationalIdToken> | Failure<NationalLoginCode>> {
  const body = parseJsonObject(text, 'token_response')
  if (failed(body)) return body
  const { id_token, access_token, token_type } = body
  if (typeof id_token !== 'string') return fail('id_token_missing', 'token_response.id_token')
  if (typeof access_token !== 'string') return fail('token_response_malformed', 'token_response.access_token')
  // RFC 6749 §7.1: a token of a type that we do not understand is not used; we sent no proof of a key
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer')
    return fail('token_response_malformed', 'token_response.token_type')
  return verifyNationalIdToken(ctx, id_token, { ...policy, accessToken: access_token })
}

async function judgeUserinfo(
  ctx: CryptoContext,
  response: Response,
  policy: UserinfoPolicy,
): Promise<Verified<JsonObject> | Failure<NationalLoginCode>> {
  const mediaType = mediaTypeOf(response.headers.get('content-type'))
  if (response.status !== 200) return fail('userinfo_malformed', 'userinfo.status')
  if (mediaType === 'application/json') return fail('userinfo_unsigned', 'userinfo') // PP-62
  if (mediaType !== 'application/jwt' && mediaType !== 'application/jose')
    return fail('userinfo_malformed', 'userinfo.content-type')
  return verifyNationalUserinfo(ctx, await response.text(), policy)
}

/** What the library throws in a code exchange, as our codes. */
function tokenFault(thrown: unknown): Failure<NationalLoginCode> {
  if (thrown instanceof Judged) return thrown.failure
  if (!(thrown instanceof ResponseBodyError)) return fail('token_response_malformed', 'token_response')
  if (thrown.error === 'invalid_grant') return fail('code_rejected', 'code') // PP-62, PP-65
  if (thrown.error === 'invalid_client') return fail('client_rejected', 'client_assertion')
  return fail('provider_error', 'token_response.error')
}
