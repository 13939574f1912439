/**
 * Removes personal values, tokens and secrets from messages before they leave the console. Keeps names, structure,
 * hosts, `null`, and path segments that identify nobody. Also keeps the values of technical headers (`plainHeaders`)
 * and the short values of technical members (`technicalNames`, `protocolFlags`). Equal values get the same placeholder,
 * so that a reader still sees which messages share a value.
 */
import { encodeBase64url } from '../../base/index.ts'
import type { HeaderLines, Message } from '../traffic/message.ts'
import { headerOf } from './correlation-keys.ts'
import { contentOf, decodeJws, parametersOf } from './decode-message.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'

/** Members and parameters whose short values are not personal data. */
const technicalNames: ReadonlySet<string> = new Set([
  ...[
    'alg',
    'typ',
    'enc',
    'iss',
    'aud',
    'iat',
    'exp',
    'nbf',
    'htm',
    'htu',
    'kty',
    'crv',
    'use',
    'vct',
    'doctype',
    'ttl',
  ],
  ...[
    'grant_type',
    'response_type',
    'response_mode',
    'client_assertion_type',
    'code_challenge_method',
    'scope',
    'format',
  ],
  ...['type', 'credential_configuration_id', 'error', 'proof_type', 'token_type', 'expires_in', 'c_nonce_expires_in'],
  ...['client_id', 'client_id_scheme', 'redirect_uri', 'response_uri', 'request_uri_method', 'variant', 'flow'],
  ...['status', 'version', 'credential_issuer', 'outcome', 'requirement', 'aal', 'purpose'],
])
/** Members whose boolean values are not personal data. */
const protocolFlags: ReadonlySet<string> = new Set([
  ...['authorization_response_iss_parameter_supported', 'presentation_definition_uri_supported'],
  ...['require_pushed_authorization_requests', 'require_signed_request_object'],
  ...['require_cryptographic_holder_binding', 'intent_to_retain', 'multiple', 'optional', 'required'],
  ...['intermediate', 'accepts_announced_keys', 'dry_run', 'active', 'ok'],
])
/** Headers whose values are not personal data. */
const plainHeaders =
  /^(?:content-(?:type|length|encoding)|accept|cache-control|vary|allow|retry-after|fiducia-(?:trace|replica)|access-control-.*|x-content-type-options|referrer-policy)$/
const urlHeaders = new Set(['location', 'origin', 'host', 'link'])

const maximumPlainLength = 120
/**
 * Matches a URL that may contain personal values: an `http` or `https` URL, or one with an authority, query or
 * fragment.
 */
const mayHoldValues = /^(?:https?:|[a-z][a-z\d+.-]*:(?:\/\/|[^?#]*[?#]))/i
/** Matches a value that may identify one key or person, for example a thumbprint as `client_id`. */
const identifierPattern = /^[\w-]{30,}$/
const plainName = /^[\w.:#/-]{1,64}$/
/** Matches a path segment that may identify a person or a session. */
const identifyingSegment = /^(?=.*\d)[\w~.%-]{9,}$|^.{25,}$/

export function redactMessages(messages: readonly Message[]): readonly Message[] {
  const redactor = new Redactor()
  return messages.map((message) => redactor.message(message))
}

class Redactor {
  readonly #placeholders = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  message({ id, at, from, to, parent, traces, milliseconds, request, response }: Message): Message {
    const { method, url } = request
    return {
      ...{ id, at, from: this.party(from), to: this.party(to), milliseconds, traces: [...traces] },
      ...(parent !== undefined && { parent }),
      request: { method, url: this.url(url), ...this.part(request) },
      ...(response && { response: { status: response.status, ...this.part(response) } }),
    }
  }

  party(name: string): string {
    return /^https?:/.test(name) ? this.url(name) : name
  }

  part({ headers, body }: { readonly headers: HeaderLines; readonly body?: string }) {
    return {
      headers: headers.map(([name, value]) => [name, this.header(name, value)] as const),
      ...(body !== undefined && { body: this.body(headers, body) }),
    }
  }

  header(name: string, value: string): string {
    if (plainHeaders.test(name)) return value
    if (urlHeaders.has(name)) return this.url(value)
    const [, scheme = '', token = value] = /^(DPoP |Bearer |Basic )?(.*)$/s.exec(value) ?? []
    return scheme + (this.jws(token) ?? this.placeholder(name, token))
  }

  body(headers: HeaderLines, body: string): string {
    const content = contentOf(headers, body)
    if (content.kind === 'form') return this.parameters(content.parameters.map(({ name, value }) => [name, value]))
    if (content.kind === 'json') return JSON.stringify(this.json('', content.json))
    const type = headerOf(headers, 'content-type') ?? 'text'
    return this.jws(body.trim()) ?? `<${type.split(';', 1)[0]}: ${body.length} characters>`
  }

  parameters(pairs: readonly (readonly [string, string])[]): string {
    const changed = pairs.map(([name, value]): [string, string] => [nameOf(name), this.text(name, value)])
    return new URLSearchParams(changed).toString()
  }

  json(name: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.json(name, one))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([member, inner]) => [nameOf(member), this.json(member, inner)]),
      )
    if (typeof value === 'string') return this.text(name, value)
    const isPlain = technicalNames.has(name) || (typeof value === 'boolean' && protocolFlags.has(name))
    return isPlain || value === null ? value : this.placeholder(name, String(value))
  }

  text(name: string, value: string): string {
    const jws = this.jws(value)
    if (jws !== undefined) return jws
    if (/^\s*[{[]/.test(value)) return this.nested(name, value)
    if (!technicalNames.has(name) || value.length > maximumPlainLength || identifierPattern.test(value))
      return this.placeholder(name, value)
    return mayHoldValues.test(value) ? this.url(value) : value
  }

  nested(name: string, value: string): string {
    try {
      return JSON.stringify(this.json(name, parseBoundedJson(value)))
    } catch {
      return this.placeholder(name, value)
    }
  }

  /** Returns a JWS with redacted header and payload, and without its signature. Returns `undefined` for other text. */
  jws(text: string): string | undefined {
    const decoded = decodeJws(text)
    if (decoded === undefined) return undefined
    const encode = (part: unknown): string =>
      encodeBase64url(new TextEncoder().encode(JSON.stringify(this.json('', part))))
    return `${encode(decoded.header)}.${encode(decoded.payload)}.redacted`
  }

  url(text: string): string {
    const url = URL.parse(text)
    if (url === null) return /^[\w.:-]+$/.test(text) ? text : this.placeholder('url', text)
    const path = url.pathname
      .split('/')
      .map((part) => (identifyingSegment.test(part) ? this.placeholder('path', part) : part))
    const query = this.parameters(parametersOf(url.search).map(({ name, value }) => [name, value]))
    const slashes = /^[^:]*:\/\//.test(text) ? '//' : ''
    const origin = url.origin === 'null' ? `${url.protocol}${slashes}${url.host}` : url.origin
    return `${origin}${path.join('/')}${query === '' ? '' : `?${query}`}`
  }

  placeholder(name: string, value: string): string {
    const existing = this.#placeholders.get(value)
    if (existing !== undefined) return existing
    const label = nameOf(name)
    const count = (this.#counts.get(label) ?? 0) + 1
    const text = `<${label} ${count}>`
    this.#counts.set(label, count)
    this.#placeholders.set(value, text)
    return text
  }
}

const nameOf = (name: string): string => (name === '' ? 'value' : plainName.test(name) ? name : 'member')
