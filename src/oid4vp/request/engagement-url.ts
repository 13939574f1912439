/**
 * The engagement URL: the Relying Party invokes the wallet by a redirect, a link or a QR code (it-wallet §Remote
 * presentation). The URL consists of a wallet authorization endpoint or custom scheme, and parameters that refer to the
 * signed Request Object or contain it. The URL is unsigned: the Request Object must confirm the parameters.
 */
import { type Failure, fail, failed, hasUserInfo, lacksHost, parseUrl, type UrlPolicy } from '../../base/index.ts'
import { bareTarget } from '../../oauth/index.ts'
import type { RelyingPartyMetadata } from '../metadata/resolved-relying-party.ts'
import { type ClientIdentifierCode, parseClientIdentifier } from './client-identifier.ts'

/** Method for fetching the Request Object (OpenID4VP D22 §5.1). A POST contains the wallet's metadata. */
export type RequestUriMethod = 'get' | 'post'

/** Content of a link or QR code. Anyone can create one. Only the signed Request Object is trusted. */
export interface Engagement {
  /** Client identifier with its prefix, as in the Request Object. */
  readonly client_id: string
  readonly request_uri: string
  /** Used in variant 2 (`dcql_query`). */
  readonly state?: string | undefined
  /** Used in variant 2 (`dcql_query`). Defaults to `get` (WI-15). */
  readonly request_uri_method?: RequestUriMethod | undefined
}

/** Parameters of a link, in the order in which `parseEngagementUrl` takes them. Each may occur at most once. */
const parameterNames = ['client_id', 'request_uri', 'state', 'request_uri_method', 'request']

/** Matches a character that a URL cannot contain (RFC 3986 §2): a backslash, or one that is not visible ASCII. */
const foreignCharacter = /[^!-~]|\\/

/** Schemes of URLs that run or contain content instead of opening an app. */
const forbiddenSchemes = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']

/** Reasons to refuse a wallet's endpoint. `wallet_endpoint_forbidden` means a scheme in `forbiddenSchemes`. */
export type WalletEndpointCode = 'wallet_endpoint_malformed' | 'wallet_endpoint_forbidden'

/**
 * Appends the parameters to a wallet's endpoint. Keeps the query of the endpoint. Omits absent parameters (RP-02,
 * RP-30). Does not check the parameters' values. Refuses an endpoint that is not a URL in ASCII, has user info, a
 * fragment or a backslash, or already has one of the parameters. Also refuses an http(s) URL without a host, and a
 * scheme that runs or contains content.
 */
export function createEngagementUrl(
  walletEndpoint: string,
  engagement: Engagement,
): string | Failure<WalletEndpointCode> {
  const isUrl = !foreignCharacter.test(walletEndpoint) && URL.canParse(walletEndpoint)
  if (!isUrl || lacksHost(walletEndpoint) || hasUserInfo(walletEndpoint) || walletEndpoint.includes('#'))
    return fail('wallet_endpoint_malformed', 'wallet_endpoint')
  const { protocol, searchParams: query } = new URL(walletEndpoint)
  if (forbiddenSchemes.includes(protocol)) return fail('wallet_endpoint_forbidden', 'wallet_endpoint')
  if (parameterNames.some((name) => query.has(name))) return fail('wallet_endpoint_malformed', 'wallet_endpoint')
  const parameters = new URLSearchParams()
  parameters.set('client_id', engagement.client_id) // RP-02
  parameters.set('request_uri', engagement.request_uri) // RP-02
  if (engagement.state !== undefined) parameters.set('state', engagement.state) // RP-30
  if (engagement.request_uri_method !== undefined) parameters.set('request_uri_method', engagement.request_uri_method) // RP-30
  const separator = walletEndpoint.includes('?') ? (/[?&]$/.test(walletEndpoint) ? '' : '&') : '?'
  return `${walletEndpoint}${separator}${parameters}`
}

/** A parsed link or QR code. It has either `request_uri` or `request`. */
export interface ReadEngagement extends Omit<Engagement, 'request_uri'> {
  /** Entity identifier in `client_id`. */
  readonly entity_id: string
  readonly request_uri?: string | undefined
  /** The Request Object itself (IT-Wallet 1.4). */
  readonly request?: string | undefined
  readonly request_uri_method: RequestUriMethod
}

/** Reasons for a wallet to refuse an engagement URL. Nothing is fetched then. */
export type EngagementCode =
  | ClientIdentifierCode
  | 'engagement_malformed'
  | 'engagement_html_escaped'
  | 'parameter_doubled'
  | 'client_id_missing'
  | 'request_uri_missing'
  | 'request_ambiguous'
  | 'request_uri_malformed'
  | 'request_uri_method_unsupported'

/** Maximum length of a link that refers to a Request Object, in characters. */
const sizeLimit = 8192
/** Maximum length of a link that contains a Request Object with its trust chain and certificates, in characters. */
const sizeLimitByValue = 65_536

/**
 * Parses an engagement URL of at most 8192 characters, or 65 536 if it contains a `request`. Ignores unknown and empty
 * parameters (GEN-22). Does not check that the request URI belongs to the Relying Party (`checkRequestUri`).
 *
 * If `client_id` has a prefix, refuses a `request` next to a `request_uri` or `request_uri_method`. Without a prefix,
 * ignores a `request` next to a `request_uri`, and a `request_uri_method` next to a `request` alone.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createEngagementUrl, parseEngagementUrl } from 'fiducia/oid4vp'
 *
 * const sent = { client_id: 'https://rp.example', request_uri: 'https://rp.example/request/7' }
 * const url = createEngagementUrl('eudiw://authorize', sent)
 * const engagement = failed(url) ? url : parseEngagementUrl(url, { loopbackHttp: false })
 * assert.ok(!failed(engagement))
 * assert.equal(engagement.request_uri, 'https://rp.example/request/7')
 * ```
 */
export function parseEngagementUrl(text: string, policy: UrlPolicy): ReadEngagement | Failure<EngagementCode> {
  const limit = /[?&]request=/.test(text) ? sizeLimitByValue : sizeLimit
  if (text.length > limit || !URL.canParse(text)) return fail('engagement_malformed', 'engagement')
  const parameters = new URL(text).searchParams
  if (parameterNames.some((name) => parameters.has(`amp;${name}`))) return fail('engagement_html_escaped', 'engagement') // WI-63
  const doubled = parameterNames.find((name) => parameters.getAll(name).length > 1)
  if (doubled !== undefined) return fail('parameter_doubled', doubled) // WI-63
  const [clientId, requestUri, state, method, request] = parameterNames.map((name) => parameters.get(name) || undefined)
  if (clientId === undefined) return fail('client_id_missing', 'client_id') // WI-63
  const client = parseClientIdentifier(clientId, policy)
  if (failed(client)) return client
  const { entityId, prefix } = client
  const byReference = requestUri !== undefined || method !== undefined
  if (prefix !== '' && request !== undefined && byReference) return fail('request_ambiguous', 'request') // WI-132
  if (request !== undefined && requestUri === undefined)
    return { client_id: clientId, entity_id: entityId, request, state, request_uri_method: 'get' }
  if (requestUri === undefined) return fail('request_uri_missing', 'request_uri') // WI-63
  if (failed(parseUrl(requestUri, policy))) return fail('request_uri_malformed', 'request_uri') // WI-64
  const verb = method?.toLowerCase() ?? 'get' // WI-15, WI-66
  if (verb !== 'get' && verb !== 'post') return fail('request_uri_method_unsupported', 'request_uri_method') // WI-66
  return { client_id: clientId, entity_id: entityId, request_uri: requestUri, state, request_uri_method: verb }
}

/** Checks that a request URI is one of those in the Relying Party's metadata. Ignores queries (WI-64, RP-22). */
export function checkRequestUri(
  requestUri: string,
  { requestUris }: Pick<RelyingPartyMetadata, 'requestUris'>,
): undefined | Failure<'request_uri_not_attested'> {
  const bare = bareTarget(requestUri)
  if (!requestUris.some((attested) => bareTarget(attested) === bare))
    return fail('request_uri_not_attested', 'request_uri') // WI-64
  return undefined
}
