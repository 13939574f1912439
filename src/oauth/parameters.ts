/**
 * OAuth parameters in form fields, queries and JWT members (RFC 6749 §3.1, §3.2, Appendix B). At a server, the HTTP
 * layer creates the `Form`: it removes empty values and refuses duplicates.
 */

/** Parameters by name. No duplicates, no empty values. */
export type Form = ReadonlyMap<string, string>

/** Returns true for a non-empty string without lone surrogates, which could not be sent back unchanged. */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.isWellFormed()

/** Returns true for an acceptable `jti`: 1 to 256 printable ASCII characters (PP-84). */
export const isTokenIdentifier = (value: unknown): value is string =>
  typeof value === 'string' && /^[ -~]{1,256}$/.test(value)

/**
 * Appends parameters to a URL without fragment. Keeps its query unchanged (RFC 6749 §3.1). Throws a URIError for a
 * value with a lone surrogate.
 */
export function appendParameters(url: string, values: Readonly<Record<string, string>>): string {
  const added = Object.entries(values).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (!url.includes('?')) return `${url}?${added.join('&')}`
  return `${url}${/[?&]$/.test(url) ? '' : '&'}${added.join('&')}`
}

/**
 * Returns the non-empty parameters of a URL's query, or `undefined` if a name is duplicated, even an empty parameter.
 */
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
