/**
 * A keep-alive connection over a raw socket: writes prepared bytes and reads one response, without pipelining. Parses
 * only the end and the status of a response, so that the load costs little.
 */
import { connect, type Socket } from 'node:net'

export interface RawResponse {
  readonly status: number
  /** Status line, headers and body as received. */
  readonly bytes: Buffer
  /** Offset of the body. */
  readonly bodyStart: number
}

export interface Connection {
  /**
   * Sends a request and calls `done` with the response. Its status is 0 if the connection breaks. Send the next
   * afterwards.
   */
  send(request: Buffer, done: (response: RawResponse) => void): void
  close(): void
}

const headEnd = Buffer.from('\r\n\r\n')
const chunkEnd = Buffer.from('0\r\n\r\n')
const broken: RawResponse = { status: 0, bytes: Buffer.alloc(0), bodyStart: 0 }

export async function openConnection(port: number): Promise<Connection> {
  const socket = await connected(port)
  let received: Buffer | undefined
  let waiting: ((response: RawResponse) => void) | undefined
  const answer = (response: RawResponse): void => {
    const done = waiting
    waiting = undefined
    received = undefined
    done?.(response)
  }
  socket.on('data', (chunk: Buffer) => {
    received = received === undefined ? chunk : Buffer.concat([received, chunk])
    const response = completeResponse(received)
    if (response) answer(response)
  })
  socket.on('error', () => answer(broken))
  socket.on('close', () => answer(broken))
  return {
    send: (request, done) => {
      waiting = done
      if (socket.destroyed) answer(broken)
      else socket.write(request)
    },
    close: () => socket.destroy(),
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Returns the response, or `undefined` if it is incomplete. Without `Content-Length`, it ends with the last chunk. */
export function completeResponse(bytes: Buffer): RawResponse | undefined {
  const end = bytes.indexOf(headEnd)
  if (end < 0) return undefined
  const bodyStart = end + headEnd.length
  const status = Number(bytes.toString('latin1', 9, 12))
  const response = { status, bytes, bodyStart }
  if (status === 204 || status === 304) return response
  const head = bytes.toString('latin1', 0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (length) return bytes.length >= bodyStart + Number(length[1]) ? response : undefined
  return bytes.subarray(bytes.length - chunkEnd.length).equals(chunkEnd) ? response : undefined
}

const headOf = ({ bytes, bodyStart }: RawResponse): string => bytes.toString('latin1', 0, bodyStart)

/** Returns the first value of a header. */
export const headerOf = (response: RawResponse, name: string): string | undefined =>
  new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(headOf(response))?.[1]

/** Returns the body as text, with chunks joined. */
export function bodyOf(response: RawResponse): string {
  const { bytes, bodyStart } = response
  if (!/\r\ntransfer-encoding: *chunked/i.test(headOf(response))) return bytes.toString('utf8', bodyStart)
  const parts: Buffer[] = []
  for (let at = bodyStart; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return Buffer.concat(parts).toString()
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 4 + size
  }
}
