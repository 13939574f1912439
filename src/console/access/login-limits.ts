/** Limits the attempts to log in of each client, and of all clients together. */
import { createRecent } from '../../base/index.ts'
import { createRateLimiter } from '../../node/index.ts'

/** Limits of one client: ten attempts at once, then one every ten seconds. A successful attempt does not count. */
const perClient = { perSecond: 0.1, burst: 10 }
/** Limits of all clients together: 200 attempts at once, then two every second. */
const allClients = { perSecond: 2, burst: 200 }
/** Maximum number of remembered clients that have logged in. At least the half that was used last is kept. */
const maximumExempt = 1000

/** Limits of login attempts. The caller decides which attempts it counts for each limit (D-615). */
export interface LoginLimits {
  /** Counts an attempt of a client. Returns `undefined`, or the seconds to wait if the client is above its limit. */
  take(client: string): number | undefined
  /**
   * Counts an attempt for the limit of all clients. Returns `undefined`, or the seconds to wait above the limit.
   * Ignores clients that have logged in before, so that strangers cannot lock operators out (D-615).
   */
  takeCommon(client: string): number | undefined
  /** Records that a client has logged in. Its last attempt no longer counts for the limit of the client. */
  succeeded(client: string): void
}

/** Creates the limits of login attempts. `milliseconds` returns the time of a monotonic clock. */
export function createLoginLimits(milliseconds: () => number): LoginLimits {
  const clientLimiter = createRateLimiter({ limits: perClient, milliseconds, settles: false })
  const commonLimiter = createRateLimiter({ limits: allClients, milliseconds, settles: false })
  const exempt = createRecent<true>(maximumExempt)
  return {
    take: (client) => clientLimiter.take(client, 'login'),
    takeCommon: (client) => (exempt.get(client) ? undefined : commonLimiter.take('all', 'login')),
    succeeded: (client) => {
      clientLimiter.giveBack(client, 'login')
      exempt.set(client, true)
    },
  }
}
