/** Reads a refusal from a page in the form of a machine endpoint, so that the same rows of a table cover both. */
import assert from 'node:assert/strict'

const textOf = (html: string, id: string): string =>
  (new RegExp(`id="${id}"[^>]*>([^<]*)`).exec(html)?.[1] ?? '')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Returns the refusal as JSON, and asserts the page's headers. Returns a response below 400 unchanged. */
export async function readRefusalPage(response: Response): Promise<Response> {
  if (response.status < 400) return response
  const html = await response.text()
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/, html)
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
  const headers = new Headers(response.headers)
  headers.set('content-type', 'application/json')
  const body = { error: textOf(html, 'error'), error_description: textOf(html, 'error-description') }
  return new Response(JSON.stringify(body), { status: response.status, headers })
}
