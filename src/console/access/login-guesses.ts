/** Limits guesses of keys and tokens: for each client, and for all clients together. */
import { createRateLimiter } from '../../node/index.ts'

/** Limits of one client: ten guesses at once, then one every ten seconds. */
const perClient = { perSecond: 0.1, burst: 10 }
/** Limits of all clients together. */
const ofAll = { perSecond: 2, burst: 200 }

interface LoginGuesses {
  /** Counts a guess. Returns the seconds until the next one if there were too many, otherwise `undefined`. */
  take(client: string): number | undefined
}

/** Creates the limit of login attempts, for each client and for all. `milliseconds` is a monotonic clock. */
export function createLoginGuesses(milliseconds: () => number): LoginGuesses {
  const clientLimiter = createRateLimiter({ limits: perClient, milliseconds, settles: false })
  const commonLimiter = createRateLimiter({ limits: ofAll, milliseconds, settles: false })
  return { take: (client) => clientLimiter.take(client, 'login') ?? commonLimiter.take('all', 'login') }
}
