/**
 * The target URI of a DPoP proof (RFC 9449 §4.2, §4.3 item 9): compared without query and fragment after the
 * syntax-based and scheme-based normalisation of RFC 3986 §6.2.2, §6.2.3.
 */
import { hasUserInfo, lacksHost } from '../base/index.ts'

const unreserved = /^[A-Za-z0-9._~-]$/

/**
 * The normal form: scheme and host in lower case, default port gone, dot segments resolved, percent-encoding in upper
 * case and only where it is needed. `undefined` for anything that is no http(s) URL, has user info, or carries what a
 * URL may not (white space, backslash, a bare percent sign).
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

/** Whether a proof's target is this endpoint. Nearly every wallet writes the URL as it is published: nothing to normalise. */
export function isTarget(htu: string, url: string): boolean {
  if (htu === url) return true
  const target = normalizeHtu(htu)
  return target !== undefined && target === normalizeHtu(url)
}

/** A URL without query and fragment and otherwise as it stands: what goes into a proof, and what metadata attests. */
export const bareTarget = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''
