/**
 * Limits of open connections, for all clients together and for each client (D-255). An open connection uses memory
 * before its first request and while its headers arrive. Limits of requests do not cover that time.
 */
import { clientNetworkOf } from '../base/index.ts'
import { clientAddressOf, type TrustedProxies } from './client-address.ts'

/** Maximum numbers of open connections. */
export interface ConnectionLimits {
  /** Limit for all clients. */
  readonly maximum: number
  /**
   * Limit for one client: an IPv4 address or an IPv6 network of 64 bits. Does not apply to trusted proxies, which serve
   * many clients.
   */
  readonly maximumPerClient: number
}

/** Counts of open connections. */
export interface OpenConnections {
  /**
   * Counts a connection. Returns a function that the caller must call once, when the connection ends. Returns
   * `undefined` if the connection exceeds a limit.
   */
  enter(address: string): (() => void) | undefined
  open(): number
  /** Returns the number of connections for which `enter` returned `undefined`. */
  refused(): number
}

/** Creates the limits. `trusted` recognizes proxies. */
export function createConnectionLimits(limits: ConnectionLimits, trusted: TrustedProxies): OpenConnections {
  const clients = new Map<string, number>()
  let open = 0
  let refused = 0
  return {
    enter: (address) => {
      const bare = clientAddressOf(address, () => undefined, trusted)
      const client = clientNetworkOf(bare)
      const openOfClient = clients.get(client) ?? 0
      if (open >= limits.maximum || (openOfClient >= limits.maximumPerClient && !trusted(bare))) {
        refused += 1
        return undefined
      }
      open += 1
      clients.set(client, openOfClient + 1)
      return () => {
        open -= 1
        const rest = (clients.get(client) ?? 1) - 1
        if (rest === 0) clients.delete(client)
        else clients.set(client, rest)
      }
    },
    open: () => open,
    refused: () => refused,
  }
}
