/**
 * Client address of a request. This file reads `X-Forwarded-For` from its end. The first address that is not that of a
 * trusted proxy is the client's address.
 */
import { BlockList, isIP } from 'node:net'
import { bareAddress } from '../base/index.ts'

/** Returns true for the address of a trusted proxy. */
export type TrustedProxies = (address: string) => boolean

/** Creates the check from addresses and networks such as `10.0.0.0/8`. Throws a TypeError for any other text. */
export function trustProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const network of networks) {
    const [, address = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(network) ?? []
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const prefix = bits === undefined ? longest : Number(bits)
    if (version === 0 || prefix > longest) throw new TypeError(`${network} is neither an address nor a network`)
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6')
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/** Maximum number of hops that are read. */
const maximumHops = 16
/** Maximum length of one hop: an IPv6 address with port and zone. */
const longestHop = 64

/**
 * Returns the client's address: that of the peer, unless the peer is a trusted proxy. For a trusted proxy, reads at
 * most 16 hops from the end of `X-Forwarded-For`, and returns the first that is not a trusted proxy. If the next hop is
 * missing or not an address, or after 16 hops, returns the address that was read last. Returns an empty string without
 * a peer. `forwarded` returns the header. It is called only for a trusted proxy.
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
  for (let count = 0; count < maximumHops && end >= 0 && trusted(client); count += 1) {
    const start = startOfHop(hops, end)
    const hop = bareAddress(hops.slice(start, end).trim())
    if (isIP(hop) === 0) break
    client = hop
    end = start - 1
  }
  return client
}

/** Returns the start of the hop that ends at `end`. Does not search further than the maximum length. */
function startOfHop(hops: string, end: number): number {
  const earliest = Math.max(0, end - longestHop - 1)
  let start = end
  while (start > earliest && hops[start - 1] !== ',') start -= 1
  return start
}
