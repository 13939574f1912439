/** Converts requests and responses to the form that faults change, and back. */
import { failed } from '../../base/index.ts'
import type { HttpRequest, HttpResponse } from '../../http/index.ts'
import type { FaultableMessage } from './places.ts'

const textOf = (body: HttpResponse['body']): string =>
  typeof body === 'string' ? body : new TextDecoder().decode(body)

const linesOf = ({ headers }: HttpResponse, isSingle: boolean) =>
  Object.entries(headers).filter(([, value]) => (typeof value === 'string') === isSingle)

/** Converts a response. Leaves out headers with several lines. */
export const faultableResponse = (response: HttpResponse): FaultableMessage => ({
  target: '',
  status: response.status,
  headers: Object.fromEntries(linesOf(response, true)) as Record<string, string>,
  body: textOf(response.body),
})

/** Returns the changed response. Headers with several lines are unchanged. */
export const changedResponse = (
  response: HttpResponse,
  { status = response.status, headers, body }: FaultableMessage,
): HttpResponse => ({ status, headers: { ...Object.fromEntries(linesOf(response, false)), ...headers }, body })

/** Converts a request before it is sent. */
export const faultableRequest = async (request: Request): Promise<FaultableMessage> => ({
  target: targetOf(new URL(request.url)),
  headers: Object.fromEntries(request.headers),
  body: request.body === null ? '' : await request.clone().text(),
})

const targetOf = ({ pathname, search }: URL): string => pathname + search

/** Returns the changed request. A request without a body stays without one. */
export function changedRequest(request: Request, { target, headers, body }: FaultableMessage): Request {
  const { origin } = new URL(request.url)
  const init = { method: request.method, headers, redirect: request.redirect, signal: request.signal }
  return new Request(origin + target, request.body === null ? init : { ...init, body })
}

/** Maximum size in bytes of the body of a received request that a fault can change. */
const maximumBytes = 1024 * 1024

/**
 * Headers of a received request that faults can change. This list is fixed, because not every transport can list the
 * headers of a request.
 */
const changeableHeaders = ['authorization', 'dpop']

/** A received request in the form that faults change. */
interface ReadRequest {
  readonly message: FaultableMessage
  /** Returns the request with this content. If the body could not be read, `text` returns the same failure again. */
  with(message: FaultableMessage): HttpRequest
}

/** Reads a received request. `body` is empty if the body cannot be read or is larger than 1 MiB. */
export async function readReceived(request: HttpRequest): Promise<ReadRequest> {
  const text = await request.text(maximumBytes)
  const headers = changeableHeaders.flatMap((name) => {
    const value = request.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    message: { target: request.target, headers: Object.fromEntries(headers), body: failed(text) ? '' : text },
    with: ({ target, headers: changed, body }) => ({
      method: request.method,
      target,
      header: (name) => (changeableHeaders.includes(name) ? changed[name] : request.header(name)),
      ...(request.rawHeaders && { rawHeaders: changedLines(request.rawHeaders, changed) }),
      text: () => (failed(text) ? text : body),
    }),
  }
}

/** Returns the header lines with the changed values, and without the removed headers. */
function changedLines(lines: readonly string[], changed: FaultableMessage['headers']): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [line, before] = [lines[at] as string, lines[at + 1]]
    const name = line.toLowerCase()
    const value = changeableHeaders.includes(name) ? changed[name] : before
    if (value !== undefined) kept.push(line, value)
  }
  return kept
}
