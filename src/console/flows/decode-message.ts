/**
 * Decodes the encoded parts of a message: parameters of queries and forms, JSON, and JWTs in headers, parameters and
 * JSON. Verifies nothing.
 */
import { decodeBase64url } from '../../base/index.ts'
import { type Html, html } from '../../http/index.ts'
import { renderJson } from '../shell/parts.ts'
import type { HeaderLines } from '../traffic/message.ts'
import { headerOf } from './correlation-keys.ts'
import { parseBoundedJson } from './parse-bounded-json.ts'
import type { FlowTexts } from './texts.ts'

/** A named text of a message: a header, a parameter, or a member of JSON. */
export interface NamedText {
  /** Name of the header or parameter, or path of the member: `dpop`, `request`, `proof.jwt`. Empty for a whole body. */
  readonly name: string
  readonly value: string
}

type BodyContent =
  | { readonly kind: 'form'; readonly parameters: readonly NamedText[] }
  | { readonly kind: 'json'; readonly json: unknown }
  | { readonly kind: 'text'; readonly text: string }

const compactPattern = /^[\w-]{8,}(?:\.[\w-]*){2,4}(?:~[\w~.-]*)?$/
const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

export const parametersOf = (text: string): readonly NamedText[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))

/** Returns the query parameters of a URL. Returns none for a malformed URL: any client can send one. */
export const queryOf = (url: string): readonly NamedText[] => parametersOf(URL.parse(url)?.search ?? '')

/** Returns the content of a body according to its media type. Malformed or deeply nested JSON is returned as text. */
export function contentOf(headers: HeaderLines, body: string): BodyContent {
  const type = (headerOf(headers, 'content-type') ?? '').toLowerCase()
  if (type.includes('x-www-form-urlencoded')) return { kind: 'form', parameters: parametersOf(body) }
  try {
    if (type.includes('json')) return { kind: 'json', json: parseBoundedJson(body) }
  } catch {
    // Malformed or deeply nested JSON is shown as text.
  }
  return { kind: 'text', text: body }
}

/** Returns the texts in headers and body that may be JWTs: header values, parameters, members, or the whole body. */
export function textsOf(headers: HeaderLines, body: string | undefined): readonly NamedText[] {
  const lines = headers.map(([name, value]) => ({ name, value: value.replace(/^(?:DPoP|Bearer) /, '') }))
  if (body === undefined) return lines
  const content = contentOf(headers, body)
  if (content.kind === 'form') return [...lines, ...content.parameters]
  if (content.kind === 'json') return [...lines, ...leavesOf(content.json, '')]
  return [...lines, { name: '', value: content.text.trim() }]
}

function leavesOf(value: unknown, path: string): readonly NamedText[] {
  if (typeof value === 'string') return [{ name: path, value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, path === '' ? name : `${path}.${name}`))
}

/** Returns true for a text that looks like the compact form of a JWS, JWE or SD-JWT. */
export const isCompact = (text: string): boolean => compactPattern.test(text)

export const isJwe = (text: string): boolean => isCompact(text) && !text.includes('~') && text.split('.').length === 5

interface DecodedJws {
  readonly header: unknown
  readonly payload: unknown
}

/** Decodes a JWS or the issuer's part of an SD-JWT. Returns `undefined` for anything else. */
export function decodeJws(text: string): DecodedJws | undefined {
  if (!isCompact(text) || isJwe(text)) return undefined
  const [header = '', payload = ''] = text.split('~', 1)[0]?.split('.') ?? []
  const parts = [parsePart(header), parsePart(payload)]
  return parts.includes(undefined) ? undefined : { header: parts[0], payload: parts[1] }
}

function parsePart(part: string): unknown {
  try {
    return parseBoundedJson(utf8Decoder.decode(decodeBase64url(part)))
  } catch {
    return undefined
  }
}

/** Renders a JWS with its header and payload. Returns `undefined` for anything else. */
export function renderJws(text: string, id: string, words: FlowTexts): Html | undefined {
  const jws = decodeJws(text)
  return (
    jws &&
    html`<h5>${words.header}</h5>${renderJson(jws.header, `${id}-header`, words.header)}
<h5>${words.payload}</h5>${renderJson(jws.payload, `${id}-payload`, words.payload)}`
  )
}
