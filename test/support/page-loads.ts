/** Loads of a page that a browser, or something in it, makes before a person opens the page. */
import assert from 'node:assert/strict'

/** What browsers and extensions of them send, by name and value. */
const aheadHeaders = [
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['purpose', 'prefetch'],
  ['x-purpose', 'preview'],
  ['x-moz', 'prefetch'],
] as const

interface Loads {
  get(url: string, headers: Record<string, string>): Promise<Response>
}

/** Loads a page ahead in every way; each answer is one that a browser throws away, and sets no cookie. */
export async function preparePage(browser: Loads, url: string): Promise<void> {
  for (const [name, value] of aheadHeaders) {
    const response = await browser.get(url, { [name]: value })
    assert.deepEqual(
      [response.status, response.headers.get('cache-control'), response.headers.getSetCookie()],
      [503, 'no-store', []],
      `${name}: ${value} at ${url}`,
    )
  }
}
