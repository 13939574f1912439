/**
 * Free ports for sandboxes that nobody gave any: a program that needs one for itself does not care which they are.
 */
import { createServer } from 'node:net'
import { lastPortOffset } from './origins.ts'

const highest = 65_535

/** The first of a row of ports that nobody uses, long enough for a sandbox. Another program may still be quicker. */
export async function findFreeBase(): Promise<number> {
  for (;;) {
    const base = await tryPort(0)
    if (base === undefined || base + lastPortOffset > highest) continue
    const others = Array.from({ length: lastPortOffset }, (_, index) => tryPort(base + index + 1))
    if ((await Promise.all(others)).every((port) => port !== undefined)) return base
  }
}

/** The port if it can be had (0: any), else `undefined`. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
