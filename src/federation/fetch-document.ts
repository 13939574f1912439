/**
 * A federation document over HTTP, with why nobody answered behind the place of the failure: `configuration.certificate`.
 * An outage that does not say which is what its operator looks for longest.
 */
import { type Failure, type Fetch, type FetchCode, fail, failed, fetchText } from '../base/index.ts'

/**
 * What a client may say of an error that it throws, as `trouble`: nothing listens there, there is no such name, no route
 * leads to its addresses, its certificate is not trusted, it does not speak TLS, it ended the connection.
 */
export const fetchTroubles = ['refused', 'name', 'route', 'certificate', 'tls', 'cut'] as const
export type FetchTrouble = (typeof fetchTroubles)[number]

export async function fetchDocument(
  fetch: Fetch,
  request: Request,
  mediaType: string,
  at: string,
  limits?: { readonly size: number },
): Promise<string | Failure<FetchCode>> {
  let trouble: FetchTrouble | undefined
  const telling: Fetch = async (sent) => {
    try {
      return await fetch(sent)
    } catch (thrown) {
      trouble = troubleOf(thrown)
      throw thrown
    }
  }
  const text = await fetchText(telling, request, mediaType, at, limits)
  return failed(text) && text.code === 'unreachable' && trouble ? fail(text.code, `${at}.${trouble}`) : text
}

const troubleOf = (thrown: unknown): FetchTrouble | undefined => {
  const said = thrown instanceof Error && 'trouble' in thrown ? thrown.trouble : undefined
  return fetchTroubles.find((one) => one === said)
}
