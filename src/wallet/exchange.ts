/**
 * One request of the wallet and its answer, read within limits: the small client that all flows share. What an answer
 * means is the use case's business.
 */
import {
  type CryptoContext,
  type Failure,
  type Fetch,
  type FetchCode,
  fail,
  failed,
  type JsonCode,
  type JsonObject,
  joinRules,
  mediaTypeOf,
  type NumericDate,
  notFetched,
  parseJsonObject,
  type Random,
  readText,
  rows,
  rules,
} from '../base/index.ts'
import type { Signer } from '../jose/index.ts'
import { createDpopProof, encodeForm, parseErrorResponse } from '../oauth/index.ts'
import { inTheirWords, type WalletAnswer, WI } from './answers.ts'

export interface ReceivedAnswer {
  readonly status: number
  readonly mediaType: string
  readonly headers: Headers
  readonly text: string
}

export type ExchangeCode = 'unreachable' | 'answer_unreadable' | 'address_forbidden'

export const EXCHANGE_RULES = joinRules<ExchangeCode>()(
  rows(WI.addressForbidden, { 'FED-08': ['address_forbidden'] }),
  rows(WI.answerUnreadable, { 'GEN-23': ['answer_unreadable'] }),
  rows(WI.unreachable, { 'GEN-27': ['unreachable'] }),
)

/** What a guarded client says that is no outage: the same comes of it tomorrow. */
const guardedCodes: { readonly [code in FetchCode]?: ExchangeCode } = {
  answer_too_large: 'answer_unreadable',
  coding_unexpected: 'answer_unreadable',
  address_forbidden: 'address_forbidden',
  url_forbidden: 'address_forbidden',
}

/**
 * Sends a request and reads the answer, whatever its status; a redirect is an answer like any other, which the context's
 * `fetch` does not follow. An answer that breaks off is an outage, one that is too long or no text is unreadable (D-340).
 * `at` names the endpoint in the failure.
 */
export async function exchange(
  ctx: { readonly fetch: Fetch },
  request: Request,
  at: string,
): Promise<ReceivedAnswer | Failure<ExchangeCode>> {
  let response: Response
  try {
    response = await ctx.fetch(request)
  } catch (thrown) {
    return fail(guardedCodes[notFetched(thrown, at).code] ?? 'unreachable', at)
  }
  const text = await readText(response, at)
  if (failed(text)) return fail(text.code === 'unreachable' ? 'unreachable' : 'answer_unreadable', at)
  const { status, headers } = response
  return { status, mediaType: mediaTypeOf(headers.get('content-type')), headers, text }
}

export const formRequest = (
  url: string,
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Request =>
  new Request(url, {
    method: 'POST',
    body: encodeForm(form),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
  })

export const jsonRequest = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Request =>
  new Request(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
  })

export type JsonAnswerCode = JsonCode | 'media_type_unexpected'

/** The JSON object of an answer. */
export function readJson({ mediaType, text }: ReceivedAnswer, at: string): JsonObject | Failure<JsonAnswerCode> {
  if (mediaType !== 'application/json') return fail('media_type_unexpected', at)
  return parseJsonObject(text, at)
}

/** What a JSON answer of another shape means to one use case: everywhere the same row. */
export const jsonRules = <A>(requirement: string, answer: A) =>
  rules<JsonAnswerCode>()(answer, {
    'GEN-28': ['json_duplicate_member'],
    [requirement]: ['json_malformed', 'json_too_large', 'json_too_deep', 'media_type_unexpected'],
  })

export interface StatedError {
  readonly error: string | undefined
  readonly description: string | undefined
  /** A c_nonce that came with the error (OpenID4VCI D13 §7.3.1.2). */
  readonly cNonce: string | undefined
}

/** What an answer that is no success says of itself; nothing when it is not in the usual form. */
export function statedError(answer: ReceivedAnswer): StatedError {
  const body = readJson(answer, 'error')
  const stated = failed(body) ? body : parseErrorResponse(body)
  if (failed(stated)) return { error: undefined, description: undefined, cNonce: undefined }
  return { error: stated.error, description: stated.error_description ?? stated.error, cNonce: stated.c_nonce }
}

/** The outcome for an answer that refuses: the other party's trouble or its no, in its words. */
export const refusalOf = (answer: ReceivedAnswer, refused: WalletAnswer, down: WalletAnswer = WI.unreachable) =>
  inTheirWords(answer.status >= 500 || answer.status === 429 ? down : refused, statedError(answer).description)

/** What is said to a client that does not authenticate (RFC 6749 §5.2), or whose token does not hold (RFC 6750 §3.1). */
const clientErrors = ['invalid_client', 'invalid_token']

/** Whether an answer to a request that showed the Wallet Attestation refuses the client as such, and not what it asks for. */
export function refusesClient(answer: ReceivedAnswer): boolean {
  const challenge = answer.headers.get('www-authenticate') ?? ''
  const error = statedError(answer).error ?? /\berror="([^"]*)"/.exec(challenge)?.[1] ?? ''
  return (answer.status === 400 || answer.status === 401) && clientErrors.includes(error)
}

/**
 * Whether an answer to a response, which showed the attestation among other things, may be about it. A 403 says that
 * somebody behind the response is not trusted, and not who (RP-54): the next flow shows another (D-308).
 */
export const mayRefuseAttestation = (answer: ReceivedAnswer): boolean => answer.status === 403 || refusesClient(answer)

export interface DpopExchange {
  readonly signer: Signer
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly now: NumericDate
  /** The access token, or the Wallet Attestation, that is sent with the proof. */
  readonly accessToken?: string
  /** The server's last `DPoP-Nonce`. */
  readonly dpopNonce?: string | undefined
  /** Called for each attempt: nothing that may be used once is sent twice. */
  readonly build: (headers: Readonly<Record<string, string>>) => Request | Promise<Request>
}

/**
 * Sends a request with a DPoP proof of its own (WI-08). `use_dpop_nonce` is followed once, with a new proof (WI-47,
 * RFC 9449 §8).
 */
export async function exchangeWithDpop(
  ctx: CryptoContext & { readonly fetch: Fetch; readonly random: Random },
  { signer, build, dpopNonce, ...target }: DpopExchange,
  at: string,
): Promise<ReceivedAnswer | Failure<ExchangeCode>> {
  const attempt = async (nonce: string | undefined) => {
    const proof = await createDpopProof(ctx, signer, { ...target, ...(nonce === undefined ? {} : { nonce }) })
    const { accessToken } = target
    const request = await build({
      dpop: proof, // WI-43, WI-51, WI-71
      ...(accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }), // WI-51, WI-71
    })
    return exchange(ctx, request, at)
  }
  const answer = await attempt(dpopNonce)
  if (failed(answer)) return answer
  const demanded = answer.headers.get('dpop-nonce')
  const asks = answer.status === 400 || answer.status === 401 ? asksForNonce(answer) : false
  return asks && demanded !== null && demanded !== dpopNonce ? attempt(demanded) : answer // WI-47
}

const asksForNonce = (answer: ReceivedAnswer): boolean =>
  statedError(answer).error === 'use_dpop_nonce' ||
  /error="use_dpop_nonce"/.test(answer.headers.get('www-authenticate') ?? '')
