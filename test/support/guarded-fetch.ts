/** A local server and a resolver of host names for tests of the guarded client. */

import { createServer, type RequestListener, type Server } from 'node:http'
import type { LookupFunction } from 'node:net'
import { closeServer, listenLocally } from './local-server.ts'

/** Runs a function while a server listens. Closes the server afterwards. */
export async function withServer(listener: RequestListener, run: (url: string, server: Server) => Promise<void>) {
  const server = createServer(listener)
  const port = await listenLocally(server)
  try {
    await run(`http://localhost:${port}`, server)
  } finally {
    await closeServer(server)
  }
}

/** Returns a resolver that answers these addresses for each name. */
export const answering =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never)

export const sandbox = { loopbackHttp: true, lookup: answering('127.0.0.1') }
