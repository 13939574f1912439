/**
 * The back channel of one login. `openid-client` sends its requests through the guarded fetch of `ctx`. This file, and
 * not the library, handles error responses and verifies ID Token and userinfo, so that the failure code names the rule
 * that a response violates. The library gets only the access token, and passes userinfo back unread.
 */
import type { CustomFetch } from 'openid-client'
import {
  type Clock,
  type CryptoContext,
  type Failure,
  type Fetch,
  fail,
  failed,
  fetchFailureOf,
  type JsonObject,
  mediaTypeOf,
  parseJsonObject,
  readText,
  timeOfArrival,
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
import { openidClientFault } from './openid-client-faults.ts'
import { providerFailureOf } from './provider-reach.ts'

/** Policy for one login's ID Token and userinfo. */
export type LoginPolicy = NationalTokenPolicy & Pick<UserinfoPolicy, 'decrypter'>

interface LoginTokens {
  readonly idToken: Verified<NationalIdToken>
  readonly accessToken: string
}

export interface LoginExchange {
  /** Fetch function for the library. */
  readonly fetch: CustomFetch
  /** Runs the code exchange and returns its verified ID Token and its access token. */
  redeem(run: () => Promise<unknown>): Promise<LoginTokens | Failure<NationalLoginCode>>
  /** Runs the userinfo request and returns its verified claims. */
  readUserinfo(
    subject: string,
    run: () => Promise<Response>,
  ): Promise<Verified<JsonObject> | Failure<NationalLoginCode>>
}

/** Passes a failure through the library, which rethrows a TypeError unchanged. */
class ThrownFailure extends TypeError {
  readonly failure: Failure<NationalLoginCode>

  constructor(failure: Failure<NationalLoginCode>) {
    super(failure.code)
    this.failure = failure
  }
}

/** Creates the exchange of one login. Its `fetch` rejects with a `ThrownFailure` for an answer that is refused. */
export function createLoginExchange(
  ctx: CryptoContext & { readonly fetch: Fetch; readonly clock?: Clock },
  metadata: RegisteredProvider['metadata'],
  policy: LoginPolicy,
): LoginExchange {
  let tokens: LoginTokens | undefined
  /** Returns the policy for a document that has just arrived (D-420). */
  const policyNow = (): LoginPolicy => ({ ...policy, now: timeOfArrival(policy.now, ctx.clock) })
  return {
    fetch: async (url, options) => {
      const answer = await sendRequest(ctx.fetch, url, options)
      const asksForTokens = url === new URL(metadata.token_endpoint).href
      if (answer.status !== 200) throw new ThrownFailure(asksForTokens ? tokenFailure(answer) : userinfoFailure(answer))
      if (!asksForTokens) return new Response(answer.text, { headers: { 'content-type': answer.mediaType } })
      const verified = await verifyTokens(ctx, answer.text, policyNow())
      if (failed(verified)) throw new ThrownFailure(verified)
      tokens = verified
      return Response.json({ access_token: tokens.accessToken, token_type: 'bearer' })
    },
    redeem: async (run) => {
      try {
        await run()
        return tokens ?? fail('id_token_missing', 'token_response')
      } catch (thrown) {
        return failureOf(thrown, fail('token_response_malformed', 'token_response'))
      }
    },
    readUserinfo: async (subject, run) => {
      try {
        return await verifyUserinfo(ctx, await run(), { ...policyNow(), subject })
      } catch (thrown) {
        return failureOf(thrown, fail('userinfo_malformed', 'userinfo'))
      }
    },
  }
}

/** A response whose body was read within the size limit. */
interface ProviderAnswer {
  readonly status: number
  readonly mediaType: string
  readonly text: string
}

/**
 * Sends one request and reads the response. Rejects with a `ThrownFailure` if there is no readable response
 * (`providerFailureOf`), and for status 429 and every server error (`provider_unreachable`). Returns the response with
 * any other status.
 */
async function sendRequest(fetch: Fetch, url: string, options: Parameters<CustomFetch>[1]): Promise<ProviderAnswer> {
  const { method, headers, body, redirect, signal } = options
  const { pathname } = new URL(url)
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
  } catch (thrown) {
    throw new ThrownFailure(providerFailureOf(fetchFailureOf(thrown, pathname)))
  }
  const { status } = response
  if (status >= 500 || status === 429)
    throw new ThrownFailure(fail('provider_unreachable', `${pathname}.status.${status}`)) // PP-58
  const text = await readText(response, 'provider')
  if (failed(text)) throw new ThrownFailure(providerFailureOf(text))
  return { status, mediaType: mediaTypeOf(response.headers.get('content-type')), text }
}

/**
 * Returns the failure for an error response of the token endpoint (RFC 6749 §5.2). `invalid_grant` rejects the code.
 * `invalid_client`, or a 401 without an error code, rejects the client. `temporarily_unavailable` is an outage. Any
 * other response shows a fault of the provider or of its registration, and proves nothing about the login.
 */
function tokenFailure({ status, text }: ProviderAnswer): Failure<NationalLoginCode> {
  const body = parseJsonObject(text, 'token_response')
  const error = failed(body) ? undefined : body.error
  if (error === 'invalid_grant') return fail('code_rejected', 'code') // PP-62, PP-65
  if (error === 'invalid_client' || (error === undefined && status === 401))
    return fail('client_rejected', 'client_assertion') // PP-58
  if (error === 'temporarily_unavailable') return fail('provider_unreachable', 'token_response.error') // PP-58
  return fail('provider_error', `token_response.status.${status}`) // PP-58
}

/**
 * Returns `provider_error` for an error response of the userinfo endpoint. The provider rejects its own access token,
 * or the URL in its metadata is wrong.
 */
const userinfoFailure = ({ status }: ProviderAnswer): Failure<NationalLoginCode> =>
  fail('provider_error', `userinfo.status.${status}`) // PP-58

/** The characters of an access token that an Authorization header can contain (RFC 6749 §A.12, RFC 6750 §2.1). */
const visibleAscii = /^[!-~]+$/

async function verifyTokens(
  ctx: CryptoContext,
  text: string,
  policy: NationalTokenPolicy,
): Promise<LoginTokens | Failure<NationalLoginCode>> {
  const body = parseJsonObject(text, 'token_response')
  if (failed(body)) return body
  const { id_token, access_token, token_type } = body
  if (typeof id_token !== 'string') return fail('id_token_missing', 'token_response.id_token')
  if (typeof access_token !== 'string' || !visibleAscii.test(access_token))
    return fail('token_response_malformed', 'token_response.access_token')
  // A token of an unknown type must not be used (RFC 6749 §7.1). Without a DPoP proof, only `bearer` is possible.
  if (typeof token_type !== 'string' || token_type.toLowerCase() !== 'bearer')
    return fail('token_response_malformed', 'token_response.token_type')
  const idToken = await verifyNationalIdToken(ctx, id_token, { ...policy, accessToken: access_token })
  return failed(idToken) ? idToken : { idToken, accessToken: access_token }
}

async function verifyUserinfo(
  ctx: CryptoContext,
  response: Response,
  policy: UserinfoPolicy,
): Promise<Verified<JsonObject> | Failure<NationalLoginCode>> {
  const mediaType = mediaTypeOf(response.headers.get('content-type'))
  if (mediaType === 'application/json') return fail('userinfo_unsigned', 'userinfo') // PP-62
  if (mediaType !== 'application/jwt' && mediaType !== 'application/jose')
    return fail('userinfo_malformed', 'userinfo.content-type')
  return verifyNationalUserinfo(ctx, await response.text(), policy)
}

/**
 * Returns the failure for an error that the library threw. Returns `whenInvalid` if the library refuses a response.
 * Rethrows an error that is a bug.
 */
function failureOf(thrown: unknown, whenInvalid: Failure<NationalLoginCode>): Failure<NationalLoginCode> {
  if (thrown instanceof ThrownFailure) return thrown.failure
  switch (openidClientFault(thrown)) {
    case 'outage':
      return fail('provider_unreachable', whenInvalid.at)
    case 'configuration':
      return fail('provider_malformed', whenInvalid.at)
    case 'violation':
      return whenInvalid
    default:
      throw thrown
  }
}
