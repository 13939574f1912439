/**
 * Who visits, and how many presentations one visitor may begin in a minute: the service counts the whole application as one
 * client, so a visitor who orders without end would keep all others out (RP-112).
 */
import { bareAddress, type Clock, clientNetworkOf, createRecent } from '../base/index.ts'

/** What the middleware sees of a request, whatever the framework. */
export interface Visit {
  readonly method: string
  /** Path and query, as sent. */
  readonly url: string
  header(name: string): string | undefined
  /** Who sent it, for the budget; `undefined` where nobody knows. */
  readonly visitor: string | undefined
}

/** Visitors that are remembered; those that ordered longest ago are forgotten first. */
const mostVisitors = 100_000

export interface VisitorBudget {
  /** Takes one order. Returns the seconds until there is one again when the minute's are spent. Does not count a visitor without a name. */
  take(visitor: string | undefined): number | undefined
}

/** Counts in this process alone. */
export function createVisitorBudget({ clock }: { readonly clock: Clock }, perMinute: number): VisitorBudget {
  const spent = createRecent<{ readonly minute: number; readonly orders: number }>(mostVisitors)
  return {
    take: (visitor) => {
      if (visitor === undefined) return undefined
      const now = clock.now()
      const minute = Math.floor(now / 60)
      const before = spent.get(visitor)
      const orders = before?.minute === minute ? before.orders : 0
      if (orders >= perMinute) return 60 - (now % 60)
      spent.set(visitor, { minute, orders: orders + 1 })
      return undefined
    },
  }
}

/** Loopback, link-local and private networks (RFC 6890): on the internet, a proxy of the application's own. */
const isOwnNetwork = (address: string): boolean =>
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address) || /^(?:::1$|f[cd]|fe[89ab])/i.test(address)

/** Characters at the end of `X-Forwarded-For` that are read. */
const longestHop = 64

/**
 * Returns who sent a request, by the address of its connection: an IPv4 address or an IPv6 network of 64 bits. The last hop
 * of `X-Forwarded-For` counts where that address is private, so behind a proxy of the application's own. Does not look
 * through a second proxy.
 */
export function visitorOf(address: string | undefined, forwarded: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const peer = bareAddress(address)
  const hop = bareAddress(forwarded?.slice(-longestHop).split(',').at(-1)?.trim() ?? '')
  return clientNetworkOf(isOwnNetwork(peer) && /^[\d.]+$|^[\da-f:.]+$/i.test(hop) ? hop : peer)
}
