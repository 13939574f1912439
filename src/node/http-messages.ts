/**
 * Converts Node's messages to an app's requests. Headers are read as sent, because Node's `headers` keeps only the
 * first of two `Authorization` lines (GEN-29). ADR 12 explains why this does not use web `Request`s.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { decodeUtf8, type Failure, fail } from '../base/index.ts'
import type { AdmitLateBody, BodyCode, HttpRequest } from '../http/index.ts'
import { drainMilliseconds } from './drain-connection.ts'
import { beginInTurn, inTurn } from './turns.ts'

/** A path without percent-encoding, optionally with a query. */
const plainTarget = /^\/[!$&-;=@-[\]_a-z~]*(?:\?[!"$-~]*)?$/
const dotSegment = /\/\.\.?(?:[/?]|$)/
/** Maximum length of a `Host` header: a name of 253 characters (RFC 1035 §2.3.4) and a port. */
const longestHost = 259
const hostPattern = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Returns the app's request. `target` is the result of `targetOf`. Returns `undefined` without a target, or if the
 * `Host` header is missing or malformed (RFC 9112 §3.2). HTTP/1.0 needs no `Host` header: health checks of proxies send
 * none. Also returns `undefined` for a transfer coding besides `chunked`: nothing here decodes it (RFC 9112 §6.1).
 */
export function readMessage(incoming: IncomingMessage, target: Target | undefined): NodeRequest | undefined {
  if (target === undefined) return undefined
  const request = new NodeRequest(incoming, target)
  const coding = request.line('transfer-encoding')
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return undefined
  const hostLine = request.line('host')
  if (hostLine === undefined && incoming.httpVersion === '1.0') return request
  return hostLine !== undefined && hostLine.length <= longestHost && hostPattern.test(hostLine) ? request : undefined
}

/** Target of a request, as the app receives it. */
export interface Target {
  /** Path and query. */
  readonly target: string
  /** Host of an absolute URL. It replaces the header (RFC 9112 §3.2.2). */
  readonly host?: string
}

/** The beginning of an http or https URL with a host and without a user name (RFC 9110 §4.2). */
const absoluteTarget = /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i

/**
 * Returns the target of a message without dot segments and fragment. Returns `undefined` if the target is neither a
 * path nor an http or https URL, or if its path contains a backslash. Also returns `undefined` for a URL that has no
 * host or has a user name (RFC 9110 §4.2).
 */
export function targetOf({ url = '' }: Pick<IncomingMessage, 'url'>): Target | undefined {
  if (plainTarget.test(url) && !dotSegment.test(url)) return { target: url }
  if (url.split('?', 1)[0]?.includes('\\')) return undefined
  const isPath = url.startsWith('/')
  if (!isPath && !absoluteTarget.test(url)) return undefined
  const parsed = URL.parse(isPath ? `http://host${url}` : url)
  if (!parsed) return undefined
  return { target: parsed.pathname + parsed.search, ...(!isPath && { host: parsed.host }) }
}

/** A request of Node's server as the app receives it. Reads headers and body on demand. */
export class NodeRequest implements HttpRequest {
  readonly method: string
  readonly target: string
  readonly incoming: IncomingMessage
  readonly #host: string | undefined

  constructor(incoming: IncomingMessage, { target, host }: Target) {
    this.method = incoming.method ?? ''
    this.target = target
    this.incoming = incoming
    this.#host = host
  }

  header(name: string): string | undefined {
    return this.#host !== undefined && name === 'host' ? this.#host : this.line(name)
  }

  get rawHeaders(): readonly string[] {
    return this.incoming.rawHeaders
  }

  /** Returns a header as sent. */
  line(name: string): string | undefined {
    return lineOf(this.incoming, name)
  }

  /**
   * Reads the body as text of at most `size` bytes. If the whole body has already arrived, reads it in a later turn,
   * together with other bodies that have arrived. For any other body, `admitLate` decides whether the request may wait.
   * Resolves to a failure if the body is too large, too slow, incomplete or not UTF-8, or if the request must not wait.
   */
  async text(size: number, admitLate?: AdmitLateBody): Promise<string | Failure<BodyCode>> {
    return (await beginInTurn(() => this.#readArrived(size))) ?? this.#awaitRest(size, admitLate)
  }

  #readArrived(size: number): string | Failure<BodyCode> | undefined {
    const { incoming } = this
    if (incoming.destroyed) return fail('unreachable', 'body')
    if (!incoming.complete) return undefined
    if (incoming.readableLength > size) return fail('answer_too_large', 'body')
    // Each call returns one part: a body of several TLS records or chunks has several parts.
    const parts: Uint8Array[] = []
    for (let part = incoming.read(); part !== null; part = incoming.read()) parts.push(part)
    return toText(joined(parts))
  }

  #awaitRest(size: number, admitLate?: AdmitLateBody): Promise<string | Failure<BodyCode>> {
    const { incoming } = this
    const isChunked = this.line('transfer-encoding') !== undefined
    const admitted = admitLate?.(isChunked ? size : Math.min(size, lengthAnnounced(incoming)))
    if (typeof admitted === 'string') return Promise.resolve(fail(admitted, 'body'))
    return new Promise((resolve) => {
      const parts: Uint8Array[] = []
      let length = 0
      let over = false
      const done = (result: string | Failure<BodyCode>): void => {
        if (over) return
        over = true
        incoming.off('data', take)
        endWatch()
        const goesOn = admitted?.() ?? true
        void inTurn(() => resolve(goesOn ? result : fail('overloaded', 'body'))) // in one turn with other complete bodies
      }
      const endWatch = watchPace(
        () => length,
        () => done(fail('body_too_slow', 'body')),
      )
      const take = (part: Uint8Array): void => {
        length += part.length
        if (length > size) done(fail('answer_too_large', 'body'))
        else parts.push(part)
      }
      incoming.on('data', take)
      incoming.once('end', () => done(toText(joined(parts))))
      incoming.once('close', () => done(fail('unreachable', 'body')))
    })
  }
}

const toText = (bytes: Uint8Array): string | Failure<BodyCode> => decodeUtf8(bytes) ?? fail('not_text', 'body')

/**
 * Minimum average bytes per second of a body that has not arrived when it is read, after `graceSeconds` (GEN-08).
 * `envelopeAnswers.slow` names it.
 */
const slowestPace = 1024
/** Seconds at the beginning in which no byte of the body needs to arrive. */
const graceSeconds = 2

/** Calls `cut` if the body arrives too slowly. Returns a function that ends the watch. */
function watchPace(received: () => number, cut: () => void): () => void {
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    if (received() < slowestPace * (seconds - graceSeconds)) cut()
  }, 1000).unref()
  return () => clearInterval(timer)
}

/**
 * Returns a header as sent. `name` must be in lower case. Joins repeated lines by a comma, those of `cookie` by a
 * semicolon. Does not use Node's `headers`, which parses every line.
 */
export function lineOf({ rawHeaders }: IncomingMessage, name: string): string | undefined {
  let value: string | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const line = rawHeaders[at] as string
    if (line.length !== name.length || (line !== name && line.toLowerCase() !== name)) continue
    const more = rawHeaders[at + 1] as string
    value = value === undefined ? more : `${value}${name === 'cookie' ? '; ' : ', '}${more}`
  }
  return value
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)

/**
 * Maximum length in bytes of an unread body that is read to keep the connection. The connection of a longer body is
 * closed.
 */
const drainedBytes = 1_048_576

/** Returns true if the headers announce a body that has not arrived completely. */
export function isBodyOwed(incoming: IncomingMessage): boolean {
  if (incoming.complete) return false
  return lineOf(incoming, 'transfer-encoding') !== undefined || lengthAnnounced(incoming) > 0
}

/** Returns true for another major version than 1. Node parses HTTP/0.9 and HTTP/2.0 as if they were HTTP/1.1. */
export const hasForeignVersion = (incoming: IncomingMessage): boolean => incoming.httpVersionMajor !== 1

/**
 * Returns true for a request of HTTP/1.0 with a transfer coding, and for a foreign version. A proxy that does not know
 * the coding or the version may find the end of the request elsewhere (RFC 9112 §6.1, D-1033).
 */
export const hasFaultyFraming = (incoming: IncomingMessage): boolean =>
  hasForeignVersion(incoming) || (incoming.httpVersion === '1.0' && lineOf(incoming, 'transfer-encoding') !== undefined)

/**
 * Waits briefly for the rest of a short body, so that the connection can be kept. Does not wait for a body that is long
 * or has no announced length. Resolves to true if the body has arrived completely.
 */
export function waitForRest(incoming: IncomingMessage): Promise<boolean> {
  const isLong = lineOf(incoming, 'transfer-encoding') !== undefined || lengthAnnounced(incoming) > drainedBytes
  if (isLong || incoming.destroyed) return Promise.resolve(incoming.complete)
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(cut)
      resolve(incoming.complete)
    }
    const cut = setTimeout(done, drainMilliseconds)
    // A web stream would pause the message again, because it only reads on demand.
    incoming.removeAllListeners('data').once('end', done).once('close', done).resume()
  })
}

const lengthAnnounced = (incoming: IncomingMessage): number => Number(lineOf(incoming, 'content-length') ?? 0)

/**
 * Converts a request to a web `Request`. Throws a TypeError for a method that the web forbids, and for a malformed
 * host.
 */
export function toWebRequest(request: NodeRequest): Request {
  const { incoming, method, target } = request
  const lines: [string, string][] = []
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push([incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? ''])
  const headers = new Headers(lines)
  const host = request.header('host')
  if (host !== undefined) headers.set('host', host)
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http'
  const bodiless = method === 'GET' || method === 'HEAD'
  return new Request(`${scheme}://${host ?? 'localhost'}${target}`, {
    method,
    headers,
    ...(!bodiless && { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' as const }),
  })
}
