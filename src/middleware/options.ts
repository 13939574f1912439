/**
 * What an application says to the middleware. Everything from outside has a default of the platform's own.
 */
import type { Clock, Crypto, Fetch, Json, MaybePromise, NumericDate, Random } from '../base/index.ts'
import type { Language } from '../http/index.ts'
import { createWebCrypto, createWebRandom } from '../web/index.ts'
import { createVisitorBudget, type VisitorBudget } from './visitor.ts'

/** How a presentation ended without data. */
export interface NotPresented {
  readonly status: 'refused' | 'cancelled' | 'expired'
  /** The wallet's OAuth error code, or the status. */
  readonly reason: string
  /** Where the person wanted to go: path and query. */
  readonly path: string
  readonly language: Language
}

/** A visitor who is not known, and how that one begins. */
export interface AskedToBegin {
  /** Where a form of your page goes, with POST and an empty body, in the order in which they are to be offered. */
  readonly actions: readonly { readonly flow: 'same-device' | 'cross-device'; readonly url: string }[]
  /** Where the person wanted to go: path and query. */
  readonly path: string
  readonly language: Language
}

/** Keeps presentations where a cookie would be too small, or must not hold them. */
export interface PresentationKeeper {
  /** Returns the key that the cookie will hold, sealed: at least 128 random bits. */
  save(presentation: Json, expiresAt: NumericDate): MaybePromise<string>
  /** `undefined` or `null` where nothing is kept: the visitor is then not known. */
  find(key: string): MaybePromise<Json | undefined>
}

/** What an application says of itself and of its service. Judged where the guard is made (a TypeError). */
export interface RequirePresentationOptions {
  /** The Relying Party service: its public URL. */
  readonly service: string
  /** The application's key at the service. */
  readonly apiKey: string
  /** Where the service sends the browser back: one of the application's list. Must lie within what is protected. */
  readonly returnUrl: string
  /** Seals the cookies: at least 32 characters, the same in all replicas. Fresh at each start when not said. */
  readonly secret?: string
  /** Shown to the person at the service. */
  readonly purpose?: string
  /** Whether the wallet is on the browser's own device. Defaults to the person's choice, this device first (D-572). */
  readonly flow?: 'same-device' | 'cross-device'
  /** Whether the wallet's own attestation is asked for too (D-151); as the service's configuration says when not said. */
  readonly walletAttestation?: boolean
  /** How long a visitor stays known, in whole seconds; 900 when not said. */
  readonly sessionSeconds?: number
  /** How long an answer of the service is waited for, in whole seconds, 600 at most; 30 when not said. */
  readonly answerSeconds?: number
  /** How many presentations one visitor may begin in a minute, from 1 to 6000. Defaults to 60 (RP-112). */
  readonly ordersPerMinute?: number
  /**
   * Names whoever sent a request, for `ordersPerMinute`; a visitor without a name has no budget. Defaults to the address of
   * the connection (`request.ip` of Express and Fastify, what `serve` of `fiducia/node` hands to `protect`), and behind a
   * proxy with a private address to the last hop of `X-Forwarded-For`. Is given the server's own request.
   */
  readonly visitorOf?: (request: object) => string | undefined
  /** Where what was presented is kept; in sealed cookies when not said. */
  readonly keeper?: PresentationKeeper
  /** Answers a presentation that ended without data; a page in the person's language when not said. */
  readonly notPresented?: (ended: NotPresented) => MaybePromise<Response>
  /** Asks a visitor who is not known to begin. Defaults to a page with a button for each flow, in the person's language. */
  readonly askToBegin?: (asked: AskedToBegin) => MaybePromise<Response>
  readonly fetch?: Fetch
  /** The platform's WebCrypto when not said, as for `random`. */
  readonly crypto?: Crypto
  readonly random?: Random
  readonly clock?: Clock
}

type Numbers = 'sessionSeconds' | 'answerSeconds' | 'ordersPerMinute'

export interface MiddlewareContext {
  readonly options: RequirePresentationOptions & Required<Pick<RequirePresentationOptions, Numbers>>
  /** Of the application, from its return URL. */
  readonly origin: string
  readonly fetch: Fetch
  readonly crypto: Crypto
  readonly random: Random
  readonly clock: Clock
  readonly budget: VisitorBudget
  /** AES-256. */
  readonly sealingKey: Uint8Array
  /** Of the service and what is asked there: what was presented for one does not count for another. */
  readonly purpose: string
}

const shortestSecret = 32
/** Largest values: browsers keep no cookie beyond 400 days (RFC 6265bis §5.5). */
const longest: Readonly<Record<Numbers, number>> = {
  sessionSeconds: 400 * 86_400,
  answerSeconds: 600,
  ordersPerMinute: 6000,
}

/** Throws a TypeError for options with which nobody could come in. */
export function createContext(query: object, options: RequirePresentationOptions): MiddlewareContext {
  const { service, returnUrl, apiKey, secret, walletAttestation } = options
  const { sessionSeconds = 900, answerSeconds = 30, ordersPerMinute = 60 } = options
  for (const [name, url] of Object.entries({ service, returnUrl }))
    if (!URL.canParse(url)) throw new TypeError(`requirePresentation: ${name} is no URL`)
  if (apiKey === '') throw new TypeError('requirePresentation: apiKey is empty')
  if (secret !== undefined && secret.length < shortestSecret)
    throw new TypeError(`requirePresentation: secret has fewer than ${shortestSecret} characters`)
  const numbers = { sessionSeconds, answerSeconds, ordersPerMinute }
  for (const name of ['sessionSeconds', 'answerSeconds', 'ordersPerMinute'] as const)
    if (!Number.isInteger(numbers[name]) || numbers[name] < 1 || numbers[name] > longest[name])
      throw new TypeError(`requirePresentation: ${name} is no whole number from 1 to ${longest[name]}`)
  const crypto = options.crypto ?? createWebCrypto()
  const random = options.random ?? createWebRandom()
  const clock = options.clock ?? { now: () => Math.floor(Date.now() / 1000) }
  const key = secret === undefined ? random.bytes(32) : new TextEncoder().encode(secret)
  const purpose = JSON.stringify([service, returnUrl, query, walletAttestation])
  return {
    options: { ...options, ...numbers },
    origin: new URL(returnUrl).origin,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    crypto,
    random,
    clock,
    budget: createVisitorBudget({ clock }, ordersPerMinute),
    sealingKey: crypto.hmac(key, 'fiducia-middleware-1'),
    purpose,
  }
}
