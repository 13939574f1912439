/**
 * Base64url without padding (RFC 4648 §5, RFC 7515 §2) and standard base64. The strict decoders accept one text for
 * each byte sequence: they refuse padding, white space, other letters and non-zero trailing bits.
 */
import { decodeUtf8 } from './utf8.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Int8Array(128).fill(-1)
for (let index = 0; index < 64; index += 1) values[letters.charCodeAt(index)] = index

values['+'.charCodeAt(0)] = 62
values['/'.charCodeAt(0)] = 63

type Alphabet = 'base64url' | 'base64'
const wellFormed = /^[A-Za-z0-9_-]*$/
const utf8 = new TextEncoder()

/** Methods of `Uint8Array` that not every engine has. */
interface NativeBase64 {
  toBase64?(options: { alphabet: 'base64url'; omitPadding: true }): string
  setFromBase64?(text: string, options: { alphabet: Alphabet }): { readonly written: number }
}

const encoding = { alphabet: 'base64url', omitPadding: true } as const
const decoding = { base64url: { alphabet: 'base64url' }, base64: { alphabet: 'base64' } } as const

/** Shared buffer for short texts. It avoids an allocation for each text. */
const scratch = new Uint8Array(8192)
const bytesOf = (text: string): Uint8Array =>
  text.length * 3 > scratch.length ? utf8.encode(text) : scratch.subarray(0, utf8.encodeInto(text, scratch).written)

/** Encodes bytes, or a text as UTF-8. Adds no padding. */
export function encodeBase64url(data: Uint8Array | string): string {
  const bytes = typeof data === 'string' ? bytesOf(data) : data
  const { toBase64 } = bytes as NativeBase64
  if (toBase64) return toBase64.call(bytes, encoding)
  let text = ''
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0)
    text += letters.charAt(group >> 18) + letters.charAt((group >> 12) & 63)
    if (left > 1) text += letters.charAt((group >> 6) & 63)
    if (left > 2) text += letters.charAt(group & 63)
  }
  return text
}

/** Decodes canonical base64url. Returns `undefined` for any other text. */
export function decodeBase64url(text: string): Uint8Array | undefined {
  const length = decodedLength(text)
  return length === undefined ? undefined : decodeInto(new Uint8Array(length), text)
}

/**
 * Decodes canonical base64url to a text. Returns `undefined` if the base64url is not canonical or the bytes are not
 * UTF-8.
 */
export function decodeBase64urlText(text: string): string | undefined {
  const length = decodedLength(text)
  if (length === undefined) return undefined
  const bytes = decodeInto(length > scratch.length ? new Uint8Array(length) : scratch.subarray(0, length), text)
  return bytes && decodeUtf8(bytes)
}

/** Returns true if the text is the canonical base64url of exactly `bytes` bytes. Does not decode the text. */
export const isBase64urlOf = (text: string, bytes: number): boolean =>
  decodedLength(text) === bytes && wellFormed.test(text)

/**
 * Returns the number of bytes that a text decodes to, or `undefined` if its length or its last letter is not canonical.
 * Does not check the other letters.
 */
function decodedLength(text: string): number | undefined {
  const rest = text.length % 4
  if (rest === 1) return undefined
  if (rest > 1 && !isCanonicalEnd(text.charCodeAt(text.length - 1), rest - 1)) return undefined
  return Math.floor((text.length * 3) / 4)
}

/**
 * Decodes into `bytes` and returns them. Returns `undefined` for a malformed text. The native decoder skips white space
 * and padding, so such a text yields fewer bytes than its length implies.
 */
function decodeInto(bytes: Uint8Array, text: string): Uint8Array | undefined {
  const { setFromBase64 } = bytes as NativeBase64
  if (!setFromBase64) return wellFormed.test(text) ? decodeByTable(bytes, text) : undefined
  try {
    return setFromBase64.call(bytes, text, encoding).written === bytes.length ? bytes : undefined
  } catch {
    return undefined
  }
}

function decodeByTable(bytes: Uint8Array, text: string): Uint8Array {
  let bits = 0
  let buffer = 0
  let offset = 0
  for (let index = 0; index < text.length; index += 1) {
    buffer = ((buffer << 6) | (values[text.charCodeAt(index)] ?? 0)) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[offset++] = (buffer >> bits) & 255
    }
  }
  return bytes
}

/** Encodes bytes as standard base64 with padding, the form that certificates and vendor objects use. */
export const encodeBase64 = (bytes: Uint8Array): string => {
  const text = encodeBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/')
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

/**
 * Decodes base64 in any common form: letters of both alphabets, with or without padding, with white space. Returns
 * `undefined` for any other text, and for non-zero trailing bits. Use this function for certificates, XML and device
 * evidence. JOSE parts need `decodeBase64url`.
 */
export function decodeLenientBase64(text: string): Uint8Array | undefined {
  const alphabet = text.includes('-') || text.includes('_') ? 'base64url' : 'base64'
  const decoded = decodeNatively(text, alphabet)
  if (decoded !== undefined) return decoded
  const stripped = text.replace(/\s+/g, '').replaceAll('+', '-').replaceAll('/', '_')
  return decodeBase64url(unpadded(stripped))
}

/**
 * Decodes natively and ignores white space and padding. Returns `undefined` if the engine has no decoder or rejects the
 * text, if the result is empty, or if trailing bits are not zero. The caller then tries the strict decoder.
 */
function decodeNatively(text: string, alphabet: Alphabet): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4))
  const { setFromBase64 } = bytes as NativeBase64
  try {
    const { written = 0 } = setFromBase64?.call(bytes, text, decoding[alphabet]) ?? {}
    return written > 0 && isCanonicalEnd(lastLetter(text), written % 3) ? bytes.subarray(0, written) : undefined
  } catch {
    return undefined
  }
}

/** Returns true if the unused bits of the last letter are zero. `rest` is the number of bytes modulo 3. */
const isCanonicalEnd = (letter: number, rest: number): boolean =>
  rest === 0 || ((values[letter] ?? 0) & (rest === 1 ? 15 : 3)) === 0

function lastLetter(text: string): number {
  let index = text.length - 1
  while (index >= 0 && (text.charCodeAt(index) <= 0x20 || text[index] === '=')) index -= 1
  return text.charCodeAt(index)
}

const unpadded = (text: string): string => (text.endsWith('=') ? text.slice(0, text.endsWith('==') ? -2 : -1) : text)
