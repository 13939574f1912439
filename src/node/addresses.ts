/**
 * Decides which addresses a fetched URL may lead to: global unicast only. Private, local, shared and reserved addresses
 * are forbidden (IANA special-purpose registries for IPv4 and IPv6). Addresses of 6to4 and Teredo are forbidden too,
 * because these tunnels can lead to a forbidden IPv4 address.
 */
import { BlockList, isIP } from 'node:net'

const forbiddenSubnets = new BlockList()
const subnets4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`
const subnets6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'
for (const [subnets, family] of [
  [subnets4, 'ipv4'],
  [subnets6, 'ipv6'],
] as const)
  for (const subnet of subnets.split(/\s+/)) {
    const [network = '', length = ''] = subnet.split('/')
    forbiddenSubnets.addSubnet(network, Number(length), family)
  }

/**
 * Global unicast of IPv6. Other addresses are loopback, link-local, unique-local, multicast, IPv4-mapped, NAT64 or
 * unassigned.
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

const loopbackSubnets = new BlockList()
loopbackSubnets.addSubnet('127.0.0.0', 8, 'ipv4')
loopbackSubnets.addAddress('::1', 'ipv6')

/**
 * IPv4-mapped addresses. `isLoopbackAddress` excludes them, because a block list compares them with its IPv4 subnets.
 */
const mappedSubnet = new BlockList()
mappedSubnet.addSubnet('::ffff:0:0', 96, 'ipv6')

/** Returns true for a public address of IPv4 or IPv6. Returns false for a text that is not an address. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !forbiddenSubnets.check(address, 'ipv4')
  return family === 6 && globalUnicast.check(address, 'ipv6') && !forbiddenSubnets.check(address, 'ipv6')
}

/**
 * Returns true for a loopback address. Returns false for an IPv4-mapped IPv6 address, and for a text that is not an
 * address.
 */
export const isLoopbackAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return loopbackSubnets.check(address, 'ipv4')
  return family === 6 && loopbackSubnets.check(address, 'ipv6') && !mappedSubnet.check(address, 'ipv6')
}

/** Returns the address of a URL's host without brackets, or `undefined` if the host is a name. */
export function addressLiteral(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}
