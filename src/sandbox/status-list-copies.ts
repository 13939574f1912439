/** Finds the copies of status lists that parties of the sandbox fetched, in the recorded messages. */
import { createRecent, mediaTypeOf } from '../base/index.ts'
import type { FetchedCopy, MessageLog, StatusListCopies } from '../console/index.ts'
import { statusListMediaType } from '../status-list/index.ts'
import { maximumBodyCharacters } from './received-message.ts'

/** Sender of the console's messages. They are ignored, because the console fetches a list only to show it. */
const consoleName = 'console'

/** Maximum number of lists. A client can add any query to the URI of a list. */
const maximumLists = 100

/**
 * Watches the log, and keeps the last copy of each list that each party fetched. Keeps at most 100 lists. If the log
 * shortened the body of the response, the copy has no token.
 */
export function createStatusListCopies(log: Pick<MessageLog, 'watch'>): StatusListCopies {
  const byUri = createRecent<Map<string, FetchedCopy>>(maximumLists)
  log.watch(({ from, at, request, response }) => {
    if (from === consoleName || response?.status !== 200) return
    const isList = response.headers.some(
      ([name, value]) => name === 'content-type' && mediaTypeOf(value) === statusListMediaType,
    )
    if (!isList) return
    const { body } = response
    const isWhole = body !== undefined && body.length < maximumBodyCharacters
    const copies = byUri.get(request.url) ?? new Map<string, FetchedCopy>()
    copies.set(from, { reader: from, fetchedAt: at / 1000, ...(isWhole && { token: body }) })
    byUri.set(request.url, copies)
  })
  return { of: (uri) => [...(byUri.get(uri)?.values() ?? [])] }
}
