/**
 * The in-memory internet: functions from a `Request` to a `Response`, one for each origin. It uses no socket.
 */
import type { Fetch } from '../../src/base/index.ts'

interface Exchange {
  readonly request: Request
  readonly response: Response
}

export interface Network {
  readonly fetch: Fetch
  /** Clones of every exchange in order, so that a test can read the bodies. */
  readonly exchanges: Exchange[]
  connect(origin: string, handler: (request: Request) => Promise<Response>): void
  disconnect(origin: string): void
}

export function createNetwork(): Network {
  const handlers = new Map<string, (request: Request) => Promise<Response>>()
  const exchanges: Exchange[] = []
  return {
    exchanges,
    connect: (origin, handler) => void handlers.set(new URL(origin).origin, handler),
    disconnect: (origin) => void handlers.delete(new URL(origin).origin),
    fetch: async (request) => {
      const handler = handlers.get(new URL(request.url).origin)
      if (handler === undefined) throw new TypeError(`nobody answers at ${request.url}`)
      const body = request.body === null ? null : await request.arrayBuffer()
      const copy = (): Request => (body === null ? new Request(request) : new Request(request, { body }))
      const response = await handler(copy())
      exchanges.push({ request: copy(), response: response.clone() })
      return response
    },
  }
}
