/**
 * A browser's cookie jar (RFC 6265 §5). Cookies belong to a host and a path, not to a port. So all services on one
 * host, such as `localhost`, share cookies, as in a real browser.
 */

interface Cookie {
  readonly host: string
  readonly path: string
  readonly name: string
  readonly value: string
  /** Milliseconds since 1970-01-01T00:00:00Z. `Infinity` for a cookie of the browser's session. */
  readonly expires: number
}

export interface CookieJar {
  /** Returns the Cookie header for a request, or `undefined` if no cookie matches. */
  header(url: URL): string | undefined
  /** Stores the cookies of a response's Set-Cookie headers. */
  store(url: URL, headers: Headers): void
  /** Returns names and values of the cookies for this URL. */
  cookiesFor(url: URL): ReadonlyMap<string, string>
}

/**
 * Creates an empty cookie jar (RFC 6265). Of cookies with the same name, sends only the one with the longest path.
 * `now` is in milliseconds.
 */
export function createCookieJar(now: () => number = Date.now): CookieJar {
  const cookies = new Map<string, Cookie>()
  const cookiesFor = (url: URL): ReadonlyMap<string, string> => {
    const matching = [...cookies.values()]
      .filter((cookie) => cookie.host === url.hostname && pathMatches(url.pathname, cookie.path))
      .filter((cookie) => cookie.expires > now())
      .sort((a, b) => b.path.length - a.path.length)
    const values = new Map<string, string>()
    for (const { name, value } of matching) if (!values.has(name)) values.set(name, value)
    return values
  }
  return {
    cookiesFor,
    header: (url) => {
      const pairs = [...cookiesFor(url)].map(([name, value]) => `${name}=${value}`)
      return pairs.length === 0 ? undefined : pairs.join('; ')
    },
    store: (url, headers) => {
      for (const line of headers.getSetCookie()) {
        const cookie = parseSetCookie(line, url, now())
        if (cookie) cookies.set(`${cookie.host}${cookie.path};${cookie.name}`, cookie)
      }
    },
  }
}

/**
 * Parses a Set-Cookie header (RFC 6265 §5.2). Reads only `Path`, `Max-Age` and `Expires`. Ignores, among others:
 *
 * - `Secure`: browsers treat loopback as secure, and other hosts of a sandbox use https
 * - `SameSite`: all services of the sandbox are on one site
 * - `Domain`: the cookie belongs to the host alone
 */
function parseSetCookie(line: string, url: URL, now: number): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';')
  const equals = pair.indexOf('=')
  if (equals < 1) return undefined
  const attributes = new Map(
    rest.map((part) => {
      const [name = '', ...value] = part.split('=')
      return [name.trim().toLowerCase(), value.join('=').trim()] as const
    }),
  )
  const path = attributes.get('path')
  return {
    host: url.hostname,
    path: path?.startsWith('/') ? path : defaultPath(url.pathname),
    name: pair.slice(0, equals).trim(),
    value: pair.slice(equals + 1).trim(),
    expires: expiryOf(attributes, now),
  }
}

/** Returns the time of expiry. `Max-Age` takes precedence over `Expires`. Ignores malformed values (RFC 6265 §5.2). */
function expiryOf(attributes: ReadonlyMap<string, string>, now: number): number {
  const maxAge = attributes.get('max-age') ?? ''
  if (/^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000
  const date = Date.parse(attributes.get('expires') ?? '')
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date
}

/** Returns true if a cookie with this path belongs to the path of a request (RFC 6265 §5.1.4). */
const pathMatches = (path: string, cookiePath: string): boolean =>
  path === cookiePath || (path.startsWith(cookiePath) && (cookiePath.endsWith('/') || path[cookiePath.length] === '/'))

const defaultPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
