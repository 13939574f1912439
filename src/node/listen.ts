/**
 * Takes a port of this machine for a server, and says in one sentence why it cannot be had.
 */
import type { Server } from 'node:http'

/** Whether the kernel hands the connections of one port out among several processes (SO_REUSEPORT). */
export const mayShare = (platform: NodeJS.Platform = process.platform): boolean =>
  ['linux', 'freebsd', 'dragonfly', 'sunos', 'aix'].includes(platform)

/** By what the commands that serve let the user choose a port. */
export const portFlag = '--port'

/** The port is somebody else's, or may not be opened by this user. One sentence for the user. */
export class PortUnavailable extends Error {
  readonly port: number

  /** `setting` is by what the user chooses the port; nothing for a program that names it itself. */
  constructor(port: number, reason: 'in use' | 'not permitted', setting?: string) {
    const by = setting === undefined ? '' : ` with ${setting}`
    super(
      reason === 'in use'
        ? `Port ${port} is in use: stop what uses it, or choose another${by}.`
        : `This user may not open port ${port}: choose one above 1023${by}.`,
    )
    this.name = 'PortUnavailable'
    this.port = port
  }
}

/** This machine has none of the addresses that were to be listened on. One sentence for the user. */
export class AddressUnavailable extends Error {
  constructor(hosts: readonly string[]) {
    super(
      `This machine has no address to listen on among ${hosts.join(', ')}: name one that it has, by --host or in the settings.`,
    )
    this.name = 'AddressUnavailable'
  }
}

/** False when the machine has no such address (no IPv6, say). */
export function listen(
  server: Server,
  { setting, ...where }: { port: number; host: string; reusePort: boolean; setting: string | undefined },
): Promise<boolean> {
  const { port } = where
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(false)
      else if (error.code === 'EADDRINUSE') reject(new PortUnavailable(port, 'in use', setting))
      else if (error.code === 'EACCES') reject(new PortUnavailable(port, 'not permitted', setting))
      else reject(error)
    })
    server.listen({ ...where, ipv6Only: true }, () => resolve(true))
  })
}
