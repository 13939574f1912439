/** Records all messages between the parties of an in-memory ecosystem, in order. */
import type { Fetch } from '../../../src/base/index.ts'
import type { PartyName } from '../ecosystem.ts'

export interface WireMessage {
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export interface WireExchange {
  readonly from: PartyName
  readonly method: string
  readonly url: string
  readonly request: WireMessage
  readonly status: number
  readonly response: WireMessage
}

interface Transcript {
  readonly exchanges: readonly WireExchange[]
  /** Wrapper for `createTestEcosystem({ through })`. */
  through(fetch: Fetch, party: PartyName): Fetch
}

export function createTranscript(): Transcript {
  const exchanges: WireExchange[] = []
  return {
    exchanges,
    through: (fetch, from) => async (request) => {
      const sent = request.clone()
      const response = await fetch(request)
      exchanges.push({
        from,
        method: sent.method,
        url: sent.url,
        request: { headers: new Map(sent.headers), body: sent.body === null ? '' : await sent.text() },
        status: response.status,
        response: { headers: new Map(response.headers), body: await response.clone().text() },
      })
      return response
    },
  }
}
