/** Makes a server listen on a port of this machine, and describes failures in one sentence. */
import type { Server } from 'node:http'
import { isIP } from 'node:net'

/** Returns true if the kernel distributes the connections of one port among several processes (SO_REUSEPORT). */
export const mayShare = (): boolean => ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(process.platform)

/** The option by which users choose a port. */
export const portFlag = '--port'

/** The port is in use, or this user is not allowed to open it. The message is one sentence for the user. */
export class PortUnavailable extends Error {
  readonly port: number

  /** `setting` is the setting that selects the port. Absent for programs with a fixed port. */
  constructor(port: number, reason: 'in use' | 'not permitted', setting?: string) {
    const by = setting === undefined ? '' : ` with ${setting}`
    super(
      reason === 'in use'
        ? `Port ${port} is in use: stop what uses it, or choose another${by}.`
        : `This user is not allowed to open port ${port}: choose one above 1023${by}.`,
    )
    this.name = 'PortUnavailable'
    this.port = port
  }
}

/** The machine has none of the addresses, or a name does not resolve. The message is one sentence for the user. */
export class AddressUnavailable extends Error {
  constructor(hosts: readonly string[]) {
    super(
      `This machine has none of the addresses ${hosts.join(', ')}: name an address that it has, without brackets and port, by --host or in the settings.`,
    )
    this.name = 'AddressUnavailable'
  }
}

/** Returns the hosts without repetitions, and without addresses that a wildcard among them includes. */
export function distinctHosts(hosts: readonly string[]): readonly string[] {
  const includes = (wildcard: string, host: string): boolean =>
    isIP(host) === isIP(wildcard) && host !== wildcard && hosts.includes(wildcard)
  return [...new Set(hosts)].filter((host) => !includes('0.0.0.0', host) && !includes('::', host))
}

/** Codes of a name that does not resolve, and of an address without its zone. The operator must correct both. */
const isHostFault = (code = ''): boolean => /^(?:EINVAL|ENOTFOUND|EAI_\w+)$/.test(code)

/**
 * Makes the server listen. Resolves to false if the machine does not have the address, for example without IPv6.
 * Rejects with `AddressUnavailable` for a name that does not resolve, and for an address without its zone. Rejects with
 * `PortUnavailable` if the port is in use or not permitted, and with the system's error for any other failure.
 */
export function listen(
  server: Server,
  { setting, ...where }: { port: number; host: string; reusePort: boolean; setting: string | undefined },
): Promise<boolean> {
  const { port, host } = where
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else if (isHostFault(error.code)) reject(new AddressUnavailable([host]))
      else if (error.code === 'EADDRINUSE') reject(new PortUnavailable(port, 'in use', setting))
      else if (error.code === 'EACCES') reject(new PortUnavailable(port, 'not permitted', setting))
      else reject(error)
    })
    server.listen({ ...where, ipv6Only: true }, () => resolve(true))
  })
}
