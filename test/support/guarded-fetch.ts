/** Servers and answers of the resolver for the guarded client. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'

export async function withServer(listener: RequestListener, run: (url: string, server: Server) => Promise<void>) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await run(`http://localhost:${(server.address() as AddressInfo).port}`, server)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

export const answering =
  (...addresses: string[]): LookupFunction =>
  (_, __, callback) =>
    callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })) as never)

export const sandbox = { loopbackHttp: true, lookup: answering('127.0.0.1') }
