/**
 * HTML pages for users: templates that escape inserted values, and headers that forbid scripts of other origins,
 * framing and referrers.
 */
import { html, raw } from 'hono/html'
import type { HttpResponse } from './message.ts'

export { html, raw }
/** A page or a part of a page. All inserted values are escaped, except those of `raw`. */
export type Html = ReturnType<typeof html>

/**
 * Styles, scripts, fonts and images come from the role's own origin, and images also from `data:` URLs. Inline scripts
 * and styles are forbidden.
 */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'", // PP-199
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer', // RP-87
  'cache-control': 'no-store', // RP-87
}

/**
 * Creates an HTML response. Does not restrict `form-action`: browsers also apply it to redirects, and a form may end at
 * a wallet's own scheme (D-1061).
 */
export async function respondPage(
  body: Html,
  status = 200,
  headers: Record<string, string> = {},
): Promise<HttpResponse> {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...securityHeaders, ...headers },
    body: String(await body),
  }
}
