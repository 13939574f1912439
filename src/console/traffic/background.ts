/**
 * Recognises messages in the background of a flow by their paths: fetches of public documents, polling, static pages,
 * and reads of the console. The patterns repeat paths of the roles. If one of these paths changes, change the pattern
 * too.
 */
import type { Message } from './message.ts'

export type Background = 'fetch' | 'poll' | 'page' | 'read'

const fetchedPaths =
  /\/\.well-known\/|\/(?:fetch|list|resolve|jwks(?:\.json)?|historical-jwks|trust_mark(?:_list|_status)?|metadata|logo\.svg|favicon\.ico)$|\/(?:statuslists|assets)(?:\/|$)|\/saml\/metadata/
const polledPaths = /\/(?:session-state|health)$/
const staticPages = /^\/(?:(?:privacy|terms|style\.css|openapi\.json)?)$/
/** Reads of an API of a role. The console sends them for its pages. */
const isRead = (method: string, path: string): boolean =>
  path.startsWith('/admin/')
    ? method === 'GET' || path.endsWith('/search')
    : method === 'GET' && path.startsWith('/api/presentations/')

/** Returns the path of an absolute URL, without query and fragment. Returns `/` for an empty path. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.search(/[?#]/)
  if (end < 0) return start < 0 ? '/' : url.slice(start)
  return start < 0 || start > end ? '/' : url.slice(start, end)
}

/** Returns the kind of a background message, or `undefined` for a step of a flow. */
export function backgroundOf({
  from,
  request: { method, url },
}: Pick<Message, 'request'> & Partial<Pick<Message, 'from'>>): Background | undefined {
  const path = pathOf(url)
  if (polledPaths.test(path)) return 'poll'
  if (from === 'console' && isRead(method, path)) return 'read'
  if (method === 'GET' && staticPages.test(path)) return 'page'
  return method !== 'POST' && fetchedPaths.test(path) ? 'fetch' : undefined
}

/** Returns the path of a message for display. Replaces segments of more than 24 characters by an ellipsis. */
export const shownPath = ({ request }: Pick<Message, 'request'>): string =>
  pathOf(request.url).replace(/[^/]{25,}/g, '…')
