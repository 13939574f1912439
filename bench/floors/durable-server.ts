/**
 * Floor of the tail: Node's own server, the cryptography that a request cannot avoid, and one durable write that
 * requests of the same turn of the event loop share. Only the disk, the machine and Node itself cause a delay here.
 */
import { createServer } from 'node:http'
import type { Floor } from './crypto-floors.ts'
import { listen, type RawAnswer, readBody } from './http-floor.ts'

interface DurableWork {
  readonly answer: RawAnswer
  readonly crypto: Floor
  /** Writes this number of pairs in one durable transaction. */
  readonly write: (pairs: number) => void
}

export async function startDurableServer({ answer, crypto, write }: DurableWork): Promise<number> {
  const { status, bytes, contentType } = answer
  const body = 'x'.repeat(bytes)
  let waiting: (() => void)[] = []
  let count = 0
  const commit = (): void => {
    const answers = waiting
    waiting = []
    write(answers.length)
    for (const send of answers) send()
  }
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    readBody(request, () => {
      crypto(count)
      count += 1
      const send = (): void => {
        response.writeHead(status, {
          'content-type': contentType,
          'cache-control': 'no-store',
          'content-length': bytes,
        })
        response.end(body)
      }
      if (waiting.push(send) === 1) setImmediate(commit)
    })
  })
  return listen(server)
}
