/** Asks each role whether it answers, as a stranger does. */
import { type Fetch, failed, fetchText, joinUrl } from '../base/index.ts'

/** A role of the ecosystem. */
export interface ConsoleRole {
  /** Name as in surfaces: `wallet-provider`. */
  readonly name: string
  /** Entity identifier. */
  readonly url: string
}

const patienceMilliseconds = 4000

/** Asks all roles at the same time. Returns the entity identifiers of those that answer. */
export async function observeHealth(fetch: Fetch, roles: readonly ConsoleRole[]): Promise<ReadonlySet<string>> {
  const asked = await Promise.all(
    roles.map(async ({ name, url }) => {
      const signal = AbortSignal.timeout(patienceMilliseconds)
      const health = await fetchText(fetch, new Request(joinUrl(url, '/health'), { signal }), 'application/json', name)
      return failed(health) ? [] : [url]
    }),
  )
  return new Set(asked.flat())
}
