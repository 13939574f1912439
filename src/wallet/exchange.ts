/** HTTP client of all flows: one request and its response, read within limits. The use cases interpret the response. */
import {
  type Clock,
  type CryptoContext,
  type Failure,
  type Fetch,
  type FetchCode,
  type FoundEvidence,
  fail,
  failed,
  fetchFailureOf,
  type JsonCode,
  type JsonObject,
  joinRules,
  mediaTypeOf,
  type NumericDate,
  parseJsonObject,
  type Random,
  readText,
  rows,
  rules,
} from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { createDpopProof, createResourceHeaders, parseErrorResponse } from '../oauth/index.ts'
import { type WalletAnswer, WI, withStatedReason } from './answers.ts'
import type { WalletContext } from './context.ts'

/** A response that was read completely. */
export interface ReceivedAnswer {
  readonly status: number
  readonly mediaType: string
  readonly headers: Headers
  readonly text: string
  /** Seconds until the time in `Retry-After`, at most 60. 0 if the header is absent or malformed. */
  readonly retryAfterSeconds: number
}

export type ExchangeCode = 'unreachable' | 'answer_unreadable' | 'address_forbidden'

export const EXCHANGE_RULES = joinRules<ExchangeCode>()(
  rows(WI.addressForbidden, { 'FED-08': ['address_forbidden'] }),
  rows(WI.answerUnreadable, { 'GEN-23': ['answer_unreadable'] }),
  rows(WI.unreachable, { 'GEN-27': ['unreachable'] }),
)

/** Errors of a guarded HTTP client (`node/guarded-fetch.ts`) after which another attempt would fail too. */
const guardedCodes: { readonly [code in FetchCode]?: ExchangeCode } = {
  answer_too_large: 'answer_unreadable',
  coding_unexpected: 'answer_unreadable',
  address_forbidden: 'address_forbidden',
  url_forbidden: 'address_forbidden',
}

/**
 * Sends a request and reads the response, whatever its status. Also returns a redirect as a response, because the
 * context's `fetch` follows none. Fails with `unreachable` if no complete response arrives. Fails with
 * `answer_unreadable` for a response above 256 KiB, or one that is not UTF-8 (D-340). Fails with `address_forbidden` if
 * a guarded HTTP client refuses the address. `at` names the endpoint in the failure.
 */
export async function exchange(
  ctx: { readonly fetch: Fetch; readonly clock: Clock },
  request: Request,
  at: string,
): Promise<ReceivedAnswer | Failure<ExchangeCode>> {
  let response: Response
  try {
    response = await ctx.fetch(request)
  } catch (thrown) {
    return fail(guardedCodes[fetchFailureOf(thrown, at).code] ?? 'unreachable', at)
  }
  const text = await readText(response, at)
  if (failed(text)) return fail(text.code === 'unreachable' ? 'unreachable' : 'answer_unreadable', at)
  const { status, headers } = response
  const retryAfterSeconds = secondsUntil(headers.get('retry-after') ?? '', ctx.clock.now())
  return { status, mediaType: mediaTypeOf(headers.get('content-type')), headers, text, retryAfterSeconds }
}

/**
 * Returns the seconds until the time in `Retry-After`, which is a number of seconds or a date (RFC 9110 §10.2.3), at
 * most 60. Returns 0 for any other value.
 */
function secondsUntil(retryAfter: string, now: NumericDate): number {
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : Date.parse(retryAfter) / 1000 - now
  return Number.isNaN(seconds) ? 0 : Math.min(60, Math.max(0, seconds))
}

/**
 * Waits before the next attempt: twice as long after each attempt, and at least for `retryAfterSeconds`. `attempt`
 * counts the attempts so far.
 */
export const pauseBeforeRetry = (
  { pause, config }: Pick<WalletContext, 'pause' | 'config'>,
  attempt: number,
  retryAfterSeconds = 0,
): Promise<void> => pause(Math.max(config.firstPauseSeconds * 2 ** (attempt - 1), retryAfterSeconds))

type RequestHeaders = Readonly<Record<string, string>>

const postRequest = (url: string, contentType: string, body: string, headers?: RequestHeaders): Request =>
  new Request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': contentType, accept: 'application/json', ...headers },
  })

/** Returns a POST request with a form. `headers` may replace the default `accept: application/json`. */
export const formRequest = (url: string, form: Readonly<Record<string, string>>, headers?: RequestHeaders): Request =>
  postRequest(url, 'application/x-www-form-urlencoded', new URLSearchParams(form).toString(), headers)

/** Returns a POST request with JSON. `headers` may replace the default `accept: application/json`. */
export const jsonRequest = (url: string, body: object, headers?: RequestHeaders): Request =>
  postRequest(url, 'application/json', JSON.stringify(body), headers)

export type JsonAnswerCode = JsonCode | 'media_type_unexpected'

/**
 * Parses the JSON object of a response. Fails unless its media type is `application/json`. Does not check its status.
 */
export function readJson({ mediaType, text }: ReceivedAnswer, at: string): JsonObject | Failure<JsonAnswerCode> {
  if (mediaType !== 'application/json') return fail('media_type_unexpected', at)
  return parseJsonObject(text, at)
}

/** Creates the rules for a response that is not the expected JSON. Every rule has the given answer. */
export const jsonRules = <A>(requirement: string, answer: A) =>
  rules<JsonAnswerCode>()(answer, {
    'GEN-28': ['json_duplicate_member'],
    [requirement]: ['json_malformed', 'json_too_large', 'json_too_deep', 'media_type_unexpected'],
  })

interface StatedError {
  readonly error: string | undefined
  readonly description: string | undefined
  /** `c_nonce` of the error response, if any (OpenID4VCI D13 §7.3.1.2). */
  readonly cNonce: string | undefined
}

/**
 * Parses an error response. The description defaults to the error code. All members are `undefined` for a response in
 * another form.
 */
export function parseStatedError(answer: ReceivedAnswer): StatedError {
  const body = readJson(answer, 'error')
  const parsed = failed(body) ? body : parseErrorResponse(body)
  if (failed(parsed)) return { error: undefined, description: undefined, cNonce: undefined }
  return { error: parsed.error, description: parsed.error_description ?? parsed.error, cNonce: parsed.c_nonce }
}

/**
 * Returns `down`, with the seconds of `Retry-After`, for a fault or overload (5xx, 429), otherwise `refused`. Appends
 * the other party's text. If the body states no error, the text comes from `WWW-Authenticate` (WI-189).
 */
export function outcomeOfError(
  answer: ReceivedAnswer,
  refused: WalletAnswer,
  down: WalletAnswer = WI.unreachable,
): WalletAnswer {
  const { description = challengeValue(answer, 'error_description') ?? challengeValue(answer, 'error') } =
    parseStatedError(answer)
  const { status, retryAfterSeconds } = answer
  const outcome = status >= 500 || status === 429 ? { ...down, retryAfterSeconds } : refused
  return withStatedReason(outcome, description)
}

/** The expected and the found status of a response, for a refusal. */
export const statusEvidence = ({ status }: ReceivedAnswer, expected: string): FoundEvidence => ({
  expected: `status ${expected}`,
  found: `status ${status}`,
  isShownAnywhere: true,
})

/**
 * Error codes for failed client authentication (RFC 6749 §5.2; Attestation-Based Client Authentication, draft 10,
 * Errors) and for an invalid token (RFC 6750 §3.1).
 */
const clientErrors = ['invalid_client', 'invalid_token', 'use_fresh_attestation', 'invalid_client_attestation']

/**
 * Returns true if the response refuses the client that sent its Wallet Attestation, rather than the content of the
 * request.
 */
export function refusesClient(answer: ReceivedAnswer): boolean {
  const error = parseStatedError(answer).error ?? challengeValue(answer, 'error') ?? ''
  return (answer.status === 400 || answer.status === 401) && clientErrors.includes(error)
}

/**
 * Returns true if the response to a presentation may refuse its Wallet Attestation. A 403 may refuse the attestation,
 * another signature or an issuer, without naming which (RP-54). The next flow then sends another attestation (D-308).
 */
export const mayRefuseAttestation = (answer: ReceivedAnswer): boolean => answer.status === 403 || refusesClient(answer)

interface DpopExchange {
  readonly signer: Signer
  readonly method: 'GET' | 'POST'
  readonly url: string
  /** Token bound to the key of the proof: an access token or a Wallet Attestation. */
  readonly boundToken?: string
  /** Last `DPoP-Nonce` of the server. */
  readonly dpopNonce?: string | undefined
  /** Creates the request. Called again for the second attempt, so that an assertion in it gets a new `jti` and time. */
  readonly build: (headers: RequestHeaders) => Request | Promise<Request>
}

/**
 * Sends a request with a new DPoP proof (WI-08). If the server demands another nonce (`use_dpop_nonce`), sends the
 * request once more with a proof that contains that nonce (WI-47, RFC 9449 §8).
 */
export async function exchangeWithDpop(
  ctx: CryptoContext & { readonly fetch: Fetch; readonly random: Random; readonly clock: Clock },
  { signer, build, boundToken, dpopNonce, ...target }: DpopExchange,
  at: string,
): Promise<ReceivedAnswer | Failure<ExchangeCode>> {
  const attempt = async (nonce: string | undefined) => {
    const proof = await createDpopProof(ctx, signer, {
      ...target,
      now: ctx.clock.now(),
      ...(boundToken !== undefined && { accessToken: boundToken }),
      ...(nonce !== undefined && { nonce }),
    })
    const headers = boundToken === undefined ? { dpop: proof } : createResourceHeaders(boundToken, proof) // WI-43, WI-51, WI-71
    return exchange(ctx, await build(headers), at)
  }
  const answer = await attempt(dpopNonce)
  if (failed(answer)) return answer
  const serverNonce = answer.headers.get('dpop-nonce')
  const demandsNonce = answer.status === 400 || answer.status === 401 ? asksForNonce(answer) : false
  return demandsNonce && serverNonce !== null && serverNonce !== dpopNonce ? attempt(serverNonce) : answer // WI-47
}

const asksForNonce = (answer: ReceivedAnswer): boolean =>
  [parseStatedError(answer).error, challengeValue(answer, 'error')].includes('use_dpop_nonce')

/** Matches a parameter in `WWW-Authenticate`: a name with a token or a quoted string (RFC 9110 §11.2). */
const challengeParameter = /(?<=^|[\s,])([\w!#$%&'*+.^`|~-]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g

/**
 * Returns the first value of this name in `WWW-Authenticate` (RFC 6750 §3, RFC 9449 §7.1), without the backslashes of
 * escapes. Returns `undefined` if there is none.
 */
function challengeValue({ headers }: ReceivedAnswer, name: 'error' | 'error_description'): string | undefined {
  for (const [, key = '', quoted, token] of (headers.get('www-authenticate') ?? '').matchAll(challengeParameter))
    if (key.toLowerCase() === name) return quoted?.replace(/\\(.)/g, '$1') ?? token
  return undefined
}
