/** Ways in which a server can send an answer: unusual but permitted, or unusable. */
import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Said } from './server.ts'

/** Event of a response that never ends. On this event, a test fires the client's time-out. */
export const hangs = 'hangs'

type Transport = (response: ServerResponse, said: Said) => void

/** Result of the client, independent of the endpoint. */
type Verdict = 'accepted' | 'status' | 'trouble' | 'unreachable' | 'unreadable' | 'media type' | 'text'

/** Target of redirects, which a client must not follow. */
export const elsewhere = '/elsewhere'

const withStatus =
  (status: number, headers: object = {}): Transport =>
  (response, said) =>
    void response.writeHead(status, { ...said.headers, ...headers }).end(status === 204 ? undefined : said.body)

const withType =
  (type: (own: string) => string): Transport =>
  (response, { status, headers, body }) =>
    void response.writeHead(status, { 'content-type': type(headers['content-type'] ?? '') }).end(body)

const withBody =
  (change: (body: string) => string | Buffer, headers: object = {}): Transport =>
  (response, said) =>
    void response.writeHead(said.status, { ...said.headers, ...headers }).end(change(String(said.body)))

const byLetter: Transport = (response, { status, headers, body }) => {
  response.writeHead(status, headers)
  for (const letter of body) response.write(letter)
  response.end()
}

const brokenOff: Transport = (response, { status, headers, body }) => {
  response.writeHead(status, { ...headers, 'content-length': body.length + 1 }).write(body)
  setTimeout(() => response.destroy(), 20)
}

const endless: Transport = (response, { status, headers }) => {
  response.writeHead(status, headers)
  const drops = setInterval(() => response.write(' ', () => response.emit(hangs)), 20)
  response.once('close', () => clearInterval(drops))
}

const megabytes: Transport = (response, { status, headers }) => {
  response.writeHead(status, headers)
  const block = Buffer.alloc(1_048_576, ' ')
  let left = 40
  const more = (): void => {
    for (; left > 0 && !response.destroyed; left -= 1)
      if (!response.write(block)) return void response.once('drain', more)
    response.end()
  }
  more()
}

/** Compresses unless `Accept-Encoding` is `identity`. Its absence permits any coding (RFC 9110 §12.5.3). */
const compressedUnlessForbidden: Transport = (response, said) =>
  response.req.headers['accept-encoding'] === 'identity'
    ? withBody((body) => body)(response, said)
    : withBody(gzipSync, { 'content-encoding': 'gzip' })(response, said)

export const transports: readonly (readonly [what: string, how: Transport, verdict: Verdict])[] = [
  [
    'in a media type in upper case, with a charset',
    withType((type) => `${type.toUpperCase()} ;charset="UTF-8"`),
    'accepted',
  ],
  ['in chunks of one letter', byLetter, 'accepted'],
  ['in HTTP/1.0, ended by closing the connection', oldVersion, 'accepted'],
  ['with cookies', withBody((body) => body, { 'set-cookie': ['a=1; Path=/', 'b=2'] }), 'accepted'],
  ['compressed, unless the request forbids it', compressedUnlessForbidden, 'accepted'],
  ['compressed although the request forbids it', withBody(gzipSync, { 'content-encoding': 'gzip' }), 'unreadable'],
  ['with 302 and a Location', withStatus(302, { location: elsewhere }), 'status'],
  ['with 307 and a Location', withStatus(307, { location: elsewhere }), 'status'],
  ['with 308 and no Location', withStatus(308), 'status'],
  ['with 202', withStatus(202), 'status'],
  ['with 204', withStatus(204), 'status'],
  ['with 206', withStatus(206), 'status'],
  ['with 418', withStatus(418), 'status'],
  ['with 429', withStatus(429), 'trouble'],
  ['with 500', withStatus(500), 'trouble'],
  ['without a media type', (response, { status, body }) => void response.writeHead(status).end(body), 'media type'],
  ['as text/plain', withType(() => 'text/plain'), 'media type'],
  ['in two media types', withType((type) => `${type}, text/html`), 'media type'],
  ['with an empty body', withBody(() => ''), 'text'],
  ['with null', withBody(() => 'null'), 'text'],
  ['with a list', withBody((body) => `[${body}]`), 'text'],
  ['with bytes that are not UTF-8', withBody(() => Buffer.of(0xff, 0xfe)), 'unreadable'],
  ['with 40 megabytes', megabytes, 'unreadable'],
  ['with headers of 100 kilobytes', withBody((body) => body, { 'x-huge': 'y'.repeat(100_000) }), 'unreadable'],
  ['by closing the connection', (response) => void response.socket?.destroy(), 'unreachable'],
  ['without the last byte of its length', brokenOff, 'unreachable'],
  ['never', (response) => void response.emit(hangs), 'unreachable'],
  ['without end', endless, 'unreachable'],
]

/** A row for one way of answering at one endpoint. */
interface AnsweredRow<Row> {
  readonly endpoint: string
  readonly verdict: Verdict
  readonly row: Row
}

/** The outcome of each verdict at each endpoint. */
export type OutcomesByEndpoint = Readonly<Record<string, Readonly<Record<Exclude<Verdict, 'accepted'>, string>>>>

/** Returns a row for each way of answering at each endpoint. */
export const answeredRows = <Row>(
  outcomes: OutcomesByEndpoint,
  rowOf: (endpoint: string, what: string, how: Transport, outcome: string) => Row,
): readonly AnsweredRow<Row>[] =>
  Object.entries(outcomes).flatMap(([endpoint, verdicts]) =>
    transports.map(([what, how, verdict]) => {
      const outcome = verdict === 'accepted' ? 'accepted' : verdicts[verdict]
      return { endpoint, verdict, row: rowOf(endpoint, `${endpoint} answered ${what}`, how, outcome) }
    }),
  )

/**
 * Selects rows for a short run: each way of answering at one endpoint, and each verdict at each endpoint. Each endpoint
 * treats all ways of one verdict alike. The long tests run all rows.
 */
export function inTurn<Row>(rows: readonly AnsweredRow<Row>[]): readonly Row[] {
  const endpoints = [...new Set(rows.map(({ endpoint }) => endpoint))]
  const chosen = [...Map.groupBy(rows, ({ verdict }) => verdict).values()].flatMap((alike) => {
    const byEndpoint = Map.groupBy(alike, ({ endpoint }) => endpoint)
    const ways = alike.length / endpoints.length
    return Array.from({ length: Math.max(ways, endpoints.length) }, (_, index) =>
      byEndpoint.get(endpoints[index % endpoints.length] ?? '')?.at(index % ways),
    )
  })
  return chosen.flatMap((one) => (one === undefined ? [] : [one.row]))
}

function oldVersion(response: ServerResponse, { status, headers, body }: Said): void {
  response.socket?.end(`HTTP/1.0 ${status} X\r\ncontent-type: ${headers['content-type']}\r\n\r\n${body}`)
}
