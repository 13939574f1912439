/**
 * The one client for outgoing HTTP. Federation makes us fetch URLs that others chose, so it must not become a request
 * forger (FED-08) nor be held up (FED-37): https only, no address that is not public, no redirect followed, limits on
 * time, size and number. An address is judged twice: as a literal when the URL is parsed (which also undoes decimal,
 * octal and hexadecimal spellings), and as what a name resolves to when the connection is made, so that a name which
 * changes its mind between two look-ups gains nothing. Requests that a stranger caused (`markForStranger`) have a part of
 * the slots, of the resolver's time and connections of their own; hosts that the deployment names have reserved slots.
 */
import type { LookupFunction } from 'node:net'
import { getCACertificates } from 'node:tls'
import { Agent, request as send } from 'undici'
import { type Fetch, failed, isLoopbackHost, parseUrl, strangerWorkOf } from '../base/index.ts'
import { statusListTokenLimit } from '../status-list/index.ts'
import { addressLiteral, isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { AddressForbidden, FetchRefused, refusalOf } from './fetch-refusal.ts'
import { createNameResolver, type NameResolver } from './name-resolver.ts'
import { createSlots, type OutgoingLoad } from './slots.ts'

/** What a deployment lets out, and how much of it. */
export interface GuardedFetchOptions {
  /** Loopback hosts may be reached, also by plain http: the sandbox. */
  readonly loopbackHttp?: boolean
  /** Hosts whose address is not judged: a deployment's own, in a private network. https all the same. */
  readonly trustedHosts?: readonly string[]
  /** Hosts that a deployment itself names, as its anchors'. A quarter of the slots is reserved for them and the trusted ones. */
  readonly knownHosts?: readonly string[]
  /** PEM, beside those that the process has, `NODE_EXTRA_CA_CERTS` among them: a sandbox's local CA. */
  readonly certificateAuthorities?: readonly string[]
  /** For everything: waiting, connecting, headers and body. */
  readonly timeoutMilliseconds?: number
  /** Bytes of an answer's body; when not said, as many as the largest token of a status list. Compressed answers are not asked for and refused. */
  readonly maximumAnswerSize?: number
  /** Requests at once, to all servers together; others wait. */
  readonly concurrency?: number
  /** Requests at once to one server; others wait. */
  readonly concurrencyPerOrigin?: number
  /** The system's resolver when not said. */
  readonly lookup?: LookupFunction
}

/** A redirect is given back as the answer that it is. The body has been read when the promise settles. */
export type GuardedFetch = Fetch & {
  /** Closes the connections that are kept open. */
  close(): Promise<void>
  /** How many requests run and wait now. */
  load(): OutgoingLoad
}

/**
 * Rejects with `FetchRefused` for what is not allowed, not answered, or too large; a call of ours that undici does not
 * understand is thrown as it is (D-503). 5 seconds, 64 requests at once and 16 of them to one origin when not said.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const timeout = options.timeoutMilliseconds ?? 5000
  const maximumSize = options.maximumAnswerSize ?? statusListTokenLimit
  const slots = createSlots(options.concurrency ?? 64, options.concurrencyPerOrigin ?? 16)
  const ownHosts = new Set([...(options.trustedHosts ?? []), ...(options.knownHosts ?? [])])
  const names = createNameResolver({ ...options, ownHosts, waitMilliseconds: timeout })
  const createAgent = (forStranger: boolean): Agent =>
    new Agent({
      connect: {
        lookup: guardedLookup(names, forStranger, options),
        timeout,
        ...(options.certificateAuthorities && {
          ca: [...getCACertificates('default'), ...options.certificateAuthorities],
        }),
      },
      headersTimeout: timeout,
      bodyTimeout: timeout,
      maxHeaderSize: 65_536,
    })
  const agents = { known: createAgent(false), strangers: createAgent(true) }
  const guarded: Fetch = async (request) => {
    const url = judgeUrl(request.url, options)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
    const strangerWork = strangerWorkOf(request)
    const own = ownHosts.has(url.hostname)
    const release = await slots.acquire({ origin: url.origin, signal, strangerWork, own }).catch(() => {
      throw new FetchRefused('timeout', url.host)
    })
    try {
      return await exchange(strangerWork ? agents.strangers : agents.known, url, request, signal, maximumSize)
    } catch (thrown) {
      throw refusalOf(thrown, url.host, signal)
    } finally {
      release()
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all([agents.known.destroy(), agents.strangers.destroy()])
  }
  return Object.assign(guarded, { close, load: slots.load })
}

function judgeUrl(text: string, options: GuardedFetchOptions): URL {
  const url = parseUrl(text.split('#', 1)[0] ?? '', { loopbackHttp: options.loopbackHttp === true })
  if (failed(url)) throw new FetchRefused('url_forbidden', URL.parse(text)?.host ?? 'url')
  const literal = addressLiteral(url.hostname)
  if (literal !== undefined && !mayReach(url.hostname, literal, options))
    throw new FetchRefused('address_forbidden', url.host)
  return url
}

function mayReach(hostname: string, address: string, options: GuardedFetchOptions): boolean {
  if (isPublicAddress(address) || options.trustedHosts?.includes(hostname)) return true
  return options.loopbackHttp === true && isLoopbackHost(bracketed(hostname)) && isLoopbackAddress(address)
}

const bracketed = (hostname: string): string =>
  hostname.includes(':') && hostname[0] !== '[' ? `[${hostname}]` : hostname

/** Resolves a name and leaves only the addresses that may be reached. */
function guardedLookup(names: NameResolver, forStranger: boolean, options: GuardedFetchOptions): LookupFunction {
  return (hostname, settings, callback) =>
    void names(hostname, settings, forStranger).then(
      (found) => {
        const addresses = found.filter(({ address }) => mayReach(hostname, address, options))
        const [first] = addresses
        if (first === undefined) return callback(new AddressForbidden('address_forbidden'), '', 0)
        if (settings.all === true) return callback(null, addresses)
        return callback(null, first.address, first.family)
      },
      (error) => callback(error, '', 0),
    )
}

async function exchange(
  dispatcher: Agent,
  url: URL,
  request: Request,
  signal: AbortSignal,
  maximumSize: number,
): Promise<Response> {
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  // Nothing here unpacks, and no word about codings would allow any (RFC 9110 §12.5.3).
  const headers: Record<string, string> = { ...Object.fromEntries(request.headers), 'accept-encoding': 'identity' }
  delete headers.host
  const answer = await send(url, {
    dispatcher,
    method: request.method as 'GET',
    headers,
    signal,
    ...(body && { body }),
  })
  if (answer.statusCode < 200 || answer.statusCode > 599) throw new FetchRefused('unreachable', url.host, 'cut')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > maximumSize) throw new FetchRefused('answer_too_large', url.host)
    chunks.push(chunk)
  }
  if (size > 0 && isCoded(answer.headers['content-encoding'])) throw new FetchRefused('coding_unexpected', url.host)
  const bodiless = [204, 205, 304].includes(answer.statusCode) || request.method === 'HEAD'
  return new Response(bodiless ? null : Buffer.concat(chunks), {
    status: answer.statusCode,
    headers: headersOf(answer.headers),
  })
}

/** Whether a body has another coding than the one that was asked for (RFC 9110 §8.4). */
const isCoded = (codings: string | string[] | undefined): boolean =>
  [codings ?? []].flat().some((coding) => !/^\s*(?:identity\s*)?$/i.test(coding))

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw))
    for (const single of Array.isArray(value) ? value : [value ?? '']) headers.append(name, single)
  return headers
}
