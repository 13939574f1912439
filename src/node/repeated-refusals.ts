/**
 * Clients that keep sending requests although they exceeded their rate. Their further requests for the same path are
 * refused before any other work, because a decision for each would cost almost as much as an accepted request.
 */
import { createRecent } from '../base/index.ts'

/** Refusals by client and path in this process. */
export interface RepeatedRefusals {
  /**
   * Counts a refusal because of the rate. From the eighth in a second, further requests are refused for
   * `retryAfterSeconds`.
   */
  note(client: string, path: string, retryAfterSeconds: number): void
  /** Returns the seconds until the next attempt, or `undefined` if the request may be read. */
  secondsLeft(client: string, path: string): number | undefined
  /** Returns true if no client is refused at present, so that the caller need not determine the client's address. */
  isEmpty(): boolean
}

interface Refused {
  second: number
  count: number
  until: number
}

/** Number of refusals with a decision in a second, after which further requests are refused without one. */
const explained = 8
/** Maximum number of pairs of client and path. */
const capacity = 10_000
/** Number of characters that distinguish a path. A path may be as long as all headers, and clients choose it. */
const distinguished = 256

const keyOf = (client: string, path: string): string => `${path.slice(0, distinguished)}\0${client}`

/** Creates a list without refusals. `milliseconds` is a monotonic clock. */
export function createRepeatedRefusals(milliseconds: () => number): RepeatedRefusals {
  const clients = createRecent<Refused>(capacity)
  /** Time from which no client is refused. */
  let latest = 0
  return {
    note: (client, path, retryAfterSeconds) => {
      const now = milliseconds()
      const second = Math.floor(now / 1000)
      const key = keyOf(client, path)
      const known = clients.get(key)
      const refused = known?.second === second ? known : { second, count: 0, until: 0 }
      if (refused !== known) clients.set(key, refused)
      refused.count += 1
      if (refused.count < explained) return
      refused.until = now + retryAfterSeconds * 1000
      latest = Math.max(latest, refused.until)
    },
    secondsLeft: (client, path) => {
      const now = milliseconds()
      const until = clients.get(keyOf(client, path))?.until ?? 0
      return until > now ? Math.ceil((until - now) / 1000) : undefined
    },
    isEmpty: () => milliseconds() >= latest,
  }
}
