/**
 * Free ports for sandboxes that nobody gave any: a program that needs one for itself does not care which they are. The
 * rows lie below the ports that systems give to outgoing connections, and each process begins its search at a row of its
 * own, so that several which start at once do not find the same.
 */
import { createServer, type Server } from 'node:net'
import { lastPortOffset } from './origins.ts'

const lowest = 10_000
const row = lastPortOffset + 1
/** Up to 32 768, where ports of outgoing connections begin (Linux). */
const rows = Math.floor((32_768 - lowest) / row)
/** Rows from one try to the next: further than the next processes' first. Prime, and no divisor of `rows`. */
const stride = 211
const hosts = ['127.0.0.1', '::1']

/** Finds rows of ports, another one each time. */
export function createBaseFinder(processId: number): () => Promise<number> {
  let next = processId % rows
  return async () => {
    for (let tries = 0; tries < rows; tries += 1) {
      const base = lowest + next * row
      next = (next + stride) % rows
      if (await isFree(base)) return base
    }
    throw new Error('there is no row of free ports on this machine')
  }
}

/** The first of a row of ports that nobody uses, long enough for a sandbox. Another program may still be quicker. */
export const findFreeBase = createBaseFinder(process.pid)

/** Whether all ports of the row can be had at the same time. */
async function isFree(base: number): Promise<boolean> {
  const places = hosts.flatMap((host) => Array.from({ length: row }, (_, offset) => ({ host, port: base + offset })))
  const held = await Promise.all(places.map(hold))
  await Promise.all(held.map((one) => one !== 'free' && one !== 'taken' && closed(one)))
  return !held.includes('taken')
}

/** A system without IPv6 has nothing to take there. */
const hold = (place: { readonly host: string; readonly port: number }): Promise<Server | 'free' | 'taken'> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'free' : 'taken'),
    )
    server.listen(place, () => resolve(server))
  })

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
