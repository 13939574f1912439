/** HTTP client for the Relying Party service, with the application's key. */
import { z } from 'zod'
import {
  createTimedRequest,
  type FetchTrouble,
  failed,
  fetchFailureOf,
  type JsonObject,
  joinUrl,
  parseJsonObject,
  readText,
  readTrouble,
  troubleOf,
} from '../base/index.ts'
import { respondJson, toWebResponse } from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'

/**
 * Fault of the service. The service does not answer, its response is malformed, or it answers with an error, for
 * example if it refuses the key or the query.
 *
 * Express answers the visitor with `status` and `headers`, outside production also with `stack`. Fastify answers with
 * `status`, `headers`, `code` and `message`. `serve` and Hono use `getResponse`.
 *
 * `message` reveals nothing about the service. `stack` is one line with code and trace, without calls and files,
 * because Express shows it. `detail` is for the log. It contains the service's description of the fault, the
 * requirement and the trace, but no claim.
 */
export class PresentationServiceFault extends Error {
  /** HTTP status of the service's response. 0 if the service did not answer. */
  readonly serviceStatus: number
  /** The service's error code, or `unreachable`, `answer_unreadable` or `unknown`. */
  readonly code: string
  /** Text for the application's log. */
  readonly detail: string
  /** HTTP status for the visitor: 503 if the service does not answer or answers 429 or 5xx, otherwise 502. */
  readonly status: 502 | 503
  /** The same status, under the name that Fastify reads. */
  readonly statusCode: 502 | 503
  /** `retry-after`, if the service has sent it and `status` is 503. */
  readonly headers: Readonly<Record<string, string>>
  /** Convention of `http-errors`: `message` is not for visitors. */
  readonly expose = false

  constructor(
    serviceStatus: number,
    code: string,
    detail: string,
    { retryAfterSeconds, trace }: { readonly retryAfterSeconds?: string; readonly trace?: string } = {},
  ) {
    super('The presentation cannot be asked for now.')
    this.name = 'PresentationServiceFault'
    this.stack = `${this.name}: ${this.message} (${code}${trace === undefined ? '' : `, trace ${trace}`})`
    this.serviceStatus = serviceStatus
    this.code = code
    this.detail = detail
    this.status = serviceStatus === 0 || serviceStatus === 429 || serviceStatus >= 500 ? 503 : 502
    this.statusCode = this.status
    this.headers = this.status === 503 && retryAfterSeconds !== undefined ? { 'retry-after': retryAfterSeconds } : {}
  }

  /** Returns the response for the visitor, on web-standard servers. */
  getResponse(): Response {
    const error = this.status === 503 ? 'temporarily_unavailable' : 'server_error'
    const headers = { 'cache-control': 'no-store', ...this.headers }
    return toWebResponse(respondJson({ error, error_description: this.message }, this.status, headers))
  }
}

const orderResponse = z.looseObject({ id: z.string(), start_url: z.url() })
const resultResponse = z.looseObject({
  id: z.string(),
  state: z.string().optional(),
  status: z.enum(['presented', 'refused', 'cancelled', 'expired']),
  reason: z.string().optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
})
type EndedPresentation = z.output<typeof resultResponse>

type Context = Pick<MiddlewareContext, 'fetch' | 'options'>

/** Orders a presentation. Rejects with `PresentationServiceFault` if the service fails or refuses. */
export async function orderPresentation(
  ctx: Context,
  query: object,
  { state, flow }: { readonly state: string; readonly flow: 'same-device' | 'cross-device' },
): Promise<z.output<typeof orderResponse>> {
  const { returnUrl, purpose, walletAttestation, profile } = ctx.options
  const request = { dcql_query: query, wallet_attestation: walletAttestation, profile }
  const order = { ...request, return_url: returnUrl, state, purpose, flow }
  return parseAnswer(orderResponse, await call(ctx, 'POST', '/api/presentations', order))
}

/**
 * Redeems the reference of an ended presentation. Returns `undefined` if the service answers 400: the reference is
 * malformed, unknown or expired, or belongs to another application. Also returns `undefined` for a presentation whose
 * data the service has already deleted. Rejects with `PresentationServiceFault` for all other faults.
 */
export async function redeemReference(ctx: Context, reference: string): Promise<EndedPresentation | undefined> {
  try {
    const ended = parseAnswer(resultResponse, await call(ctx, 'POST', '/api/results', { reference }))
    return ended.status === 'presented' && ended.credentials === undefined ? undefined : ended
  } catch (thrown) {
    if (thrown instanceof PresentationServiceFault && thrown.serviceStatus === 400) return undefined
    throw thrown
  }
}

/** Erases a presentation at the service. Has no effect if the presentation does not exist. */
export async function erasePresentation(ctx: Context, id: string): Promise<void> {
  try {
    await call(ctx, 'DELETE', `/api/presentations/${encodeURIComponent(id)}`)
  } catch (thrown) {
    if (!(thrown instanceof PresentationServiceFault && thrown.serviceStatus === 404)) throw thrown
  }
}

interface ServiceAnswer {
  readonly status: number
  /** Empty if the body is absent or unreadable. */
  readonly body: JsonObject
}

/** Maximum size of an answer in bytes: twice the size of the largest response of a wallet. */
const answerLimits = { size: 2_097_152 }

/** Calls the service. Rejects with `PresentationServiceFault` if it does not answer, or answers with an error. */
async function call(ctx: Context, method: string, path: string, body?: object): Promise<ServiceAnswer> {
  const { service, apiKey, answerSeconds } = ctx.options
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) }
  const init: RequestInit = { method, headers, redirect: 'error', ...(body && { body: JSON.stringify(body) }) }
  const unreachable = (cause: unknown): PresentationServiceFault => {
    const fault = new PresentationServiceFault(0, 'unreachable', `${service} does not answer${explainTrouble(cause)}`)
    fault.cause = cause
    return fault
  }
  let response: Response
  try {
    response = await ctx.fetch(createTimedRequest(answerSeconds * 1000, joinUrl(service, path), init))
  } catch (cause) {
    throw unreachable(cause)
  }
  const { status } = response
  if (status === 204) return { status, body: {} }
  const text = await readText(response, 'answer', answerLimits)
  if (failed(text) && text.code === 'unreachable') throw unreachable(text)
  const json = failed(text) ? text : parseJsonObject(text, 'answer', answerLimits)
  const answer = failed(json) ? {} : json
  if (response.ok) return { status, body: answer }
  const [trace] = /^[\w-]{1,64}$/.exec(response.headers.get('fiducia-trace') ?? '') ?? []
  const explanation = `${answer.error_description ?? response.statusText}${trace === undefined ? '' : ` (trace ${trace})`}`
  const [retryAfterSeconds] = /^\d{1,9}$/.exec(response.headers.get('retry-after') ?? '') ?? []
  const code = String(answer.error ?? 'unknown')
  throw new PresentationServiceFault(status, code, `${service}${path}: ${explanation}`, {
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(trace !== undefined && { trace }),
  })
}

/** Advice by the cause of a missing answer. */
const troubleAdvice: Readonly<Record<FetchTrouble, string>> = {
  refused: 'nothing listens there: start it, or correct `service`',
  name: 'no name server knows its host name: correct `service`, or check the name servers',
  route: 'there is no route to its addresses',
  certificate: 'its certificate is not trusted here: name its authority in NODE_EXTRA_CA_CERTS',
  other_name: 'its certificate is for another name: correct `service`, or its certificate',
  tls: 'it does not use TLS at this port: correct `service`',
  cut: 'it ends the connection: see its log. A port with TLS does this for plain http',
}

/** Explains the cause that a guarded client names, or the one in an error of the platform's `fetch`. */
function explainTrouble(cause: unknown): string {
  const named = readTrouble(fetchFailureOf(cause, 'answer').at).trouble
  const trouble = named === undefined || named === 'timeout' ? troubleOf(cause) : named
  return trouble === undefined ? '' : `: ${troubleAdvice[trouble]}`
}

function parseAnswer<S extends z.ZodType>(schema: S, { status, body }: ServiceAnswer): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw new PresentationServiceFault(
    status,
    'answer_unreadable',
    'the response of the service does not have the expected members',
  )
}
