/** The client of an authority's administration. */
import { type Fetch, type Json, joinUrl } from '../../base/index.ts'
import type { Administration } from './administration.ts'

/** Creates the client. `fetch` must allow for the time that the authority needs for requests of its own. */
export function createAdministration(fetch: Fetch, authority: string, token: string): Administration {
  const silent = { status: 503, body: { error_description: `${authority} does not answer.` } }
  return {
    authority,
    administer: async ({ method, path, body }) => {
      const request = new Request(joinUrl(authority, path), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const response = await fetch(request).catch(() => undefined)
      if (response === undefined) return silent
      const answer = (await response.json().catch(() => undefined)) as Json | undefined
      return { status: response.status, ...(answer !== undefined && { body: answer }) }
    },
  }
}
