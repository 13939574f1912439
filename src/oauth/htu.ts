/**
 * Target URI of a DPoP proof (RFC 9449 §4.2, §4.3 item 9). The URI is compared without query and fragment after the
 * syntax-based and scheme-based normalization of RFC 3986 §6.2.2 and §6.2.3.
 */
import { hasUserInfo, lacksHost } from '../base/index.ts'

const unreserved = /^[A-Za-z0-9._~-]$/

/**
 * Returns the normalized URI without query and fragment: scheme and host in lower case, no default port, dot segments
 * resolved, percent-encoding in upper case, unreserved characters decoded. Returns `undefined` if the text is not an
 * http(s) URL with a host, has user info, or contains white space, a character outside of printable ASCII, a backslash
 * or a bare percent sign.
 */
export function normalizeHtu(text: string): string | undefined {
  if (/[^!-~]|\\|%(?![0-9A-Fa-f]{2})/.test(text) || lacksHost(text) || hasUserInfo(text)) return undefined
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const path = url.pathname.replace(/%[0-9A-Fa-f]{2}/g, (triplet) => {
    const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16))
    return unreserved.test(character) ? character : triplet.toUpperCase()
  })
  return url.origin + path
}

/**
 * Returns true if the target of a proof is this endpoint. An exact match skips the normalization, because most wallets
 * use the published URL.
 */
export function isTarget(htu: string, url: string): boolean {
  if (htu === url) return true
  const target = normalizeHtu(htu)
  return target !== undefined && target === normalizeHtu(url)
}

/** Returns a URL without query and fragment. Does not normalize the rest. */
export const bareTarget = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''
