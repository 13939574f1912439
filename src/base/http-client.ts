/**
 * Outgoing HTTP as every role sees it: a `Fetch` that the composition root guards (`node/guarded-fetch.ts`: https only,
 * no private addresses, no redirects, limits). Roles reach each other through this and nothing else.
 */
import { concatBytes } from './bytes.ts'
import { type Failure, fail } from './failure.ts'
import { shownValue } from './shown-evidence.ts'
import { decodeUtf8 } from './utf8.ts'

/** Sends a request. Rejects when the other side cannot be reached or a limit is hit. */
export type Fetch = (request: Request) => Promise<Response>

/**
 * Why no text came of a request: nobody answered, the client would not ask that URL or address, or the answer was not
 * what was asked for.
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
 * Why nobody answered, as a client may say in the `trouble` of the error that it throws: nothing listens there, there is no
 * such name, no route leads to its addresses, its certificate is not trusted, its certificate is for another name, it does not speak TLS, it ended the connection.
 * The client may say the names of `other_name` in `names`: `a.example: b.example`, the one that was asked for first.
 */
const fetchTroubles = ['refused', 'name', 'route', 'certificate', 'other_name', 'tls', 'cut'] as const
/** One of the reasons why nobody answered. */
export type FetchTrouble = (typeof fetchTroubles)[number]

/** How much of an answer is read; for how long it is waited is for the request's `signal` to say. */
export interface FetchLimits {
  /** Bytes of the answer. */
  readonly size: number
}

const defaultLimits: FetchLimits = { size: 262_144 }

/**
 * Gets a text of one media type. A `charset` parameter is tolerated. `at` names the document in the failure; after it stands
 * a status that is not 200 (`statement.status.404`), or why nobody answered (`statement.certificate`): an outage that does
 * not say is what its operator looks for longest.
 */
export async function fetchText(
  fetch: Fetch,
  request: Request,
  mediaType: string,
  at: string,
  limits: FetchLimits = defaultLimits,
): Promise<string | Failure<FetchCode>> {
  let response: Response
  try {
    response = await fetch(request)
  } catch (thrown) {
    return notFetched(thrown, at)
  }
  if (response.status !== 200) {
    response.body?.cancel().catch(() => undefined)
    const evidence = {
      expected: 'HTTP status 200',
      found: `${response.status} at ${shownValue(request.url)}`,
      isOwnWords: true,
    } as const
    return fail('status_unexpected', `${at}.status.${response.status}`, evidence)
  }
  const received = mediaTypeOf(response.headers.get('content-type'))
  if (received !== mediaType)
    return fail('media_type_unexpected', at, {
      expected: mediaType,
      found: `${received} at ${shownValue(request.url)}`,
      isOwnWords: true,
    })
  return readText(response, at, limits)
}

/** Why a guarded client made no request, or gave up on what it got: no outage, and the same tomorrow. */
const guardCodes: readonly FetchCode[] = [
  'url_forbidden', // FED-08
  'address_forbidden', // FED-08
  'answer_too_large',
  'coding_unexpected',
]

/** What a `Fetch` says by throwing. */
export function notFetched(thrown: unknown, at: string): Failure<FetchCode> {
  const { code: said, trouble, names } = (thrown instanceof Error ? thrown : {}) as { [name in string]?: unknown }
  const code = guardCodes.find((one) => one === said)
  if (code !== undefined) return fail(code, at)
  const why = said === 'timeout' ? said : fetchTroubles.find((one) => one === trouble)
  const both = why === 'other_name' && typeof names === 'string' ? `[${names}]` : ''
  return fail('unreachable', why === undefined ? at : `${at}.${why}${both}`)
}

/** Why nobody answered; empty where that is not known. */
export interface ReadTrouble {
  readonly trouble?: FetchTrouble | 'timeout'
  /** The name that was asked for, where the certificate is for another one. */
  readonly asked?: string
  /** The names in that certificate. */
  readonly served?: string
}

/** Reads what `notFetched` wrote behind a place. */
export function readTrouble(at: string): ReadTrouble {
  const [, word, asked, served] = /\.(\w+)(?:\[([^:\]]+): ([^\]]+)\]?)?$/.exec(at) ?? []
  const trouble = ([...fetchTroubles, 'timeout'] as const).find((one) => one === word)
  if (trouble === undefined) return {}
  return { trouble, ...(asked !== undefined && served !== undefined && { asked, served }) }
}

/**
 * A party in trouble (5xx, 429) has said nothing: that is as if it had not answered. Every other answer that is not 200, a
 * redirect or a 404, is the same tomorrow.
 */
export const unlessInTrouble = <C extends string>(failure: Failure<C>): Failure<C | 'unreachable'> =>
  /\.status\.(?:5\d\d|429)$/.test(failure.at) ? fail('unreachable', failure.at) : failure

/** Reads a body within the limit; what lies beyond it is never buffered. */
export async function readText(
  message: Request | Response,
  at: string,
  limits: FetchLimits = defaultLimits,
): Promise<string | Failure<FetchCode>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    const reader = message.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length
      if (size > limits.size) {
        // Not awaited: a body that was cloned is only cancelled when both copies are.
        reader?.cancel().catch(() => undefined)
        return fail('answer_too_large', at)
      }
      chunks.push(part.value)
    }
  } catch {
    return fail('unreachable', at)
  }
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : concatBytes(chunks)
  return decodeUtf8(bytes) ?? fail('not_text', at)
}

/** The type without parameters, in lower case. */
export const mediaTypeOf = (header: string | null | undefined): string =>
  (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
