/**
 * Asks what this service advertises at the address that it advertises, as a stranger would. What does not answer
 * there is told with what to do; the service runs all the same, since a name or a proxy may come later.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { type Fetch, joinUrl } from '../base/index.ts'
import type { Service } from './service.ts'

/** How often an address that answers 503 is asked: beside other programs that begin, a service is overloaded at first. */
export interface AskAgain {
  readonly pause?: (seconds: number) => Promise<void>
  readonly times?: number
}

/** One sentence for each address that does not answer as it should. */
export async function checkAdvertised(
  fetch: Fetch,
  publicUrl: string,
  { advertised }: Pick<Service, 'advertised'>,
  { pause = (seconds: number) => wait(seconds * 1000, undefined, { ref: false }), times = 4 }: AskAgain = {},
): Promise<readonly string[]> {
  const ask = async (url: string): Promise<Response> => {
    for (let left = times; ; left -= 1) {
      const response = await fetch(new Request(url, { redirect: 'manual' }))
      if (response.status !== 503 || left <= 1) return response
      await pause(5)
    }
  }
  const told = await Promise.all(
    advertised.map(async (path) => {
      const url = joinUrl(publicUrl, path)
      try {
        const { status, headers } = await ask(url)
        if (status < 300 || status === 405 || status === 429) return undefined
        if (status === 503 && headers.has('retry-after') && headers.has('fiducia-trace'))
          return `${url} answers 503: this service is there and overloaded, or its store is out of reach.`
        return `${url} answers ${status} and not this service: let the proxy pass the whole path on, or mend publicUrl.`
      } catch {
        return `${url} cannot be reached from here: see to name, certificate and proxy, or mend publicUrl.`
      }
    }),
  )
  return told.filter((sentence) => sentence !== undefined)
}
