/**
 * Local servers in place of the in-memory internet: each origin is a server on a free port, and requests go through the
 * guarded client of the services.
 */
import { createGuardedFetch, serve } from '../../src/node/index.ts'
import type { Network } from './network.ts'

export interface HttpNetwork extends Pick<Network, 'fetch' | 'connect' | 'disconnect'> {
  /** Identifiers, one for each server. Each server answers 503 until an app is connected. */
  readonly origins: readonly string[]
  stop(): Promise<void>
}

export async function createHttpNetwork(servers: number): Promise<HttpNetwork> {
  const fetch = createGuardedFetch({ loopbackHttp: true })
  const handlers = new Map<string, (request: Request) => Promise<Response>>()
  const unconnected = async (): Promise<Response> => new Response(null, { status: 503 })
  const running = await Promise.all(
    Array.from({ length: servers }, async () => {
      let origin = ''
      const server = await serve({
        port: 0,
        hosts: ['127.0.0.1'],
        stopTimeoutSeconds: 0,
        app: (request) => (handlers.get(origin) ?? unconnected)(request),
      })
      origin = `http://127.0.0.1:${server.port}`
      return { origin, stop: () => server.stop() }
    }),
  )
  return {
    origins: running.map(({ origin }) => origin),
    fetch,
    connect: (origin, handler) => void handlers.set(origin, handler),
    disconnect: (origin) => void handlers.delete(origin),
    stop: async () => {
      await fetch.close()
      await Promise.all(running.map(({ stop }) => stop()))
    },
  }
}
