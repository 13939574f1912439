/** Addresses of this machine, to choose and describe those that a server listens on. */
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackAddress } from './addresses.ts'

/** An address of this machine, and the interface that has it. */
export interface OwnAddress {
  readonly interface: string
  readonly address: string
}

/** Returns all addresses of this machine, without the zones of link-local addresses. */
export const ownAddresses = (): readonly OwnAddress[] =>
  Object.entries(networkInterfaces()).flatMap(([name, found = []]) =>
    found.map(({ address }) => ({ interface: name, address })),
  )

const wildcards = { '0.0.0.0': 4, '::': 6 } as const
const isWildcard = (host: string): host is keyof typeof wildcards => Object.hasOwn(wildcards, host)
const spelling = (address: string): string => (isIP(address) === 6 ? new URL(`http://[${address}]`).hostname : address)

/**
 * Returns the hosts that are addresses, but not addresses of this machine. Names are not resolved and never returned.
 * `0.0.0.0`, `::` and loopback addresses are never returned either: a machine without IPv6 lacks `::1`.
 */
export const foreignAddresses = (hosts: readonly string[], own = ownAddresses()): readonly string[] => {
  const ownSpellings = new Set(own.map(({ address }) => spelling(address)))
  return hosts.filter(
    (host) => isIP(host) !== 0 && !isWildcard(host) && !isLoopbackAddress(host) && !ownSpellings.has(spelling(host)),
  )
}

/**
 * Returns the addresses that a server on these hosts listens on: `eth0 192.0.2.7`. Lists each address once. Returns
 * names unchanged. Leaves out addresses that the machine does not have.
 */
export const describeListening = (hosts: readonly string[], own = ownAddresses()): readonly string[] => [
  ...new Set(
    hosts.flatMap((host) =>
      own
        .filter(({ address }) =>
          isWildcard(host) ? isIP(address) === wildcards[host] : spelling(address) === spelling(host),
        )
        .map((one) => `${one.interface} ${one.address}`)
        .concat(isIP(host) === 0 ? [host] : []),
    ),
  ),
]

/** Returns true for a link-local address (RFC 4291 §2.5.6). It needs a zone, which a URL cannot contain. */
const isLinkLocal = ({ address }: OwnAddress): boolean => /^fe[89ab][\da-f]:/i.test(address)

/**
 * Returns the addresses of this machine in one text, for an operator who named an address that the machine lacks.
 * Leaves out link-local IPv6 addresses.
 */
export const listAddresses = (own = ownAddresses()): string =>
  own
    .filter((one) => !isLinkLocal(one))
    .map((one) => `${one.address} (${one.interface})`)
    .join(', ')
