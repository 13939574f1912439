/**
 * Identifiers and endpoint URLs: https, a host, no user info, no fragment (OpenID Federation 1.0 §1.2).
 * Plain http is taken for loopback hosts only, and only where the deployment says so (the sandbox).
 */
import { type Failure, fail, failed } from './failure.ts'

/** Why a text is no URL that may be kept or asked. */
export type UrlCode = 'url_malformed' | 'url_not_https' | 'url_forbidden_part'

/** Which URLs of others are taken beside https (GEN-19). */
export interface UrlPolicy {
  /** Loopback hosts may be reached by plain http: the sandbox. */
  readonly loopbackHttp: boolean
}

/** By its name or its literal (RFC 6761 §6.3; RFC 8252 §7.3), as `URL.hostname` gives it. Resolves nothing. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/** White space, controls and backslashes: the parser of browsers drops or turns them, others read another host. */
const repaired = /[^!-\uffff]|\\/

/** An http(s) URL without `//` and a host: browsers read `https:a` and `https:/a` relative to their own page. */
export const lacksHost = (text: string): boolean => /^https?:(?!\/\/[^/])/i.test(text)

/** User info before a host, an empty one too (RFC 3986 §3.2.1): the parser of browsers drops `@` with nothing before it. */
export const hasUserInfo = (text: string): boolean => /^[^/?#]*:\/\/[^/?#]*@/.test(text)

/** What a user agent would fetch, run or open by itself: none of these opens an application. */
const browserSchemes = [
  'http',
  'ws',
  'wss',
  'ftp',
  'file',
  'data',
  'blob',
  'javascript',
  'vbscript',
  'about',
  'view-source',
]

/** Whether a link of this scheme, written in lower case and without colon, may open an application: `https`, `eudiw`. */
export const opensApplication = (scheme: string): boolean => !browserSchemes.includes(scheme)

/**
 * Parses an absolute URL by those rules, as it stands: what the parser would first repair is refused. The query is allowed;
 * entity identifiers refuse it in `parseEntityId`.
 */
export function parseUrl(text: string, policy: UrlPolicy, at = 'url'): URL | Failure<UrlCode> {
  const url = repaired.test(text) ? null : URL.parse(text)
  if (url === null) return fail('url_malformed', at)
  const secure = url.protocol === 'https:'
  if (!secure && !(policy.loopbackHttp && url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return fail('url_not_https', at)
  if (lacksHost(text)) return fail('url_malformed', at)
  if (hasUserInfo(text) || text.includes('#')) return fail('url_forbidden_part', at)
  return url
}

/** Bytes of an entity identifier, at most: what stands in logs, statements and the index of every store. */
export const longestEntityId = 2048

/** What RFC 3986 §2 has no place for but as `%` and two digits. */
const foreign = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/

/**
 * Parses an entity identifier: a URL as above without a query, of bounded length, in the characters of RFC 3986 §2 (a host
 * in other letters is written with `xn--`). Compared as exact strings everywhere.
 */
export function parseEntityId(text: string, policy: UrlPolicy, at = 'entity_id'): URL | Failure<UrlCode> {
  if (text.length > longestEntityId || foreign.test(text)) return fail('url_malformed', at)
  const url = parseUrl(text, policy, at)
  if (url instanceof URL && text.includes('?')) return fail('url_forbidden_part', at)
  return url
}

/** An identifier as nearly all are, which needs no parser: a name of a host and a plain path. */
const usualEntityId = /^https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(?::\d{1,4})?(?:\/[\w.~/-]*)?$/

/** Whether `parseEntityId` takes it. */
export const isEntityId = (text: string, policy: UrlPolicy): boolean =>
  (text.length <= longestEntityId && usualEntityId.test(text)) || !failed(parseEntityId(text, policy))

/** An identifier less a trailing slash, plus a path: `https://a.example/` and `/x` give `https://a.example/x`. */
export const joinUrl = (base: string, path: string): string => (base.endsWith('/') ? base.slice(0, -1) : base) + path
