/** Loads of a page by a browser or its extensions before a person opens the page. */
import assert from 'node:assert/strict'

/** Headers of such loads, by name and value. */
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

/** Prefetches a page with each of these headers. Asserts that each answer is 503, is not stored and sets no cookie. */
export async function assertPrefetchRefused(browser: Loads, url: string): Promise<void> {
  for (const [name, value] of aheadHeaders) {
    const response = await browser.get(url, { [name]: value })
    assert.deepEqual(
      [response.status, response.headers.get('cache-control'), response.headers.getSetCookie()],
      [503, 'no-store', []],
      `${name}: ${value} at ${url}`,
    )
  }
}
