/**
 * Decodes a pasted HTTP message. Checks a DPoP proof against method, URL and access token, and a proof of possession
 * against the attested key. Does not check a response against its request.
 */
import { isLoopbackHost, type Json, type JsonObject } from '../../../base/index.ts'
import type { Decoded, Member, Section } from '../decoded.ts'
import { explainedMember } from '../explain-member.ts'
import { membersOf } from '../member-tree.ts'
import type { Reading, ReadingChange, SourceKeys } from '../reading.ts'
import { jsonSection } from './json.ts'
import { keysInCnf } from './jws-kinds.ts'
import { openJws, parseLenientJson } from './open-jws.ts'
import { withoutKids } from './signature.ts'
import { formValues } from './url.ts'

const requestLine = /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)(?: HTTP\/[\d.]+)?$/
const statusLine = /^HTTP(?:\/[\d.]+)? (\d{3})\b(.*)$/
/** Headers with which a message can begin instead of a request line or status line. */
const knownHeaders = [
  'dpop',
  'authorization',
  'oauth-client-attestation',
  'oauth-client-attestation-pop',
  'fiducia-trace',
]
const headerLine = /^([A-Za-z][\w-]{0,60}):[ \t]*(.*)$/

/** Returns true for a text that begins with a request line, a status line, or one of `knownHeaders`. */
export function looksLikeHttp(text: string): boolean {
  const [first = ''] = text.split(/\r?\n/, 1)
  const [, name = ''] = headerLine.exec(first) ?? []
  return requestLine.test(first) || statusLine.test(first) || knownHeaders.includes(name.toLowerCase())
}

interface HttpMessage {
  readonly method?: string
  readonly target?: string
  readonly status?: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/**
 * Decodes a request, a response, a request with its response, or header lines without a request or status line. Shows
 * at most 100 headers of a message.
 */
export async function decodeHttp(reading: Reading, text: string): Promise<Decoded> {
  const lines = text.split(/\r?\n/)
  const responseStart = lines.findIndex((line, index) => index > 0 && statusLine.test(line))
  if (responseStart < 0 || statusLine.test(lines[0] ?? '')) return decodeMessage(reading, parseMessage(lines))
  const request = await decodeMessage(reading, parseMessage(lines.slice(0, responseStart)))
  const response = await decodeMessage(reading, parseMessage(lines.slice(responseStart)))
  const members: readonly Member[] = [
    { name: 'request', nested: request },
    { name: 'response', nested: response },
  ]
  return { kind: 'http_exchange', now: reading.now, verdicts: [], sections: [{ name: 'content', members }] }
}

function parseMessage(lines: readonly string[]): HttpMessage {
  const [first = ''] = lines
  const [, method, target] = requestLine.exec(first) ?? []
  const [, status] = statusLine.exec(first) ?? []
  const rest = method !== undefined || status !== undefined ? lines.slice(1) : lines
  const blankLine = rest.indexOf('')
  const head = blankLine < 0 ? rest : rest.slice(0, blankLine)
  const headers = head.flatMap((line): [string, string][] => {
    const [, name, value = ''] = headerLine.exec(line) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), value.trim()]]
  })
  const body =
    blankLine < 0
      ? ''
      : rest
          .slice(blankLine + 1)
          .join('\n')
          .trim()
  return {
    ...(method !== undefined && target !== undefined && { method, target }),
    ...(status !== undefined && { status }),
    ...{ headers, body },
  }
}

async function decodeMessage(reading: Reading, message: HttpMessage): Promise<Decoded> {
  const { method, target, status, headers } = message
  const isTrace = method === undefined && status === undefined && headers.every(([name]) => name === 'fiducia-trace')
  const kind = isTrace ? 'trace' : status === undefined ? 'http_request' : 'http_response'
  const startLine = {
    ...(method && { method, url: urlOf(message) ?? target ?? '' }),
    ...(status && { status: Number(status) }),
  }
  const place = { kind, section: status === undefined ? 'request_line' : 'status_line', path: [] } as const
  const change = contextOf(reading, message)
  return {
    kind,
    now: reading.now,
    verdicts: [],
    sections: [
      ...(Object.keys(startLine).length > 0
        ? [{ name: place.section, members: await membersOf(reading, startLine, place) }]
        : []),
      { name: 'headers', members: await headerMembers(reading, headers, change) },
      ...(await bodySections(reading, message, change)),
    ],
  }
}

/**
 * Returns the absolute URL of a request. A target that is a path gets the host of the Host header, and the scheme
 * `https`, or `http` for a loopback host. Returns `undefined` if the result is not a URL.
 */
function urlOf({ target = '', headers }: HttpMessage): string | undefined {
  const host = headerOf(headers, 'host')
  const scheme = isLoopbackHost(URL.parse(`http://${host}`)?.hostname ?? '') ? 'http' : 'https'
  const url = target.startsWith('/') && host !== undefined ? `${scheme}://${host}${target}` : target
  return URL.canParse(url) ? url : undefined
}

const headerOf = (headers: HttpMessage['headers'], name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1]

/**
 * Returns the request, the access token and the attested keys of a message. The artefacts in the message are checked
 * against these values. The options supply a missing method, URL or access token.
 */
function contextOf({ options }: Reading, message: HttpMessage): ReadingChange {
  const { headers, body } = message
  const method = message.method ?? options.request?.method
  const url = urlOf(message) ?? options.request?.url
  const accessToken = /^(?:DPoP|Bearer) +(\S+)$/i.exec(headerOf(headers, 'authorization') ?? '')?.[1]
  const form = isForm(message) ? formValues(body) : {}
  const [attestationInForm = ''] = String(form.client_assertion ?? '').split('~', 1)
  const attestations = [headerOf(headers, 'oauth-client-attestation') ?? '', attestationInForm, accessToken ?? '']
  const keys = attestations.flatMap((text) => withoutKids(keysInCnf(openJws(text)?.payload?.cnf)))
  const neighbours: readonly SourceKeys[] = keys.length === 0 ? [] : [{ source: 'attestation', keys }]
  return { neighbours, options: { request: { method, url }, accessToken } }
}

const isForm = ({ headers, body }: HttpMessage): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, 'content-type') ?? '') || /^[\w.-]+=/.test(body)

async function headerMembers(
  reading: Reading,
  headers: HttpMessage['headers'],
  change: ReadingChange,
): Promise<readonly Member[]> {
  const members: Member[] = []
  for (const [name, value] of headers.slice(0, 100)) {
    const token = value.replace(/^(?:DPoP|Bearer) +/i, '')
    const nested = /^[\w-]+\.[\w-]+\./.test(token) ? await reading.nested(token, change) : undefined
    members.push({ ...explainedMember('http_request', 'headers', name, value), ...(nested && { nested }) })
  }
  return members
}

async function bodySections(
  reading: Reading,
  message: HttpMessage,
  change: ReadingChange,
): Promise<readonly Section[]> {
  const { body } = message
  if (body === '') return []
  const inner = { ...reading, nested: (text: string) => reading.nested(text, change) }
  const json = /^[[{]/.test(body) ? parseLenientJson(body) : undefined
  if (typeof json === 'object' && json !== null)
    return [await jsonSection(inner, 'json', json as JsonObject | readonly Json[], 'body')]
  if (isForm(message)) {
    const place = { kind: 'form', section: 'body', path: [] } as const
    return [{ name: 'body', members: await membersOf(inner, formValues(body), place) }]
  }
  const nested = await inner.nested(body)
  return [{ name: 'body', members: [{ name: 'body', value: body, ...(nested && { nested }) }] }]
}
