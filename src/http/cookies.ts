/**
 * Session cookies (RFC 6265). Named per role, because the cookie jar of `localhost` is shared by all its ports;
 * `__Host-` where the role is served by https.
 */
export interface CookiePolicy {
  /** Role and purpose: `relying-party-session`. */
  readonly name: string
  /** False in the sandbox on plain http only; `Secure` stands on every cookie all the same, browsers take it on loopback. */
  readonly hostPrefix: boolean
  /**
   * A path at which another site's form posts to us and the cookie must come along: it is then `SameSite=None`, sent to
   * this path and to no other, and named `__Secure-`, since `__Host-` would send it everywhere.
   */
  readonly crossSitePath?: string
}

/** With the prefix by which a browser holds the cookie to its attributes (RFC 6265bis §4.1.3). */
export function cookieName({ name, hostPrefix, crossSitePath }: CookiePolicy): string {
  if (!hostPrefix) return name
  return `${crossSitePath === undefined ? '__Host-' : '__Secure-'}${name}`
}

/**
 * A Set-Cookie value: Secure, HttpOnly, SameSite=Lax (a wallet or an identity provider sends the browser back), or None for
 * the path at which another site's form posts to us.
 */
export function setCookie(policy: CookiePolicy, value: string, maxAgeSeconds: number): string {
  const { crossSitePath } = policy
  const [path, sameSite] = crossSitePath === undefined ? ['/', 'Lax'] : [crossSitePath, 'None']
  return `${cookieName(policy)}=${value}; Path=${path}; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=${sameSite}`
}

/**
 * Returns the value of the cookie with exactly this name. Returns `undefined` also where two have it: one of them may be
 * planted by a sibling host. Looks at the places of the name alone, however many other cookies there are.
 */
export function readCookie(header: string | null | undefined, name: string): string | undefined {
  if (header === null || header === undefined) return undefined
  const named = `${name}=`
  let value: string | undefined
  for (let at = header.indexOf(named); at >= 0; at = header.indexOf(named, at + named.length)) {
    if (!beginsPair(header, at)) continue
    if (value !== undefined) return undefined
    const end = header.indexOf(';', at)
    value = header.slice(at + named.length, end < 0 ? undefined : end).trim()
  }
  return value
}

/** Whether a pair begins there: at the start or behind `;` and one space (RFC 6265 §4.2.1), or none. */
function beginsPair(header: string, at: number): boolean {
  const before = header[at - 1] === ' ' ? at - 2 : at - 1
  return before < 0 || header[before] === ';'
}
