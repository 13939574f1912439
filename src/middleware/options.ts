/** Options of the middleware, and their defaults. */
import {
  type Clock,
  type Crypto,
  daySeconds,
  type Fetch,
  isShownLine,
  type Json,
  type MaybePromise,
  type NumericDate,
  type Random,
} from '../base/index.ts'
import { isPageLanguage, type PageLanguage } from '../http/index.ts'
import type { LocalizedText } from '../pages/localized-text.ts'
import { type ProfileName, profileNames } from '../profiles/index.ts'
import { createWebCrypto, createWebRandom } from '../web/index.ts'
import { createOwnLook, type OwnLook, type PresentationLook } from './look.ts'
import { createVisitorBudget, type VisitorBudget } from './visitor.ts'

/** A presentation that ended without data, for `notPresented`. */
export interface NotPresented {
  readonly status: 'refused' | 'cancelled' | 'expired'
  /** The wallet's OAuth error code, or the status. */
  readonly reason: string
  /** Path and query where the visitor continues, as in `AskedToBegin`. */
  readonly path: string
  readonly language: PageLanguage
}

/** A request of an unknown visitor, for `askToBegin`. */
export interface AskedToBegin {
  /** Targets for a form of your page (POST with an empty body), in the order of preference. */
  readonly actions: readonly { readonly flow: 'same-device' | 'cross-device'; readonly url: string }[]
  /**
   * Path and query where the visitor continues, as a relative URL on the application's origin. Begins with `/.//` if
   * the path begins with two slashes. Browsers remove the `/.`. Without it, they would read a host after the slashes.
   */
  readonly path: string
  readonly language: PageLanguage
}

/** Stores presentations that are too large for a cookie, or that must not be in one. */
export interface PresentationKeeper {
  /** Returns the key for `find`, at least 128 random bits. The visitor's sealed cookie contains the key. */
  save(presentation: Json, expiresAt: NumericDate): MaybePromise<string>
  /** Returns `undefined` or `null` if nothing is stored. The visitor is then unknown. */
  find(key: string): MaybePromise<Json | undefined>
}

/** Options of `requirePresentation`, which throws a TypeError for an unusable option. */
export interface RequirePresentationOptions {
  /** Public https or http URL of the Relying Party service. */
  readonly service: string
  /** Key of the application at the service. */
  readonly apiKey: string
  /**
   * URL to which the service returns the browser: one of the application's registered URLs. The guard that
   * `requirePresentation` creates must protect this URL. The guard answers all requests to the URL's path, so the
   * application never receives them.
   */
  readonly returnUrl: string
  /**
   * Key for sealing cookies: at least 32 characters, the same in all replicas. Defaults to a new key for each guard.
   */
  readonly secret?: string
  /**
   * Purpose that the service shows to the visitor, or purposes by language. Each is one line of 1 to 200 visible
   * characters, not blank. A visitor whose language is absent gets the English text, or the Italian one. The pages
   * state the language of a purpose only if it is given.
   */
  readonly purpose?: LocalizedText
  /**
   * Device of the wallet: the browser's device, or another one. By default the visitor chooses, and the page lists the
   * browser's device first (D-572).
   */
  readonly flow?: 'same-device' | 'cross-device'
  /** Organization whose name, logo, colour and links the pages have. Defaults to the host name of the return URL. */
  readonly look?: PresentationLook
  /** Requests the Wallet Attestation too (D-151). Defaults to the service's configuration. */
  readonly walletAttestation?: boolean
  /**
   * Profile of the wallets that may answer: a profile that the service offers, or `auto` for the profile of the wallet
   * that the visitor chooses. Defaults to the profile of the service's main entity.
   */
  readonly profile?: ProfileName | 'auto'
  /** Time for which a visitor remains known, in whole seconds, from 1 second to 400 days. Defaults to 900. */
  readonly sessionSeconds?: number
  /** Time limit for a response of the service, in whole seconds from 1 to 600. Defaults to 30. */
  readonly answerSeconds?: number
  /** Maximum presentations per visitor and minute, from 1 to 6000. Defaults to 60 (RP-112). */
  readonly ordersPerMinute?: number
  /**
   * Returns a name for the sender of a request, for `ordersPerMinute`. Receives the server's request object. A sender
   * without a name (`undefined`) is not limited.
   *
   * Defaults to the address of the connection, for IPv6 to its network of 64 bits. The address is `request.ip` in
   * Express and Fastify. `serve` of `fiducia/node` passes it to `protect`. If the address is private, as behind a
   * reverse proxy, the default is the last hop of `X-Forwarded-For`, if the hop looks like an address.
   */
  readonly visitorOf?: (request: object) => string | undefined
  /** Store for presentations. Defaults to sealed cookies, which have room for about 2700 bytes of JSON. */
  readonly keeper?: PresentationKeeper
  /** Returns the response after a presentation without data. Defaults to a page in the visitor's language. */
  readonly notPresented?: (ended: NotPresented) => MaybePromise<Response>
  /**
   * Returns the response for an unknown visitor. Defaults to a page with a button for each flow, in the visitor's
   * language.
   */
  readonly askToBegin?: (asked: AskedToBegin) => MaybePromise<Response>
  readonly fetch?: Fetch
  /** Defaults to the platform's WebCrypto, as does `random`. */
  readonly crypto?: Crypto
  readonly random?: Random
  readonly clock?: Clock
}

type NumericOption = 'sessionSeconds' | 'answerSeconds' | 'ordersPerMinute'

/** Options with their defaults, and the values that are derived from them. */
export interface MiddlewareContext extends OwnLook {
  readonly options: RequirePresentationOptions & Required<Pick<RequirePresentationOptions, NumericOption>>
  /** Origin of the application, from its return URL. */
  readonly origin: string
  readonly fetch: Fetch
  readonly crypto: Crypto
  readonly random: Random
  readonly clock: Clock
  readonly budget: VisitorBudget
  /** AES-256 key. */
  readonly sealingKey: Uint8Array
  /**
   * JSON of service, return URL, query, `walletAttestation` and `profile`. Cookies are bound to this text, so a
   * presentation for another query is ignored. If a new version writes this text in another form, all visitors become
   * unknown.
   */
  readonly cookieScope: string
}

const flows = ['same-device', 'cross-device'] as const
const orderedProfiles = [...profileNames, 'auto'] as const
const minimumSecretLength = 32
/** Maximum of each number. Browsers keep cookies for at most 400 days (RFC 6265bis §5.5). */
const maximumOf: Readonly<Record<NumericOption, number>> = {
  sessionSeconds: 400 * daySeconds,
  answerSeconds: 600,
  ordersPerMinute: 6000,
}

/** Returns true for a line, and for at least one line by language (RP-240). */
function isPurpose(purpose: LocalizedText): boolean {
  if (typeof purpose === 'string') return isShownLine(purpose, 200)
  const lines = Object.entries(purpose)
  return lines.length > 0 && lines.every(([language, text]) => isPageLanguage(language) && isShownLine(text, 200))
}

/**
 * Checks the options and returns the context with the defaults. Throws a TypeError for an unusable option. Without
 * `secret`, creates a random sealing key: no other guard can then read the cookies of this guard, not even in the same
 * process. Does not check the query. Does not ask the service whether it offers the profile or accepts the return URL.
 */
export function createContext(query: object, options: RequirePresentationOptions): MiddlewareContext {
  const { service, returnUrl, secret, purpose, flow, walletAttestation, profile } = options
  const apiKey = (options.apiKey ?? '').trim() // JavaScript applications may omit it.
  const { sessionSeconds = 900, answerSeconds = 30, ordersPerMinute = 60 } = options
  for (const [name, url] of Object.entries({ service, returnUrl }))
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      throw new TypeError(`requirePresentation: ${name} is not an https or http URL`)
  if (apiKey === '') throw new TypeError('requirePresentation: apiKey is empty')
  if (!/^[!-~]+$/.test(apiKey)) throw new TypeError('requirePresentation: apiKey cannot be sent in a header')
  if (secret !== undefined && secret.length < minimumSecretLength)
    throw new TypeError(`requirePresentation: secret has fewer than ${minimumSecretLength} characters`)
  if (purpose !== undefined && !isPurpose(purpose))
    throw new TypeError('requirePresentation: purpose is not one line of 1 to 200 visible characters') // D-961
  if (flow !== undefined && !flows.includes(flow))
    throw new TypeError(`requirePresentation: flow is not ${flows.join(' or ')}`)
  if (profile !== undefined && !orderedProfiles.includes(profile))
    throw new TypeError(`requirePresentation: profile is not one of ${orderedProfiles.join(', ')}`)
  const numbers = { sessionSeconds, answerSeconds, ordersPerMinute }
  for (const name of ['sessionSeconds', 'answerSeconds', 'ordersPerMinute'] as const)
    if (!Number.isInteger(numbers[name]) || numbers[name] < 1 || numbers[name] > maximumOf[name])
      throw new TypeError(`requirePresentation: ${name} is not a whole number from 1 to ${maximumOf[name]}`)
  const crypto = options.crypto ?? createWebCrypto()
  const random = options.random ?? createWebRandom()
  const clock = options.clock ?? { now: () => Math.floor(Date.now() / 1000) }
  const key = secret === undefined ? random.bytes(32) : new TextEncoder().encode(secret)
  const cookieScope = JSON.stringify([service, returnUrl, query, walletAttestation, profile])
  return {
    ...createOwnLook({ crypto }, returnUrl, options.look),
    options: { ...options, apiKey, ...numbers },
    origin: new URL(returnUrl).origin,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    crypto,
    random,
    clock,
    budget: createVisitorBudget({ clock }, ordersPerMinute),
    sealingKey: crypto.hmac(key, 'fiducia-middleware-1'),
    cookieScope,
  }
}
