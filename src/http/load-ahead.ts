/**
 * Loads that no person asked for yet: a browser prefetches or prerenders a page because somebody may open it (Fetch §3.1.7,
 * "Sec-Purpose"; the other names are those of earlier browsers and of extensions).
 */
import { respondText } from './respond.ts'

const headerNames = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** Whether a request loads a page before a person opens it. Does not recognise a program that sends none of these headers. */
export const isLoadAhead = (header: (name: string) => string | undefined): boolean =>
  headerNames.some((name) => /\b(prefetch|prerender|preview)\b/i.test(header(name) ?? ''))

/**
 * The answer to such a load where a page has an effect. Its status makes a browser throw the answer away and send the
 * request again when the person opens the page; a status of success would be shown in the place of the page.
 */
export const respondLoadAhead = () => respondText('', 'text/plain; charset=utf-8', { 'cache-control': 'no-store' }, 503)
