/**
 * Limits the number of presentations that each visitor may begin in a minute. The presentation service counts all
 * visitors of the application as one client. Without this limit, one visitor could block all others (RP-112).
 */
import { bareAddress, type Clock, clientNetworkOf, createRecent } from '../base/index.ts'

/** A request, independent of the framework. */
export interface Visit {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** Returns a request header. `name` is in lower case. */
  header(name: string): string | undefined
  /**
   * Name of the sender by which presentations are counted: by default an address or a network. `undefined` if unknown.
   */
  readonly visitor: string | undefined
}

/** Maximum number of visitors that are counted. Visitors without recent requests are dropped first. */
const maximumVisitors = 100_000

/** Limit of the presentations that each visitor begins. */
export interface VisitorBudget {
  /**
   * Counts one presentation and returns `undefined`. If the limit is reached, does not count and returns the seconds
   * until the visitor may begin the next presentation. Does not limit an `undefined` visitor.
   */
  take(visitor: string | undefined): number | undefined
}

/** Creates the limit, in memory: each process counts separately. Counts are reset with each minute of the clock. */
export function createVisitorBudget({ clock }: { readonly clock: Clock }, perMinute: number): VisitorBudget {
  const counts = createRecent<{ readonly minute: number; readonly orders: number }>(maximumVisitors)
  return {
    take: (visitor) => {
      if (visitor === undefined) return undefined
      const now = clock.now()
      const minute = Math.floor(now / 60)
      const before = counts.get(visitor)
      const orders = before?.minute === minute ? before.orders : 0
      if (orders >= perMinute) return 60 - (now % 60)
      counts.set(visitor, { minute, orders: orders + 1 })
      return undefined
    },
  }
}

/**
 * Returns true for loopback, link-local and private networks (RFC 6890). A peer with such an address is assumed to be
 * the application's proxy.
 */
const isPrivateAddress = (address: string): boolean =>
  /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address) || /^(?:::1$|f[cd]|fe[89ab])/i.test(address)

/** Maximum number of characters that are read at the end of `X-Forwarded-For`. */
const longestHop = 64

/**
 * Returns the sender of a request as its IPv4 address or its IPv6 network of 64 bits. `address` is that of the
 * connection, and `forwarded` is the header `X-Forwarded-For`. If `address` is private, as behind a reverse proxy, uses
 * the last hop of `forwarded`, provided that the hop looks like an address. Behind two proxies, this is the address of
 * the outer proxy. Returns `undefined` without an `address`.
 */
export function visitorOf(address: string | undefined, forwarded: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const peer = bareAddress(address)
  const hop = bareAddress(forwarded?.slice(-longestHop).split(',').at(-1)?.trim() ?? '')
  return clientNetworkOf(isPrivateAddress(peer) && /^[\d.]+$|^[\da-f:.]+$/i.test(hop) ? hop : peer)
}
