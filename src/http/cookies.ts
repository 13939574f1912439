/**
 * Session cookies (RFC 6265). Named per role, because the cookie jar of `localhost` is shared by all its ports;
 * `__Host-` where the role is served by https.
 */
export interface CookiePolicy {
  /** Role and purpose: `relying-party-session`. */
  readonly name: string
  /** False in the sandbox on plain http only; `Secure` stands on every cookie all the same, browsers take it on loopback. */
  readonly hostPrefix: boolean
}

export const cookieName = (policy: CookiePolicy): string => (policy.hostPrefix ? `__Host-${policy.name}` : policy.name)

/** A Set-Cookie value: Secure, HttpOnly, SameSite=Lax (a wallet or an identity provider sends the browser back). */
export const setCookie = (policy: CookiePolicy, value: string, maxAgeSeconds: number): string =>
  `${cookieName(policy)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; Secure; HttpOnly; SameSite=Lax`

/** A cookie by its exact name. `undefined` also when two have it: one of them may be planted by a sibling host. */
export function readCookie(header: string | null, name: string): string | undefined {
  const values: string[] = []
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) values.push(pair.slice(equals + 1).trim())
  }
  return values.length === 1 ? values[0] : undefined
}
