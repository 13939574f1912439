/**
 * Outgoing HTTP for every role. The composition root passes a guarded `Fetch` (`node/guarded-fetch.ts`: https only, no
 * private addresses, no redirects, limits). Roles send requests to each other only with such a `Fetch`.
 */
import { concatBytes } from './bytes.ts'
import { Failure, fail } from './failure.ts'
import { shownValue } from './shown-evidence.ts'
import { decodeUtf8 } from './utf8.ts'

/**
 * Sends a request. Rejects if the other side is unreachable, the URL or the address is forbidden, or a limit is
 * exceeded.
 */
export type Fetch = (request: Request) => Promise<Response>

/**
 * Reasons for a failed fetch. `unreachable`: no answer, or a body that broke off. `url_forbidden` and
 * `address_forbidden`: the client did not send the request (FED-08). The other codes: an answer with an unexpected
 * status, media type, content coding, size or character encoding.
 */
export type FetchCode =
  | 'unreachable'
  | 'url_forbidden'
  | 'address_forbidden'
  | 'status_unexpected'
  | 'media_type_unexpected'
  | 'coding_unexpected'
  | 'answer_too_large'
  | 'not_text'

/**
 * Causes of a missing answer: connection refused, unknown host name, no route, untrusted certificate, certificate for
 * another name, no TLS, connection closed. A client reports the cause as `trouble` of the error that it throws. For
 * `other_name` the error may also have `names`: the requested name and those in the certificate, as
 * `a.example: b.example`.
 */
const fetchTroubles = ['refused', 'name', 'route', 'certificate', 'other_name', 'tls', 'cut'] as const
/** Cause of a missing answer. */
export type FetchTrouble = (typeof fetchTroubles)[number]

/** Conditions for an answer. The `signal` of the request limits the time. */
export interface FetchLimits {
  /** Maximum number of bytes. */
  readonly size: number
  /** Accepted statuses. Defaults to 200. */
  readonly statuses?: readonly number[]
}

const defaultLimits: FetchLimits = { size: 262_144 }

/**
 * Fetches a UTF-8 text of one media type. Ignores the parameters of the received media type, such as `charset`. `at`
 * names the document in a failure. For a status that is not accepted, the place ends with the status
 * (`statement.status.404`), unless the client hides the status. For a missing answer, the place ends with the cause if
 * it is known (`statement.certificate`). The advice for operators depends on these endings. `limits` defaults to 256
 * KiB.
 */
export async function fetchText(
  fetch: Fetch,
  request: Request,
  mediaType: string,
  at: string,
  limits: FetchLimits = defaultLimits,
): Promise<string | Failure<FetchCode>> {
  const bytes = await fetchBytes(fetch, request, [mediaType], at, limits)
  return bytes instanceof Failure ? bytes : (decodeUtf8(bytes) ?? fail('not_text', at))
}

/**
 * Fetches a document as bytes. Its media type must be one of `mediaTypes`. An empty text in the list accepts a document
 * without a media type. Ignores the parameters of the received media type. Failures have the places of `fetchText`.
 * `limits` defaults to 256 KiB.
 */
export async function fetchBytes(
  fetch: Fetch,
  request: Request,
  mediaTypes: readonly string[],
  at: string,
  limits: FetchLimits = defaultLimits,
): Promise<Uint8Array | Failure<FetchCode>> {
  let response: Response
  try {
    response = await fetch(request)
  } catch (thrown) {
    return fetchFailureOf(thrown, at)
  }
  const { statuses = [200] } = limits
  if (!statuses.includes(response.status)) {
    cancelBody(response)
    const evidence = {
      expected: `HTTP status ${statuses.join(' or ')}`,
      found: `${response.status} at ${shownValue(request.url)}`,
      isShownAnywhere: true,
    } as const
    return fail('status_unexpected', `${at}.status.${response.status}`, evidence)
  }
  const received = mediaTypeOf(response.headers.get('content-type'))
  if (!mediaTypes.includes(received)) {
    cancelBody(response)
    return fail('media_type_unexpected', at, {
      expected: mediaTypes.filter((type) => type !== '').join(' or '),
      found: `${received} at ${shownValue(request.url)}`,
      isShownAnywhere: true,
    })
  }
  return readBytes(response, at, limits)
}

/** Cancels a body that is not read. Otherwise it would occupy its connection until garbage collection. */
const cancelBody = ({ body }: Response): void => void body?.cancel().catch(() => undefined)

/**
 * Codes with which a guarded client refuses a request or an answer. These codes are not outages, because a retry fails
 * in the same way.
 */
const guardCodes: readonly FetchCode[] = [
  'url_forbidden', // FED-08
  'address_forbidden', // FED-08
  'answer_too_large',
  'coding_unexpected',
  'status_unexpected', // FED-126
]

/**
 * Converts an error that a `Fetch` threw into a failure. An error without one of `guardCodes` becomes `unreachable`.
 * The place of `unreachable` ends with the cause if it is known. For `other_name`, the names follow in brackets
 * (`readTrouble`).
 */
export function fetchFailureOf(thrown: unknown, at: string): Failure<FetchCode> {
  const { code: thrownCode, names } = membersOf(thrown)
  const code = guardCodes.find((one) => one === thrownCode)
  if (code !== undefined) return fail(code, at)
  const isOtherName = causeOf(thrown) === 'other_name' && typeof names === 'string'
  return fail('unreachable', `${placeWithCause(thrown, at)}${isOtherName ? `[${names}]` : ''}`)
}

/**
 * Returns the place with the cause of an error that a `Fetch` threw, if the cause is known. Adds no host names, because
 * a stranger may see the result.
 */
export function placeWithCause(thrown: unknown, at: string): string {
  const cause = causeOf(thrown)
  return cause === undefined ? at : `${at}.${cause}`
}

function causeOf(thrown: unknown): FetchTrouble | 'timeout' | undefined {
  const { code, trouble } = membersOf(thrown)
  return code === 'timeout' ? code : fetchTroubles.find((one) => one === trouble)
}

const membersOf = (thrown: unknown): { readonly [name in string]?: unknown } =>
  (thrown instanceof Error ? thrown : {}) as { readonly [name in string]?: unknown }

/** Cause that a place ends with. No members if the place names no cause. */
export interface ReadTrouble {
  readonly trouble?: FetchTrouble | 'timeout'
  /** Requested host name, if the certificate is for another name. */
  readonly asked?: string
  /** Names in that certificate. */
  readonly served?: string
}

/** Returns the cause that `fetchFailureOf` appended to a place. */
export function readTrouble(at: string): ReadTrouble {
  const [, word, asked, served] = /\.(\w+)(?:\[([^:\]]+): ([^\]]+)\]?)?$/.exec(at) ?? []
  const trouble = ([...fetchTroubles, 'timeout'] as const).find((one) => one === word)
  if (trouble === undefined) return {}
  return { trouble, ...(asked !== undefined && served !== undefined && { asked, served }) }
}

/**
 * Converts a failure for a status of 5xx or 429 into `unreachable`, because a later attempt may succeed. Returns any
 * other failure unchanged, even for a redirect or a 404, because a retry gets the same answer.
 */
export const unreachableIfOutage = <C extends string>(failure: Failure<C>): Failure<C | 'unreachable'> =>
  /\.status\.(?:5\d\d|429)$/.test(failure.at) ? fail('unreachable', failure.at) : failure

/**
 * Reads the body of a message as UTF-8. Fails with `answer_too_large` for a body above the limit, with `unreachable` if
 * the body breaks off, and with `not_text` if it is not UTF-8. Buffers at most the limit, which defaults to 256 KiB.
 */
export async function readText(
  message: Request | Response,
  at: string,
  limits: FetchLimits = defaultLimits,
): Promise<string | Failure<FetchCode>> {
  const bytes = await readBytes(message, at, limits)
  return bytes instanceof Failure ? bytes : (decodeUtf8(bytes) ?? fail('not_text', at))
}

async function readBytes(
  message: Request | Response,
  at: string,
  limits: FetchLimits,
): Promise<Uint8Array | Failure<FetchCode>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const reader = message.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length
      if (size > limits.size) {
        // Not awaited: the cancellation of a cloned body only completes when both copies are cancelled.
        reader?.cancel().catch(() => undefined)
        const expected = `at most ${limits.size} bytes`
        return fail('answer_too_large', at, { expected, found: 'more bytes', isShownAnywhere: true })
      }
      chunks.push(part.value)
    }
  } catch {
    return fail('unreachable', at)
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : concatBytes(chunks)
}

/** Returns the media type without parameters, in lower case. Returns an empty string for an absent header. */
export const mediaTypeOf = (header: string | null | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
