/**
 * Answers to what never becomes a request: headers too large, a broken request line, a target that is no URL. In the
 * same JSON form as every other machine error (GEN-06); beyond the header size 431 and not a broken connection (RP-88).
 */
import type { Duplex } from 'node:stream'
import type { HttpResponse } from '../http/index.ts'

interface Refused {
  readonly status: string
  readonly error: string
  readonly text: string
}

const byCode: Readonly<Record<string, Refused>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: 'invalid_request',
    text: 'The headers are larger than this server takes. (headers_too_large) [RP-88]',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: 'invalid_request',
    text: 'The request did not arrive in time. (request_timeout) [GEN-23]',
  },
}

const unreadable: Refused = {
  status: '400 Bad Request',
  error: 'invalid_request',
  text: 'This is no HTTP request that can be read. (http_malformed) [GEN-23]',
}

const bodyOf = ({ error, text }: Refused): string => JSON.stringify({ error, error_description: text })

/** For the server's `clientError` event: writes the answer by hand, since there is no response object. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const refused = byCode[error.code ?? ''] ?? unreadable
  const body = bodyOf(refused)
  const lines = [
    `HTTP/1.1 ${refused.status}`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  socket.once('error', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => lingerThenDestroy(socket))
}

/** Reads on for a moment: closing at once would reset the connection before the peer has read the answer. */
function lingerThenDestroy(socket: Duplex): void {
  const cut = setTimeout(() => socket.destroy(), 500)
  socket.once('close', () => clearTimeout(cut))
  socket.removeAllListeners('data')
  socket.resume()
}

const answerOf = (refused: Refused, status: number): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: bodyOf(refused),
})

/** To a request whose target or host cannot be made a URL. */
export const malformedTarget = answerOf(unreadable, 400)

/** Where an app failed that has no answer of its own. */
export const faultAnswer = answerOf(
  { status: '500', error: 'server_error', text: 'The request could not be carried out. [GEN-27]' },
  500,
)
