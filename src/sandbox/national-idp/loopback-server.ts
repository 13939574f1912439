/**
 * A server of the sandbox's national identity providers: on loopback alone, on both addresses that `localhost` may be.
 */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackServer {
  readonly port: number
  stop(): Promise<void>
}

/** Listens on 127.0.0.1 and, where the machine has IPv6, on ::1. Port 0 takes any free one. */
export async function listenOnLoopback(handle: RequestListener, port: number): Promise<LoopbackServer> {
  const first = createServer(handle)
  const bound = await listen(first, port, '127.0.0.1')
  const servers = [first, ...(await listenOnIpv6(handle, bound))]
  return {
    port: bound,
    stop: async () => {
      await Promise.all(servers.map(close))
    },
  }
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, address, () => resolve((server.address() as AddressInfo).port))
  })
}

async function listenOnIpv6(handle: RequestListener, port: number): Promise<readonly Server[]> {
  const server = createServer(handle)
  try {
    await listen(server, port, '::1')
    return [server]
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE') throw fault
    return []
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
