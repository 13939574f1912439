/**
 * The decoder. It recognises an artefact in a text, decodes it and everything inside it, and explains its members. It
 * makes the checks that are possible with the text and the pasted keys. Stores nothing and sends nothing.
 */
import { decodeBase64urlText, decodeLenientBase64, type Failure, fail, failed, parseJson } from '../../base/index.ts'
import { decodeCborBytes } from './artefacts/cbor.ts'
import { decodeCertificates } from './artefacts/certificates.ts'
import { decodeHttp, looksLikeHttp } from './artefacts/http-message.ts'
import { decodeJson } from './artefacts/json.ts'
import { decodeJwe } from './artefacts/jwe.ts'
import { decodeJws } from './artefacts/jws.ts'
import { keysInCnf } from './artefacts/jws-kinds.ts'
import { isCompactJws, openJws } from './artefacts/open-jws.ts'
import { decodeSdJwt } from './artefacts/sd-jwt.ts'
import { withoutKids } from './artefacts/signature.ts'
import { decodeForm, decodeUrl, looksLikeForm, looksLikeUrl } from './artefacts/url.ts'
import type { Decoded, Member } from './decoded.ts'
import type { DecodedKind } from './kinds.ts'
import { memberOf } from './member-tree.ts'
import { readPastedKeys } from './pasted-keys.ts'
import { pemBlocks } from './pem.ts'
import {
  bareMember,
  createBudget,
  type DecodeContext,
  type DecodeOptions,
  maximumBytes,
  maximumNesting,
  type Reading,
} from './reading.ts'
import { notValid } from './verdicts.ts'

export type { DecodeContext, DecodeOptions } from './reading.ts'

/**
 * Decodes a text. Never rejects for its content. Returns the kind `too_large` for a text above 256 KiB, without
 * decoding it. Nested artefacts are decoded up to fixed limits of depth and number. Does not evaluate trust: no anchor
 * is configured, and nothing is fetched.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { decodeAnything } from 'fiducia/console'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto(), clock: createSystemClock() }
 * const { kind } = await decodeAnything(ctx, '{"credentials":[{"id":"pid","format":"dc+sd-jwt"}]}')
 * assert.equal(kind, 'dcql_query')
 * ```
 */
export async function decodeAnything(ctx: DecodeContext, text: string, options: DecodeOptions = {}): Promise<Decoded> {
  const now = ctx.clock.now()
  const trimmed = text.trim()
  if (trimmed === '') return emptyResult(now, 'empty')
  const size = Buffer.byteLength(text)
  if (size > maximumBytes) {
    const tooLarge: Failure = fail('json_too_large', 'text', {
      expected: `at most ${maximumBytes} bytes`,
      found: size,
    })
    return { ...emptyResult(now, 'too_large'), verdicts: [notValid('size', tooLarge)] }
  }
  const pastedKeys = readPastedKeys(options.key)
  const reading = createReading({ ctx, now, options, pastedKeys, neighbours: [], depth: 0, budget: createBudget() })
  const { body, index } = splitIndex(trimmed)
  const indexed = index === undefined ? reading : createReading({ ...reading, options: { ...options, index } })
  return (await decodeOne(indexed, body, true)) ?? unrecognised(reading, trimmed)
}

/** Creates a reading. Its nested artefacts share `parts.budget`. */
function createReading(parts: Omit<Reading, 'nested'>): Reading {
  return {
    ...parts,
    nested: async (text, { neighbours = [], options = {} } = {}) => {
      if (parts.depth >= maximumNesting || parts.budget.artefacts <= 0) return undefined
      parts.budget.artefacts -= 1
      const inner = { ...parts.options, ...withoutUndefined(options) }
      const depth = parts.depth + 1
      return decodeOne(
        createReading({ ...parts, depth, options: inner, neighbours: [...neighbours, ...parts.neighbours] }),
        text.trim(),
        false,
      )
    },
  }
}

const withoutUndefined = (options: DecodeOptions): DecodeOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const emptyResult = (now: number, kind: DecodedKind): Decoded => ({ kind, now, verdicts: [], sections: [] })

/** Splits `token#12` into token and index. */
function splitIndex(text: string): { readonly body: string; readonly index: number | undefined } {
  const [, body, digits] = /^([\w.-]+)#(\d{1,9})$/.exec(text) ?? []
  return body === undefined ? { body: text, index: undefined } : { body, index: Number(digits) }
}

/**
 * Decodes one artefact. `isWhole` is true for the pasted text, false for a nested artefact. Only the pasted text can be
 * an HTTP message, a URL, form parameters, hexadecimal, or a list of tokens.
 */
async function decodeOne(reading: Reading, text: string, isWhole: boolean): Promise<Decoded | undefined> {
  if (text.startsWith('-----BEGIN ')) return decodePem(reading, text)
  if (/^[[{]/.test(text)) return decodeJson(reading, text)
  if (text.startsWith('"')) return decodeQuoted(reading, text)
  if (isWhole && looksLikeHttp(text)) return decodeHttp(reading, text)
  const tokens = text.split(/\s+/)
  if (isWhole && tokens.length > 1 && tokens.every(isCompactJws)) return decodeJson(reading, JSON.stringify(tokens))
  const compact = /^(?:DPoP|Bearer)\s+(\S+)$/i.exec(text)?.[1] ?? text
  const decoded = await decodeCompact(reading, compact)
  if (decoded !== undefined) return decoded
  if (isWhole && looksLikeUrl(text)) return decodeUrl(reading, text)
  if (isWhole && looksLikeForm(text)) return decodeForm(reading, text)
  return decodeEncoded(reading, text, isWhole)
}

async function decodeCompact(reading: Reading, text: string): Promise<Decoded | undefined> {
  if (!/^[\w-]+={0,2}\./.test(text.replace(/\s+/g, ''))) return undefined
  if (text.includes('~')) return decodeTildes(reading, text)
  const dots = text.split('.', 6).length - 1
  if (dots === 2) return decodeJws(reading, text)
  return dots === 4 ? decodeJwe(reading, text) : undefined
}

/** Decodes an SD-JWT, or a Wallet Attestation with its proof of possession. */
async function decodeTildes(reading: Reading, text: string): Promise<Decoded | undefined> {
  const [first = '', second = '', ...rest] = text.split('~', 3)
  if (rest.length > 0 || !isCompactJws(first) || !isCompactJws(second)) return decodeSdJwt(reading, text)
  const attestation = await reading.nested(first)
  if (attestation?.kind !== 'wallet_attestation') return decodeSdJwt(reading, text)
  const neighbours = [{ source: 'attestation' as const, keys: withoutKids(keysInCnf(openJws(first)?.payload?.cnf)) }]
  const pop = await reading.nested(second, { neighbours })
  const members: readonly Member[] = [
    { name: 'attestation', value: first, nested: attestation },
    { name: 'pop', value: second, ...(pop && { nested: pop }) },
  ]
  return { kind: 'attestation_assertion', now: reading.now, verdicts: [], sections: [{ name: 'content', members }] }
}

/**
 * Decodes the certificates of a PEM text, or else its first key. Without certificates, the kind is `private_key` if any
 * block is a private key.
 */
async function decodePem(reading: Reading, text: string): Promise<Decoded | undefined> {
  const certificates = pemBlocks(text).filter(({ label }) => label === 'CERTIFICATE')
  if (certificates.length > 0)
    return decodeCertificates(
      reading,
      certificates.map(({ bytes }) => bytes),
    )
  const { keys, privateKeys } = readPastedKeys(text)
  const [key] = keys
  if (key === undefined) return undefined
  const decoded = await decodeJson(reading, JSON.stringify(key))
  return decoded && privateKeys.length > 0 ? { ...decoded, kind: 'private_key' } : decoded
}

/** Decodes a text in quotation marks, for example one copied from JSON. */
async function decodeQuoted(reading: Reading, text: string): Promise<Decoded | undefined> {
  const value = parseJson(text, 'json')
  return typeof value === 'string' ? reading.nested(value) : undefined
}

/**
 * Decodes bytes in hexadecimal or base64: a certificate, CBOR, or JSON, for example a disclosure. Tries base64 texts
 * with white space between them as a certificate chain first.
 */
async function decodeEncoded(reading: Reading, text: string, isWhole: boolean): Promise<Decoded | undefined> {
  const bare = text.replace(/\s+/g, '')
  if (isWhole && /^(?:[0-9a-f]{2})+$/i.test(bare)) {
    const bytes = Uint8Array.from(Buffer.from(bare, 'hex'))
    const decoded = await decodeBytes(reading, bytes, true)
    if (decoded !== undefined) return decoded
  }
  if (!/^[\w+/-]{2,}={0,2}$/.test(bare)) return undefined
  if (/\s/.test(text)) {
    const ders = text.split(/\s+/).map(decodeLenientBase64)
    const chain = ders.every((der) => der !== undefined) ? await decodeCertificates(reading, ders) : undefined
    if (chain !== undefined) return chain
  }
  const bytes = decodeLenientBase64(bare)
  return bytes === undefined ? undefined : ((await decodeBytes(reading, bytes, false)) ?? decodeText(reading, bare))
}

async function decodeBytes(reading: Reading, bytes: Uint8Array, anyShape: boolean): Promise<Decoded | undefined> {
  const certificate = bytes[0] === 0x30 ? await decodeCertificates(reading, [bytes]) : undefined
  return certificate ?? decodeCborBytes(reading, bytes, anyShape)
}

/** Decodes base64url of JSON: a disclosure, or a part of a JWS. */
async function decodeText(reading: Reading, text: string): Promise<Decoded | undefined> {
  const json = decodeBase64urlText(text)
  const value = json === undefined ? undefined : parseJson(json, 'json')
  if (json === undefined || value === undefined || failed(value)) return undefined
  const isDisclosure =
    Array.isArray(value) && typeof value[0] === 'string' && (value.length === 2 || value.length === 3)
  if (!isDisclosure) return /^[[{]/.test(json) ? decodeJson(reading, json) : undefined
  const [salt] = value
  const name = value.length === 3 ? String(value[1]) : 'value'
  const place = { kind: 'disclosure', section: 'content', path: [name] } as const
  const members = [await memberOf(reading, name, value.at(-1) ?? null, place), bareMember('salt', salt ?? null)]
  const digest = bareMember('digest', reading.ctx.crypto.digestText('sha-256', text))
  return {
    kind: 'disclosure',
    now: reading.now,
    verdicts: [],
    sections: [{ name: 'content', members: [...members, digest] }],
  }
}

/** Returns the result for a text without an artefact: a trace ID, or `unknown` with the most likely failure. */
function unrecognised(reading: Reading, text: string): Decoded {
  if (/^(?=.*[A-Z])(?=.*[a-z])[\w-]{12}$/.test(text)) {
    const members = [bareMember('fiducia-trace', text)]
    return { ...emptyResult(reading.now, 'trace'), sections: [{ name: 'content', members }] }
  }
  const failure = mostLikelyFault(text)
  return { ...emptyResult(reading.now, 'unknown'), verdicts: failure === undefined ? [] : [notValid('form', failure)] }
}

function mostLikelyFault(text: string): Failure | undefined {
  const json = /^[[{"]/.test(text) ? parseJson(text, 'json') : undefined
  if (failed(json)) return json
  if (/^eyJ|^[\w-]+\.[\w-]+\./.test(text)) return fail('jws_malformed', 'text')
  if (text.startsWith('-----BEGIN ')) return fail('certificate_malformed', 'text')
  return /^(?:[0-9a-f]{2}){8,}$/i.test(text.replace(/\s+/g, '')) ? fail('cbor_malformed', 'text') : undefined
}
