/**
 * The only client of services, commands and the console for outgoing HTTP. Federation fetches URLs that others chose,
 * so those URLs must not reach internal services (FED-08) or block the client (FED-37). The client permits only https
 * and public addresses, follows no redirects, and limits time, size and concurrent requests. An address in the URL is
 * checked when the URL is parsed, because the parser converts decimal, octal and hexadecimal forms. The addresses of a
 * name are checked when the connection is made, which defeats DNS rebinding. Requests that a stranger (an unknown
 * party) caused have a separate share of slots, resolver time and connections (`markStrangerRequest`). Of a trusted
 * host, such requests reach only named ports, and learn little. Hosts in the deployment's settings have reserved slots.
 */
import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates } from 'node:tls'
import { Agent, request as send } from 'undici'
import { type Fetch, failed, foreignNamerOf, isLoopbackHost, parseUrl, strangerWorkOf } from '../base/index.ts'
import { statusListTokenLimit } from '../status-list/index.ts'
import { addressLiteral, isLoopbackAddress, isPublicAddress } from './addresses.ts'
import { AddressForbidden, FetchRefused, toFetchRefused } from './fetch-refusal.ts'
import { checkHiddenAnswer, hiddenRefusalOf } from './hidden-answer.ts'
import { createNameResolver, type NameResolver } from './name-resolver.ts'
import { createSlots, type OutgoingLoad } from './slots.ts'

/** Permitted requests and their limits. */
export interface GuardedFetchOptions {
  /** Permits loopback hosts, also over plain http, as in the sandbox. Defaults to false. */
  readonly loopbackHttp?: boolean
  /**
   * Hosts whose addresses are not checked, so that they may be private. They need https too. An entry is as in a URL: a
   * name, followed by `:` and the port unless it is 443. A request that a stranger caused reaches only the ports in
   * `trustedHosts` and `knownHosts`; other requests reach any port. A request with `markForeignEndpoint` is trusted
   * only if no stranger caused it, and if its host and that of the entity are in `trustedHosts` with their ports. A
   * stranger learns neither the status of an answer nor the cause of a missing one: the fetch then rejects. With
   * `loopbackHttp`, requests that a stranger caused have neither restriction. Defaults to none.
   */
  readonly trustedHosts?: readonly string[]
  /**
   * Hosts in the deployment's settings, such as its anchors, as in a URL. A quarter of the slots is reserved for
   * requests of the deployment itself to these hosts and to the trusted hosts. Defaults to none.
   */
  readonly knownHosts?: readonly string[]
  /**
   * Additional certificate authorities as PEM, for example the sandbox's local one. The defaults of the process,
   * including `NODE_EXTRA_CA_CERTS`, stay valid.
   */
  readonly certificateAuthorities?: readonly string[]
  /** Time limit for the whole request: waiting, connecting, headers and body. Defaults to 5000. */
  readonly timeoutMilliseconds?: number
  /**
   * Maximum size of a body in bytes. Defaults to `statusListTokenLimit`, about 1.9 MB. Compressed bodies are not
   * requested and are refused.
   */
  readonly maximumAnswerSize?: number
  /** Maximum number of concurrent requests. Further requests wait. Defaults to 64. */
  readonly concurrency?: number
  /**
   * Maximum number of the client's own concurrent requests to one origin. Requests that strangers caused may use a
   * quarter of this number in addition. Further requests wait. Defaults to 16.
   */
  readonly concurrencyPerOrigin?: number
  /** Defaults to the system's resolver. */
  readonly lookup?: LookupFunction
}

/**
 * The guarded client. Does not follow redirects: it returns them. The promise of a request settles after the body of
 * the answer has been read.
 */
export type GuardedFetch = Fetch & {
  /** Closes all connections. Running requests fail. */
  close(): Promise<void>
  /** Returns the numbers of running and waiting requests. */
  load(): OutgoingLoad
}

/**
 * Creates the client. A fetch rejects with `FetchRefused` if its request is forbidden or unanswered, or if the answer
 * is too large or compressed. It rejects with undici's error if the call itself is invalid (D-503).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createGuardedFetch, FetchRefused } from 'fiducia/node'
 *
 * const fetch = createGuardedFetch({ timeoutMilliseconds: 2000 })
 * await assert.rejects(fetch(new Request('http://127.0.0.1/')), FetchRefused)
 * await fetch.close()
 * ```
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): GuardedFetch {
  const timeout = options.timeoutMilliseconds ?? 5000
  const maximumSize = options.maximumAnswerSize ?? statusListTokenLimit
  const slots = createSlots(options.concurrency ?? 64, options.concurrencyPerOrigin ?? 16)
  const trustedHosts = new Set(options.trustedHosts)
  const namedHosts = new Set([...trustedHosts, ...(options.knownHosts ?? [])])
  const trustedNames = new Set([...trustedHosts].map(hostnameOf))
  const ownHosts = new Set([...namedHosts].map(hostnameOf))
  const names = createNameResolver({ ...options, ownHosts, waitMilliseconds: timeout })
  // All connections share the context, because reading the certificates of all authorities takes milliseconds.
  const secureContext =
    options.certificateAuthorities &&
    createSecureContext({ ca: [...getCACertificates('default'), ...options.certificateAuthorities] })
  const createAgent = (forStranger: boolean, isTrusted: boolean): Agent =>
    new Agent({
      connect: {
        lookup: guardedLookup(names, forStranger, isTrusted, options),
        timeout,
        ...(secureContext && { secureContext }),
      },
      headersTimeout: timeout,
      bodyTimeout: timeout,
      maxHeaderSize: 65_536,
    })
  // A connection to an unchecked address is used only for requests that may reach that address.
  const agents = {
    known: { checked: createAgent(false, false), trusted: createAgent(false, true) },
    strangers: { checked: createAgent(true, false), trusted: createAgent(true, true) },
  }
  const isTrusted = (url: URL, request: Request): boolean => {
    if (!trustedNames.has(url.hostname)) return false
    const isOwn = strangerWorkOf(request) === undefined
    const namer = foreignNamerOf(request)
    if (namer !== undefined) return isOwn && trustedHosts.has(url.host) && trustedHosts.has(namer) // FED-125
    return options.loopbackHttp === true || isOwn || namedHosts.has(url.host) // FED-125
  }
  const guarded: Fetch = async (request) => {
    const url = parseFetchUrl(request.url, options)
    const trusted = isTrusted(url, request)
    checkLiteralAddress(url, trusted, options)
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
    const strangerWork = strangerWorkOf(request)
    const hides = trusted && strangerWork !== undefined && options.loopbackHttp !== true
    const own = ownHosts.has(url.hostname)
    const release = await slots.acquire({ origin: url.origin, signal, strangerWork, own }).catch(() => {
      throw new FetchRefused('timeout', url.host)
    })
    try {
      const { checked, trusted: unchecked } = strangerWork ? agents.strangers : agents.known
      const answer = await exchange(trusted ? unchecked : checked, url, request, signal, maximumSize)
      if (hides) checkHiddenAnswer(answer, request, url.host) // FED-126
      return answer
    } catch (thrown) {
      const refusal = toFetchRefused(thrown, url.host, signal)
      throw hides ? hiddenRefusalOf(refusal, url.host) : refusal // FED-126
    } finally {
      release()
    }
  }
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(agents).flatMap((pair) => Object.values(pair).map((agent) => agent.destroy())))
  }
  return Object.assign(guarded, { close, load: slots.load })
}

function parseFetchUrl(text: string, options: GuardedFetchOptions): URL {
  const url = parseUrl(text.split('#', 1)[0] ?? '', { loopbackHttp: options.loopbackHttp === true })
  if (failed(url)) throw new FetchRefused('url_forbidden', URL.parse(text)?.host ?? 'url')
  return url
}

function checkLiteralAddress(url: URL, isTrusted: boolean, options: GuardedFetchOptions): void {
  const literal = addressLiteral(url.hostname)
  if (literal !== undefined && !isTrusted && !mayReach(url.hostname, literal, options))
    throw new FetchRefused('address_forbidden', url.host)
}

/** Returns the name of a host with or without a port. */
const hostnameOf = (host: string): string => URL.parse(`https://${host}`)?.hostname ?? host

function mayReach(hostname: string, address: string, options: GuardedFetchOptions): boolean {
  if (isPublicAddress(address)) return true
  return options.loopbackHttp === true && isLoopbackHost(bracketed(hostname)) && isLoopbackAddress(address)
}

const bracketed = (hostname: string): string =>
  hostname.includes(':') && hostname[0] !== '[' ? `[${hostname}]` : hostname

/**
 * Returns a lookup that resolves a name to its permitted addresses. Fails if there is none. With `isTrusted`, all
 * addresses are permitted.
 */
function guardedLookup(
  names: NameResolver,
  forStranger: boolean,
  isTrusted: boolean,
  options: GuardedFetchOptions,
): LookupFunction {
  return (hostname, settings, callback) =>
    void names(hostname, settings, forStranger).then(
      (resolved) => {
        const addresses = resolved.filter(({ address }) => isTrusted || mayReach(hostname, address, options))
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
  // The client does not decompress. A request without this header would allow any coding (RFC 9110 §12.5.3).
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

/** Returns true if a body has a content coding other than `identity` (RFC 9110 §8.4). */
const isCoded = (codings: string | string[] | undefined): boolean =>
  [codings ?? []].flat().some((coding) => !/^\s*(?:identity\s*)?$/i.test(coding))

function headersOf(raw: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw))
    for (const single of Array.isArray(value) ? value : [value ?? '']) headers.append(name, single)
  return headers
}
