/**
 * Finds the values that the messages of one flow share: `state`, nonces, codes, tokens, session cookies. Reads queries,
 * forms, JSON, and JWTs in them. Verifies nothing.
 */
import { decodeBase64urlText, type Json, type JsonObject } from '../../base/index.ts'
import type { HeaderLines, Message } from '../traffic/message.ts'

interface CorrelationKeys {
  /** Values that belong to one flow. */
  readonly strong: readonly string[]
  /** Values that several flows of one device share: the tag of its hardware key. */
  readonly weak: readonly string[]
  /** Session cookies that the response sets. */
  readonly sessions: readonly string[]
  /**
   * Session cookies of the request. Empty without a response, and if another value in the message identifies a flow.
   */
  readonly cookies: readonly string[]
}

/** Members of JSON, and parameters, whose values belong to one flow. */
const flowNames = new Set([
  ...['state', 'nonce', 'c_nonce', 'challenge', 'wallet_nonce', 'code', 'access_token', 'request_uri', 'response_code'],
  ...['RelayState', 'transaction_id', 'code_challenge'],
])
/** Names whose values belong to one flow only in parameters. In JSON, for example, `id` identifies other things. */
const flowParameters = new Set(['id', 'reference', 'session'])
/** Members whose values several flows of one device share. */
const deviceNames = new Set(['hardware_key_tag'])
/** Members that contain a JWT with correlating values. */
const jwtNames = new Set(['request', 'assertion', 'jwt'])
/** Members that contain a URL with correlating parameters. */
const urlNames = new Set(['redirect_uri', 'request_uri', 'location', 'authorization_request', 'wallet_link'])

const isRelevant = (name: string): boolean =>
  flowNames.has(name) || jwtNames.has(name) || urlNames.has(name) || deviceNames.has(name)

/** Minimum length of a value, in characters. A shorter value is not random enough. */
const minimumLength = 16
/** Maximum length of a value, in characters. Only the end of a longer value counts: in a JWT, the signature. */
const maximumLength = 64
const maximumDepth = 4
const maximumPageLength = 65_536

class Collector {
  readonly strong: string[] = []
  readonly weak: string[] = []
  readonly sessions: string[] = []
  cookies: readonly string[] = []

  value(name: string, value: string): void {
    if (urlNames.has(name)) this.url(value)
    if (jwtNames.has(name)) this.jwt(value)
    else if (flowNames.has(name)) this.add(this.strong, value)
    else if (deviceNames.has(name)) this.add(this.weak, value)
  }

  add(keys: string[], value: string): void {
    if (value.length >= minimumLength) keys.push(value.length > maximumLength ? value.slice(-maximumLength) : value)
  }

  parameters(text: string): void {
    for (const pair of text.split('&')) {
      const equals = pair.indexOf('=')
      if (equals <= 0) continue
      const name = pair.slice(0, equals)
      if (flowParameters.has(name)) this.add(this.strong, decodePart(pair.slice(equals + 1)))
      else if (isRelevant(name)) this.value(name, decodePart(pair.slice(equals + 1)))
    }
  }

  url(url: string): void {
    const [beforeFragment = ''] = url.split('#', 1)
    const start = beforeFragment.indexOf('?')
    if (start >= 0) this.parameters(beforeFragment.slice(start + 1))
  }

  json(value: Json, depth = 0): void {
    if (typeof value !== 'object' || value === null || depth > maximumDepth) return
    for (const [name, inner] of Object.entries(value))
      if (typeof inner === 'string') this.value(name, inner)
      else if (typeof inner === 'object') this.json(inner as Json, depth + 1)
  }

  jwt(compact: string): void {
    const payload = payloadOf(compact)
    if (payload !== undefined) this.json(payload)
  }

  body(type: string, body: string): void {
    if (type.includes('x-www-form-urlencoded')) this.parameters(body)
    else if (type.includes('jwt')) this.jwt(body)
    else if (type.includes('json')) this.json(parse(body) ?? {})
    else if (type.includes('html')) this.page(body)
  }

  /** Reads the links in a page, for example the link for a wallet behind a QR code. */
  page(body: string): void {
    const matches = body.slice(0, maximumPageLength).matchAll(/\b(?:id|state|request_uri)(?:=|%3D)([\w~.-]{22,})/g)
    for (const [, value = ''] of matches) this.add(this.strong, value)
  }
}

/**
 * Returns values of session cookies, found by their names. Adds the role's name to each value, because roles on
 * different ports of one host share cookies.
 */
function sessionsOf(role: string, cookies: readonly string[]): readonly string[] {
  return cookies.flatMap((cookie) => {
    const [, name = '', value = ''] = /^\s*([^=]+)=([^;]*)/.exec(cookie) ?? []
    const end = value.split('.').at(-1) ?? ''
    return /session|login|interaction/i.test(name) && end.length >= minimumLength ? [`${role} ${end}`] : []
  })
}

/**
 * Returns the correlating values of a message. Cookies of the request count only if no value in request and response
 * identifies a flow, because a browser that begins a new flow also sends the cookies of previous sessions.
 */
export function correlationKeysOf({
  to,
  request,
  response,
}: Pick<Message, 'to' | 'request' | 'response'>): CorrelationKeys {
  const collector = new Collector()
  collector.url(request.url)
  if (request.body !== undefined) collector.body(typeOf(request.headers), request.body)
  const token = headerOf(request.headers, 'authorization')
  if (token?.startsWith('DPoP ')) collector.add(collector.strong, token.slice('DPoP '.length))
  if (response !== undefined) {
    const type = typeOf(response.headers)
    if (response.body !== undefined && !type.includes('entity-statement') && !type.includes('statuslist'))
      collector.body(type, response.body)
    for (const [name, value] of response.headers) {
      if (name === 'location') collector.url(value)
      if (name === 'set-cookie') collector.sessions.push(...sessionsOf(to, [value]))
    }
    if (collector.strong.length === 0)
      collector.cookies = sessionsOf(to, (headerOf(request.headers, 'cookie') ?? '').split(';'))
  }
  return collector
}

/** Returns the value of the first header with this lower-case name, or `undefined` without one. */
export const headerOf = (headers: HeaderLines, name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1]

const typeOf = (headers: HeaderLines): string => (headerOf(headers, 'content-type') ?? '').toLowerCase()

function decodePart(part: string): string {
  if (!/[%+]/.test(part)) return part
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return part
  }
}

function parse(text: string): JsonObject | undefined {
  try {
    return JSON.parse(text) as JsonObject
  } catch {
    return undefined
  }
}

function payloadOf(compact: string): JsonObject | undefined {
  const [, payload, signature] = compact.split('.', 3)
  if (payload === undefined || signature === undefined) return undefined
  const text = decodeBase64urlText(payload)
  return text === undefined ? undefined : parse(text)
}
