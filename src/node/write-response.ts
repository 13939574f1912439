/** Converts an app's responses to Node's. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpResponse } from '../http/index.ts'
import { endWithAnswer } from './drain-connection.ts'

/**
 * Size in bytes from which an answer is ended only after its bytes were sent. A closing server destroys a connection as
 * soon as its answer is ended, even if the peer has not read the answer.
 */
const longBytes = 16_384

/**
 * Writes a response. `isWhole` is true if the request has arrived completely. Closes the connection after a stream, and
 * if `isWhole` is false (D-250). Passes the error of a stream to `onFault`. Cancels a stream that answers a HEAD.
 */
export function writeResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: HttpResponse,
  isWhole: boolean,
  onFault: (fault: unknown) => void,
): void {
  const { status, headers, body, stream } = response
  const lines: string[] = []
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value ?? []) lines.push(name, one)
  }
  if (stream !== undefined) {
    outgoing.writeHead(status, [...lines, 'connection', 'close'])
    if (incoming.method === 'HEAD') {
      void stream.cancel().catch(() => undefined)
      outgoing.end()
    } else void sendStream(stream, outgoing, onFault)
    return
  }
  const length = lengthOf(body)
  // The length of an absent body in an answer to HEAD is unknown here: it is that of the answer to GET (RFC 9110 §8.6).
  const hasLength = status !== 204 && status !== 304 && !(incoming.method === 'HEAD' && body === undefined)
  if (hasLength && headers['content-length'] === undefined) lines.push('content-length', String(length))
  if (!isWhole) {
    lines.push('connection', 'close')
    endWithAnswer(incoming.socket)
  }
  outgoing.writeHead(status, lines)
  // ASCII is equal in both encodings, and Node writes Latin-1 without allocating three bytes per letter.
  const encoding = length === body?.length ? 'latin1' : 'utf8'
  if (length < longBytes) outgoing.end(body, encoding)
  else outgoing.write(body, encoding, () => outgoing.end())
}

/**
 * Sends a stream until it ends, or until the client closes the connection. If the stream fails, cuts the connection, so
 * that the client knows that the answer is not complete (RFC 9112 §8).
 */
async function sendStream(
  stream: ReadableStream<Uint8Array>,
  outgoing: ServerResponse,
  onFault: (fault: unknown) => void,
): Promise<void> {
  const reader = stream.getReader()
  outgoing.once('close', () => void reader.cancel().catch(() => undefined))
  outgoing.flushHeaders()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || outgoing.destroyed) break
      if (!outgoing.write(value)) await new Promise((resolve) => outgoing.once('drain', resolve).once('close', resolve))
    }
    outgoing.end()
  } catch (fault) {
    setImmediate(() => outgoing.destroy()) // after Node has written the last part
    onFault(fault)
  }
}

const lengthOf = (body: string | Uint8Array | undefined): number =>
  body === undefined ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.length
