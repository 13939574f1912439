/**
 * The host of `--host`, which every identifier has: an address of this machine, or a name that leads to one. With any other,
 * nobody would reach the sandbox, and its parties would not reach each other.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { foreignAddresses, listAddresses, type OwnAddress, ownAddresses } from '../node/index.ts'
import { SandboxFault } from './sandbox-fault.ts'

/** Parts of the machine. Default to those of this one. */
interface Machine {
  readonly own?: readonly OwnAddress[]
  readonly resolve?: (name: string) => Promise<readonly string[]>
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Throws a `SandboxFault` for a host that does not lead to this machine. */
export async function requireOwnName(
  host: string | undefined,
  { own = ownAddresses(), resolve = resolveName }: Machine = {},
): Promise<void> {
  if (host === undefined) return
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host]
  const foreign = foreignAddresses(addresses, own)
  if (addresses.length > foreign.length) return
  const leads = isIP(host) !== 0 ? '' : foreign.length === 0 ? 'leads nowhere' : `leads to ${foreign.join(', ')}`
  const what =
    leads === ''
      ? `This machine has no address ${host}`
      : `The name ${host} ${leads}, and to no address of this machine`
  throw new SandboxFault(`${what}: with --host, name one of ${listAddresses(own)}, or a name that leads to one.`)
}
