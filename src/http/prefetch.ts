/**
 * Prefetching: a browser loads or prerenders a page before the user opens it (Fetch standard, "Sec-Purpose"; older
 * browsers and extensions use other names).
 */
import { respondText } from './respond.ts'

const headerNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** Returns true for a prefetch. Does not detect programs that send none of these headers. */
export const isPrefetch = (header: (name: string) => string | undefined): boolean =>
  headerNames.some((name) => /\b(prefetch|prerender|preview)\b/i.test(header(name) ?? ''))

/**
 * Returns the answer to a prefetch of a page whose GET has an effect: an empty 503. The status makes the browser
 * discard the answer and repeat the request when the user opens the page. An answer with a success status would be
 * shown instead of the page.
 */
export const respondToPrefetch = () =>
  respondText('', 'text/plain; charset=utf-8', { 'cache-control': 'no-store' }, 503)
