/**
 * Observes the exchanges of browsers, and of other clients outside the sandbox, with a national identity provider.
 * Ignores requests with `recordHeader`: a party of the sandbox sent and recorded them.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { recordHeader } from '../traffic-header.ts'

/**
 * A request and its response. The names of the request's headers are in lower case. A body is cut at 256 KiB and
 * decoded as UTF-8.
 */
export interface ObservedExchange {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly milliseconds: number
  readonly request: {
    readonly method: string
    readonly target: string
    readonly headers: readonly (readonly [name: string, value: string])[]
    readonly body: string
  }
  readonly response: {
    readonly status: number
    readonly headers: readonly (readonly [name: string, value: string])[]
    readonly body: string
  }
}

export type OnExchange = (exchange: ObservedExchange) => void

/** Maximum number of kept bytes of a body. */
const maximumBytes = 262_144

/** Wraps a listener, and reports each observed exchange when its response has ended. */
export const observeExchanges =
  (handle: RequestListener, report: OnExchange): RequestListener =>
  (request, response) => {
    if (request.headers[recordHeader] === undefined) observe(request, response, report)
    handle(request, response)
  }

function observe(request: IncomingMessage, response: ServerResponse, report: OnExchange): void {
  const at = Date.now()
  const { method = 'GET', url: target = '/', rawHeaders } = request
  const headers = pairsOf(rawHeaders)
  const [requestBody, responseBody] = [createCollector(), createCollector()]
  // The observer must not start reading: the listener does. Node then emits each part of the body as `data`.
  const { emit } = request
  request.emit = (event: string | symbol, ...values: unknown[]): boolean => {
    if (event === 'data') requestBody.add(values[0])
    return emit.call(request, event, ...values)
  }
  const { write, end, writeHead } = response
  // `getHeaders` does not contain headers that are passed only to `writeHead`.
  response.writeHead = ((status: number, ...values: unknown[]) => {
    const headers = values.find((one) => typeof one === 'object' && one !== null && !Array.isArray(one)) ?? {}
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return (writeHead as (...all: unknown[]) => ServerResponse).call(response, status, ...values)
  }) as typeof writeHead
  response.write = ((...values: Parameters<typeof write>) => {
    responseBody.add(values[0])
    return write.apply(response, values)
  }) as typeof write
  response.end = ((...values: unknown[]) => {
    responseBody.add(values[0])
    return (end as (...all: unknown[]) => ServerResponse).apply(response, values)
  }) as typeof end
  response.once('finish', () =>
    report({
      ...{ at, milliseconds: Date.now() - at },
      request: { method, target, headers, body: requestBody.text() },
      response: {
        status: response.statusCode,
        headers: Object.entries(response.getHeaders()).flatMap(([name, value]) =>
          [value ?? []].flat().map((one) => [name, String(one)] as const),
        ),
        body: responseBody.text(),
      },
    }),
  )
}

function createCollector() {
  const parts: Buffer[] = []
  let length = 0
  return {
    add: (part: unknown): void => {
      if (typeof part !== 'string' && !(part instanceof Uint8Array)) return
      const bytes = Buffer.from(part as string)
      if (length < maximumBytes) parts.push(bytes)
      length += bytes.length
    },
    text: (): string => Buffer.concat(parts).subarray(0, maximumBytes).toString(),
  }
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name.toLowerCase(), raw[index + 1] as string]] : [],
  )
