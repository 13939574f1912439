/**
 * Finds clients that keep sending requests although they exceeded their limits (GEN-61). Their further requests for the
 * same path are refused without a decision, because a decision would cost almost as much as an accepted request.
 */
import { createRecent } from '../base/index.ts'

/** Refusals by client and path in this process. */
export interface RepeatedRefusals {
  /**
   * Counts a refusal of a client by its own limits. From the eighth in a second, `secondsLeft` refuses the client's
   * further requests for the path, for `retryAfterSeconds`.
   */
  note(client: string, path: string, retryAfterSeconds: number): void
  /** Returns the seconds until the next attempt, or `undefined` if the request may be read. */
  secondsLeft(client: string, path: string): number | undefined
  /** Returns true if no client is refused at present, so that the caller need not determine the client's address. */
  isEmpty(): boolean
}

interface RefusalCount {
  second: number
  count: number
  until: number
}

/** Number of refusals in a second that get a decision. Further requests are refused without one. */
const recordedPerSecond = 8
/** Maximum number of pairs of client and path. */
const capacity = 10_000
/** Number of characters of a path that are compared. A client may send a path as long as the limit on all headers. */
const pathCharacters = 256

const keyOf = (client: string, path: string): string => `${path.slice(0, pathCharacters)}\0${client}`

/** Creates a list without refusals. `milliseconds` is a monotonic clock. */
export function createRepeatedRefusals(milliseconds: () => number): RepeatedRefusals {
  const clients = createRecent<RefusalCount>(capacity)
  /** Time until which some client is refused. */
  let blockedUntil = 0
  return {
    note: (client, path, retryAfterSeconds) => {
      const now = milliseconds()
      const second = Math.floor(now / 1000)
      const key = keyOf(client, path)
      const previous = clients.get(key)
      const refused = previous?.second === second ? previous : { second, count: 0, until: previous?.until ?? 0 }
      if (refused !== previous) clients.set(key, refused)
      refused.count += 1
      if (refused.count < recordedPerSecond) return
      refused.until = now + retryAfterSeconds * 1000
      blockedUntil = Math.max(blockedUntil, refused.until)
    },
    secondsLeft: (client, path) => {
      const now = milliseconds()
      const until = clients.get(keyOf(client, path))?.until ?? 0
      return until > now ? Math.ceil((until - now) / 1000) : undefined
    },
    isEmpty: () => milliseconds() >= blockedUntil,
  }
}
