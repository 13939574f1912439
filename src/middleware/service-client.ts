/**
 * The Relying Party service as the middleware uses it: over HTTP, with the application's key.
 */
import { z } from 'zod'
import { failed, type JsonObject, joinUrl, parseJsonObject, readText } from '../base/index.ts'
import { respondJson, toWebResponse } from '../http/index.ts'
import type { MiddlewareContext } from './options.ts'

/**
 * The service does not do what was asked of it: it is out of reach, does not know the key, or refuses the query. Express and
 * Fastify answer the visitor with `status`, `headers` and `message`, which say nothing of the service, Fastify with `code`, too;
 * `serve` and Hono with what `getResponse` makes of the same. The log is told by `detail` and the stack, with the service's own
 * words, requirement and trace, and no claim.
 */
export class PresentationServiceFault extends Error {
  /** Of the service's answer; 0 when there was none. */
  readonly serviceStatus: number
  /** The service's error code. */
  readonly code: string
  /** For the application's log. */
  readonly detail: string
  /** Of the answer to the visitor: 503 when it may pass, 502 when somebody has to mend something. */
  readonly status: 502 | 503
  readonly statusCode: 502 | 503
  /** `retry-after`, where it may pass and the service has said when. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the convention of Express: `message` is not for visitors. */
  readonly expose = false

  constructor(serviceStatus: number, code: string, detail: string, retryAfterSeconds?: string) {
    super('The presentation cannot be asked for now.')
    this.name = 'PresentationServiceFault'
    this.stack = this.stack?.replace(this.message, () => detail) ?? detail // what Express writes to its log
    this.serviceStatus = serviceStatus
    this.code = code
    this.detail = detail
    this.status = serviceStatus === 0 || serviceStatus === 429 || serviceStatus >= 500 ? 503 : 502
    this.statusCode = this.status
    this.headers = this.status === 503 && retryAfterSeconds !== undefined ? { 'retry-after': retryAfterSeconds } : {}
  }

  /** The answer to the visitor, where a web-standard server asks what was thrown for it. */
  getResponse(): Response {
    const error = this.status === 503 ? 'temporarily_unavailable' : 'server_error'
    const headers = { 'cache-control': 'no-store', ...this.headers }
    return toWebResponse(respondJson({ error, error_description: this.message }, this.status, headers))
  }
}

const ordered = z.looseObject({ id: z.string(), start_url: z.url() })
const ended = z.looseObject({
  id: z.string(),
  state: z.string().optional(),
  status: z.enum(['presented', 'refused', 'cancelled', 'expired']),
  reason: z.string().optional(),
  credentials: z.record(z.string(), z.unknown()).optional(),
})
export type EndedPresentation = z.output<typeof ended>

type Context = Pick<MiddlewareContext, 'fetch' | 'options'>

export async function orderPresentation(
  ctx: Context,
  query: object,
  { state, flow }: { readonly state: string; readonly flow: 'same-device' | 'cross-device' },
): Promise<z.output<typeof ordered>> {
  const { returnUrl, purpose, walletAttestation } = ctx.options
  const asked = { dcql_query: query, wallet_attestation: walletAttestation }
  const order = { ...asked, return_url: returnUrl, state, purpose, flow }
  return read(ordered, await call(ctx, 'POST', '/api/presentations', order))
}

/** What the reference stands for; `undefined` when the service does not take it (used, late, or none of ours). */
export async function redeemReference(ctx: Context, reference: string): Promise<EndedPresentation | undefined> {
  try {
    return read(ended, await call(ctx, 'POST', '/api/results', { reference }))
  } catch (thrown) {
    if (thrown instanceof PresentationServiceFault && thrown.serviceStatus === 400) return undefined
    throw thrown
  }
}

/** Erases what the service still has of a presentation; nothing happens when it has nothing. */
export async function erasePresentation(ctx: Context, id: string): Promise<void> {
  try {
    await call(ctx, 'DELETE', `/api/presentations/${encodeURIComponent(id)}`)
  } catch (thrown) {
    if (!(thrown instanceof PresentationServiceFault && thrown.serviceStatus === 404)) throw thrown
  }
}

async function call(ctx: Context, method: string, path: string, body?: object): Promise<JsonObject> {
  const { service, apiKey, answerSeconds } = ctx.options
  const headers = { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) }
  const signal = AbortSignal.timeout(answerSeconds * 1000)
  const init: RequestInit = { method, headers, redirect: 'error', signal, ...(body && { body: JSON.stringify(body) }) }
  const unreachable = (cause: unknown): PresentationServiceFault => {
    const fault = new PresentationServiceFault(0, 'unreachable', `${service} does not answer`)
    fault.cause = cause
    return fault
  }
  let response: Response
  try {
    response = await ctx.fetch(new Request(joinUrl(service, path), init))
  } catch (cause) {
    throw unreachable(cause)
  }
  if (response.status === 204) return {}
  const text = await readText(response, 'answer')
  if (failed(text) && text.code === 'unreachable') throw unreachable(text)
  const json = failed(text) ? text : parseJsonObject(text, 'answer')
  const answer = failed(json) ? {} : json
  if (response.ok) return answer
  const trace = response.headers.get('fiducia-trace')
  const said = `${answer.error_description ?? response.statusText}${trace === null ? '' : ` (trace ${trace})`}`
  const [retryAfter] = /^\d{1,9}$/.exec(response.headers.get('retry-after') ?? '') ?? []
  const code = String(answer.error ?? 'unknown')
  throw new PresentationServiceFault(response.status, code, `${service}${path}: ${said}`, retryAfter)
}

function read<S extends z.ZodType>(schema: S, answer: JsonObject): z.output<S> {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new PresentationServiceFault(200, 'answer_unreadable', 'the service answers something else than it should')
}
