/**
 * Cookies (RFC 6265). Each role has its own cookie names, except for the language, because all ports of `localhost`
 * share one cookie jar. The attributes depend on the public URL, never on the connection. Behind a proxy that
 * terminates TLS, the cookies are therefore still `Secure`.
 */
import { isLoopbackHost } from '../base/index.ts'

/** Name and scope of a cookie. */
export interface CookiePolicy {
  /** Role and purpose: `relying-party-session`. */
  readonly name: string
  /**
   * Public URL of the role. With https the cookie is `Secure` and has a prefix. With http on loopback it is not
   * `Secure`, because WebKit drops `Secure` cookies there.
   */
  readonly publicUrl: string
  /**
   * Path to which forms of other sites post with this cookie. The cookie is then `SameSite=None`, limited to this path,
   * and has the prefix `__Secure-`, because `__Host-` requires the root path.
   */
  readonly crossSitePath?: string
}

/**
 * Returns the cookie's name with the prefix that makes browsers enforce its attributes (RFC 6265bis §4.1.3). Adds no
 * prefix with http.
 */
export function cookieName({ name, publicUrl, crossSitePath }: CookiePolicy): string {
  if (!publicUrl.startsWith('https:')) return name
  return `${crossSitePath === undefined ? '__Host-' : '__Secure-'}${name}`
}

/**
 * Returns a Set-Cookie value: Secure, HttpOnly, and SameSite=Lax, because wallets and identity providers redirect the
 * browser here. SameSite=None with a `crossSitePath`. With http on loopback the cookie is not Secure and always
 * SameSite=Lax, because all ports of one host are one site. Does not encode `value`.
 */
export function setCookie(policy: CookiePolicy, value: string, maxAgeSeconds: number): string {
  const { crossSitePath } = policy
  const secure = isSecure(policy) ? ' Secure;' : ''
  const [path, sameSite] = crossSitePath === undefined ? ['/', 'Lax'] : [crossSitePath, secure === '' ? 'Lax' : 'None']
  return `${cookieName(policy)}=${value}; Path=${path}; Max-Age=${maxAgeSeconds};${secure} HttpOnly; SameSite=${sameSite}`
}

function isSecure({ publicUrl }: CookiePolicy): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || !isLoopbackHost(hostname)
}

/**
 * Returns the value of the cookie with exactly this name. Returns `undefined` if there is none, and if two cookies have
 * the name, because a sibling host may have planted one of them. Does not parse the other cookies.
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  if (header === null || header === undefined) return undefined
  const prefix = `${name}=`
  let value: string | undefined
  for (let at = header.indexOf(prefix); at >= 0; at = header.indexOf(prefix, at + prefix.length)) {
    if (!beginsPair(header, at)) continue
    if (value !== undefined) return undefined
    const end = header.indexOf(';', at)
    value = header.slice(at + prefix.length, end < 0 ? undefined : end).trim()
  }
  return value
}

/** Returns true if a pair begins at this offset: at the start, or after `;` and at most one space (RFC 6265 §4.2.1). */
function beginsPair(header: string, at: number): boolean {
  const before = header[at - 1] === ' ' ? at - 2 : at - 1
  return before < 0 || header[before] === ';'
}
