/**
 * OAuth parameters, whichever way they travel: form field, query parameter or member of a JWT (RFC 6749 §3.1, §3.2,
 * Appendix B). Forms arrive here as maps without duplicates and without empty values: the HTTP layer has seen to that.
 */

/** Parameters by name, each once, none empty. */
export type Form = ReadonlyMap<string, string>

/** A text that is there: no empty string, no half of a surrogate pair (it could never be sent back unchanged). */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed()

/** What serves as a `jti`: 1 to 256 printable ASCII characters (PP-84). */
export const isTokenIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && /^[ -~]{1,256}$/.test(value)

/** The body of an `application/x-www-form-urlencoded` request. */
export const encodeForm = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()

/** Adds parameters to a URL as it stands: its own query is kept and nothing of it is rewritten (RFC 6749 §3.1). */
export function appendParameters(url: string, values: Readonly<Record<string, string>>): string {
  const added = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (!url.includes('?')) return `${url}?${added.join('&')}`
  return `${url}${/[?&]$/.test(url) ? '' : '&'}${added.join('&')}`
}

/** The parameters of a URL's query; `undefined` when one stands twice. Empty ones count as not sent. */
export function readQuery(url: URL): Form | undefined {
  const form = new Map<string, string>()
  const seen = new Set<string>()
  for (const [name, value] of url.searchParams) {
    if (seen.has(name)) return undefined
    seen.add(name)
    if (value !== '') form.set(name, value)
  }
  return form
}
