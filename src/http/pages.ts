/**
 * Pages for people: templates that escape, and headers under which nothing foreign runs, frames or learns of them.
 */
import { html, raw } from 'hono/html'
import type { HttpResponse } from './message.ts'

export { html, raw }
/** A page, or a part of one, in which all that was put into it is escaped. */
export type Html = ReturnType<typeof html>

/** Styles come from the role's own origin; there is no inline script, ever. */
const securityHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer', // RP-87
  'cache-control': 'no-store', // RP-87
}

/** An HTML answer. `form-action` is not restricted: a consent form ends in a redirect to the wallet's own scheme. */
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
