/**
 * Checks the host of the option `--host`. All identifiers of the sandbox contain this host. It must be an address of
 * this machine, or a name that resolves to such an address. The parties and phones could not reach each other by any
 * other host.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { foreignAddresses, listAddresses, type OwnAddress, ownAddresses } from '../node/index.ts'
import { hostnameOf } from './origins.ts'
import { SandboxFault } from './sandbox-fault.ts'

/** Addresses and name resolution of a machine. Default to those of this machine. */
interface Machine {
  readonly own?: readonly OwnAddress[]
  readonly resolve?: (name: string) => Promise<readonly string[]>
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/**
 * `0.0.0.0` and `::`, as `hostnameOf` returns them. A server can listen on them, but no other machine can connect to
 * them.
 */
const unspecified = ['0.0.0.0', '[::]']

/** Returns true if clients can connect to the address by a URL. A URL cannot contain the zone of an address. */
const isReachable = (address: string): boolean => !address.includes('%') && !unspecified.includes(hostnameOf(address))

/**
 * Rejects with `SandboxFault` for a host that is not an address of this machine and does not resolve to one, and for
 * `0.0.0.0` and `::`. Accepts an absent host.
 */
export async function requireOwnHost(
  host: string | undefined,
  { own = ownAddresses(), resolve = resolveName }: Machine = {},
): Promise<void> {
  if (host === undefined) return
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  const reachable = addresses.filter(isReachable)
  if (reachable.length > foreignAddresses(reachable, own).length) return
  const unresolved =
    addresses.length === 0
      ? 'cannot be resolved'
      : `resolves to no address of this machine, but to ${addresses.join(', ')}`
  const what = isIP(host) === 0 ? `The name ${host} ${unresolved}` : `This machine has no address ${host}`
  throw new SandboxFault(`${what}: with --host, name one of ${listAddresses(own)}, or a name that resolves to one.`)
}
