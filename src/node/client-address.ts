/**
 * Who sent a request. `X-Forwarded-For` counts only as far as proxies that the deployment trusts have written it: read
 * from its end, the first address that is no trusted proxy is the client.
 */
import { BlockList, isIP } from 'node:net'
import { bareAddress } from '../base/index.ts'

/** Judges whether an address is that of a trusted proxy. */
export type TrustedProxies = (address: string) => boolean

/** Takes addresses and networks, `10.0.0.0/8`. Throws a TypeError for what is neither. */
export function trustProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    if (version === 0 || !Number.isInteger(prefix) || prefix < 0 || prefix > longest)
      throw new TypeError(`${network} is no address and no network`)
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** Proxies in a row that are looked through, and the longest text of one hop: an IPv6 address with its port and zone. */
const mostHops = 16
const longestHop = 64

/**
 * Returns the client's address: that of the connection unless trusted proxies say otherwise. Calls `forwarded`, which gives the
 * value of `X-Forwarded-For`, only where the connection is a trusted proxy's. Reads it from its end, hop by hop, and no
 * further than 16 hops.
 */
export function clientAddressOf(
  peer: string | undefined,
  forwarded: () => string | undefined,
  trusted: TrustedProxies,
): string {
  let client = bareAddress(peer ?? '')
  if (!trusted(client)) return client
  const hops = forwarded() ?? ''
  let end = hops.length
  for (let count = 0; count < mostHops && end >= 0 && trusted(client); count += 1) {
    const start = startOfHop(hops, end)
    const hop = bareAddress(hops.slice(start, end).trim())
    if (isIP(hop) === 0) break
    client = hop
    end = start - 1
  }
  return client
}

/** Where the hop that ends at `end` begins. Does not look further back than the longest hop. */
function startOfHop(hops: string, end: number): number {
  const first = Math.max(0, end - longestHop - 1)
  let start = end
  while (start > first && hops[start - 1] !== ',') start -= 1
  return start
}
