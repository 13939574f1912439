/** Requests the public health endpoints of the roles. */
import { createTimedRequest, type Fetch, failed, fetchText, joinUrl } from '../base/index.ts'

/** A role or a national identity provider. */
export interface ConsoleRole {
  /** Name of the role: `wallet-provider`. The `surface` of each of its decisions begins with this name and `/`. */
  readonly name: string
  /** Entity identifier, to which the paths of its endpoints are added. */
  readonly url: string
}

const timeoutMilliseconds = 4000

/**
 * Requests `/health` of all roles at once. Returns the entity identifiers of those that answer with status 200 and JSON
 * within four seconds.
 */
export async function observeHealth(fetch: Fetch, roles: readonly ConsoleRole[]): Promise<ReadonlySet<string>> {
  const answering = await Promise.all(
    roles.map(async ({ name, url }) => {
      const request = createTimedRequest(timeoutMilliseconds, joinUrl(url, '/health'))
      const health = await fetchText(fetch, request, 'application/json', name)
      return failed(health) ? [] : [url]
    }),
  )
  return new Set(answering.flat())
}
