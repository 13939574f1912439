/**
 * Recognises messages in the background of a flow by their paths: fetches of public documents, and polling. The
 * patterns repeat paths of the roles. If one of these paths changes, change the pattern too.
 */
import type { Message } from './message.ts'

export type Background = 'fetch' | 'poll'

const fetchedPaths =
  /\/\.well-known\/|\/(?:fetch|list|resolve|jwks(?:\.json)?|historical-jwks|trust_mark(?:_list|_status)?|metadata|logo\.svg|favicon\.ico)$|\/(?:statuslists|assets)(?:\/|$)|\/saml\/metadata/
const polledPaths = /\/(?:session-state|health)$/

/** Returns the path of an absolute URL, without query and fragment. Returns `/` for an empty path. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.search(/[?#]/)
  if (end < 0) return start < 0 ? '/' : url.slice(start)
  return start < 0 || start > end ? '/' : url.slice(start, end)
}

/** Returns the kind of a background message, or `undefined` for a step of a flow. */
export function backgroundOf({ request: { method, url } }: Pick<Message, 'request'>): Background | undefined {
  const path = pathOf(url)
  if (polledPaths.test(path)) return 'poll'
  return method !== 'POST' && fetchedPaths.test(path) ? 'fetch' : undefined
}

/** Returns the path of a message for display. Replaces segments of more than 24 characters by an ellipsis. */
export const shownPath = ({ request }: Pick<Message, 'request'>): string =>
  pathOf(request.url).replace(/[^/]{25,}/g, '…')
