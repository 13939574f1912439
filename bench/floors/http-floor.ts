/**
 * Floor of HTTP: Node's own server without any work. It reads the body as text and answers with as many bytes and the
 * same headers as the real service. Also a server that always writes one buffer, for the measurement of the load.
 */
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Size of the body in bytes. */
  readonly bytes: number
  readonly contentType: string
}

export async function startRawServer(answer: () => RawAnswer): Promise<number> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    readBody(request, () => {
      const { status, bytes, contentType } = answer()
      const length = status === 204 ? {} : { 'content-length': bytes }
      response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store', ...length })
      response.end(status === 204 ? undefined : bodyOf(bytes))
    })
  })
  return listen(server)
}

/** Listens on a free port of 127.0.0.1. Returns the port. */
export async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Reads the body as text and discards it. */
export function readBody(request: IncomingMessage, then: () => void): void {
  const parts: string[] = []
  request.setEncoding('utf8')
  request.on('data', (part: string) => parts.push(part))
  request.on('end', () => {
    parts.join('')
    then()
  })
}

const bodies = new Map<number, string>()
function bodyOf(bytes: number): string {
  const known = bodies.get(bytes) ?? 'x'.repeat(bytes)
  bodies.set(bytes, known)
  return known
}

const fixedAnswer = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')

/** Starts a server that parses no request and answers any data with the same bytes. */
export async function startNoOpServer(): Promise<number> {
  const server = createSocketServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(fixedAnswer))
    socket.on('error', () => socket.destroy())
  })
  return listen(server)
}
