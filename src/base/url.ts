/**
 * Identifiers and endpoint URLs: https, a host, no user info, no fragment (OpenID Federation 1.0 §1.2). Plain http is
 * accepted for loopback hosts only, and only if the deployment allows it (the sandbox).
 */
import { type Failure, fail, failed } from './failure.ts'

/**
 * Reasons to refuse a URL. `url_malformed`: not a URL, no host, too long, or a character that is not permitted.
 * `url_not_https`: neither https nor permitted plain http. `url_forbidden_part`: user info, a fragment, or a query in
 * an entity identifier.
 */
export type UrlCode = 'url_malformed' | 'url_not_https' | 'url_forbidden_part'

/** Accepted URLs of other parties, besides https (GEN-19). */
export interface UrlPolicy {
  /** Accepts plain http for loopback hosts, as in the sandbox. */
  readonly loopbackHttp: boolean
}

/**
 * Returns true for a loopback host name or address (RFC 6761 §6.3, RFC 8252 §7.3). `host` has the form of
 * `URL.hostname`. Does not resolve names.
 */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host)

/**
 * Returns true for a host name or IP address without scheme, port and path. An IPv6 address may have brackets. Returns
 * false for a name that a URL has in another form, except for letters in upper case. Does not resolve names.
 */
export const isBareHost = (text: string): boolean =>
  URL.parse(`http://${text}`)?.hostname === text.toLowerCase() ||
  (/^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`))

/**
 * Spaces, ASCII control characters and backslashes. Browsers remove, replace or encode them, so another parser may find
 * another host.
 */
const repairable = /[^!-~\x80-\uffff]|\\/

/**
 * Returns true for an http(s) URL that lacks the `//` or the host. Browsers resolve `https:a` and `https:/a` against
 * the current page.
 */
export const lacksHost = (text: string): boolean => /^https?:(?!\/\/[^/])/i.test(text)

/**
 * Returns true for a URL with user info, even an empty one (RFC 3986 §3.2.1). Browsers drop an `@` with nothing before
 * it. Does not find user info without `//` (`https:user@a`): refuse such a URL with `lacksHost`.
 */
export const hasUserInfo = (text: string): boolean => /^[^/?#]*:\/\/[^/?#]*@/.test(text)

/**
 * Schemes that a browser handles itself, without opening an application. The list lacks `https`, because an https link
 * may open an application.
 */
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

/**
 * Returns true if a link with this scheme may open an application: `https`, `eudiw`. `scheme` is in lower case, without
 * colon.
 */
export const opensApplication = (scheme: string): boolean => !browserSchemes.includes(scheme)

/**
 * Parses an https URL, or an http URL with a loopback host if the policy allows it. Refuses user info, a fragment, an
 * absent host, spaces, ASCII control characters and backslashes. Allows a query, which `parseEntityId` refuses.
 */
export function parseUrl(text: string, policy: UrlPolicy, at = 'url'): URL | Failure<UrlCode> {
  const url = repairable.test(text) ? null : URL.parse(text)
  if (url === null) return fail('url_malformed', at)
  const secure = url.protocol === 'https:'
  if (!secure && !(policy.loopbackHttp && url.protocol === 'http:' && isLoopbackHost(url.hostname)))
    return fail('url_not_https', at)
  if (lacksHost(text)) return fail('url_malformed', at)
  if (hasUserInfo(text) || text.includes('#')) return fail('url_forbidden_part', at)
  return url
}

/**
 * Maximum length of an entity identifier in characters. The identifier appears in logs, in statements and in indexes of
 * the stores.
 */
export const longestEntityId = 2048

/** Characters that a URL may only contain percent-encoded (RFC 3986 §2). */
const nonUrlCharacter = /[^\w.~:/?#[\]@!$&'()*+,;=%-]/

/**
 * Parses an entity identifier: a URL that `parseUrl` accepts, without query, of at most 2048 characters. Every
 * character is one of RFC 3986 §2, so an internationalized host name uses `xn--`. Entity identifiers are compared as
 * exact strings everywhere.
 */
export function parseEntityId(text: string, policy: UrlPolicy, at = 'entity_id'): URL | Failure<UrlCode> {
  if (text.length > longestEntityId || nonUrlCharacter.test(text)) return fail('url_malformed', at)
  const url = parseUrl(text, policy, at)
  if (url instanceof URL && text.includes('?')) return fail('url_forbidden_part', at)
  return url
}

/**
 * Usual form of an entity identifier: a host name and a plain path. A text that matches needs no parser. A text with
 * `xn--` needs the parser, because the rest of such a label may be malformed.
 */
const usualEntityId = /^(?!.*xn--)https:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*(?::\d{1,4})?(?:\/[\w.~/-]*)?$/

/** Returns true if `parseEntityId` accepts the text. */
export const isEntityId = (text: string, policy: UrlPolicy): boolean =>
  (text.length <= longestEntityId && usualEntityId.test(text)) || !failed(parseEntityId(text, policy))

/**
 * Joins an identifier and a path with one slash: `https://a.example/` and `/x` give `https://a.example/x`. `path` must
 * begin with a slash.
 */
export const joinUrl = (base: string, path: string): string => (base.endsWith('/') ? base.slice(0, -1) : base) + path

/**
 * Sets parameters in the query of a URL. Removes the query's values of the same names. Keeps all other parts of the URL
 * as they are written (RFC 6749 §3.1.2). `URLSearchParams` would encode the other parameters anew. Omits parameters
 * that are `undefined`. Replaces a lone surrogate by U+FFFD. `url` must be absolute.
 */
export function setParameters(url: string, values: Readonly<Record<string, string | undefined>>): string {
  const [, base = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? []
  const stated = new Map(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
  if (stated.size === 0) return url
  const added = [...stated].map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
  // The `&` is there because URLSearchParams drops a leading question mark.
  const isKept = (part: string): boolean =>
    [...new URLSearchParams(`&${part}`).keys()].every((name) => !stated.has(name))
  const kept = query.replace(/&$/, '').split('&').filter(isKept).join('&')
  return `${base}?${kept === '' ? '' : `${kept}&`}${added.join('&')}${fragment}`
}
