/**
 * How many connections a process holds, of all and of one client. One that is open costs memory before it has asked for
 * anything, and as much as all headers may have while they come: the limits of requests know nothing of it.
 */
import { clientNetworkOf } from '../base/index.ts'
import { clientAddressOf, type TrustedProxies } from './client-address.ts'

/** How many connections are held at once. */
export interface ConnectionLimits {
  /** Of all clients. */
  readonly maximum: number
  /** Of an address, or an IPv6 network of 64 bits, that is no trusted proxy: those come for many. */
  readonly maximumPerClient: number
}

/** The connections that are open now. */
export interface OpenConnections {
  /** Begins one; the result ends it. Nothing where it is one too many: nobody should look at it. */
  enter(address: string): (() => void) | undefined
  open(): number
  /** Since the process began. */
  refused(): number
}

/** Counts connections; `trusted` says which addresses are proxies. */
export function createConnectionLimits(limits: ConnectionLimits, trusted: TrustedProxies): OpenConnections {
  const clients = new Map<string, number>()
  let open = 0
  let refused = 0
  return {
    enter: (address) => {
      const bare = clientAddressOf(address, () => undefined, trusted)
      const client = clientNetworkOf(bare)
      const own = clients.get(client) ?? 0
      if (open >= limits.maximum || (own >= limits.maximumPerClient && !trusted(bare))) {
        refused += 1
        return undefined
      }
      open += 1
      clients.set(client, own + 1)
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
