/**
 * Finds free ports for sandboxes whose caller names no port. A sandbox uses a row of consecutive ports. All rows are
 * below the ports that systems use for outgoing connections. The process id determines the first row, so that
 * concurrent processes rarely try the same ports.
 */
import { createServer, type Server } from 'node:net'
import { lastPortOffset } from './origins.ts'

const lowestPort = 10_000
const portsInRow = lastPortOffset + 1
/** Number of rows below port 32 768, where ports of outgoing connections begin (Linux). */
const rowCount = Math.floor((32_768 - lowestPort) / portsInRow)
/**
 * Number of rows between two tries, so that processes with near ids try different rows. It is prime and does not divide
 * `rowCount`, so that a process tries all rows.
 */
const stride = 211
const hosts = ['127.0.0.1', '::1']

/**
 * Creates a function that finds a free row and returns its first port. Each call returns another row. The function
 * rejects if the machine has no free row.
 */
export function createBaseFinder(processId: number): () => Promise<number> {
  let next = processId % rowCount
  return async () => {
    for (let tries = 0; tries < rowCount; tries += 1) {
      const base = lowestPort + next * portsInRow
      next = (next + stride) % rowCount
      if (await isFree(base)) return base
    }
    throw new Error('this machine has no row of free ports')
  }
}

/**
 * Returns the first port of a free row for a sandbox. Another program may still take one of these ports before the
 * sandbox does.
 */
export const findFreeBase = createBaseFinder(process.pid)

/** Returns true if all ports of the row are free at the same time. */
async function isFree(base: number): Promise<boolean> {
  const addresses = hosts.flatMap((host) =>
    Array.from({ length: portsInRow }, (_, offset) => ({ host, port: base + offset })),
  )
  const results = await Promise.all(addresses.map(tryListen))
  await Promise.all(results.map((one) => one !== 'free' && one !== 'taken' && close(one)))
  return !results.includes('taken')
}

/**
 * Listens on a port. Returns `free` without listening if the system does not have the address, such as ::1 without
 * IPv6.
 */
const tryListen = (address: { readonly host: string; readonly port: number }): Promise<Server | 'free' | 'taken'> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' ? 'free' : 'taken'),
    )
    server.listen(address, () => resolve(server))
  })

const close = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()))
