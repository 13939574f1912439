/**
 * Asks what this service advertises at the address that it advertises, once, as a stranger would. What does not answer
 * there is told with what to do; the service runs all the same, since a name or a proxy may come later.
 */
import { type Fetch, joinUrl } from '../base/index.ts'
import type { Service } from './service.ts'

/** One sentence for each address that does not answer as it should. */
export async function checkAdvertised(
  fetch: Fetch,
  publicUrl: string,
  { advertised }: Pick<Service, 'advertised'>,
): Promise<readonly string[]> {
  const told = await Promise.all(
    advertised.map(async (path) => {
      const url = joinUrl(publicUrl, path)
      try {
        const { status } = await fetch(new Request(url, { redirect: 'manual' }))
        if (status < 300 || status === 405 || status === 429) return undefined
        return `${url} answers ${status} and not this service: let the proxy pass the whole path on, or mend publicUrl.`
      } catch {
        return `${url} cannot be reached from here: see to name, certificate and proxy, or mend publicUrl.`
      }
    }),
  )
  return told.filter((sentence) => sentence !== undefined)
}
