/**
 * Encodes the header of a JWS for signing (RFC 7515 §3.1). A header with a trust chain has several kilobytes, and
 * thousands of attestations and Request Objects share it. The encoded header is cached until the array of the trust
 * chain is garbage-collected.
 */
import { encodeBase64url } from '../base/index.ts'

type Header = Readonly<Record<string, unknown>>

interface Encoded {
  readonly header: Header
  readonly chain: readonly unknown[]
  readonly text: string
}

const encodings = new WeakMap<object, Encoded>()

/** Returns the header's JSON in base64url. Keeps the order of members. */
export function encodeHeader(header: Header): string {
  const { trust_chain: chain } = header
  if (!Array.isArray(chain)) return encode(header)
  const known = encodings.get(chain)
  if (known && isSameHeader(known, header, chain)) return known.text
  const text = encode(header)
  encodings.set(chain, { header: { ...header }, chain: [...chain], text })
  return text
}

const encode = (header: Header): string => encodeBase64url(JSON.stringify(header))

/**
 * Returns true if the header equals the cached one and contains the same chain. Headers with a member that is neither a
 * string nor `trust_chain` are never equal.
 */
function isSameHeader(known: Encoded, header: Header, chain: readonly unknown[]): boolean {
  const names = Object.keys(header)
  return (
    Object.keys(known.header).every((name, index) => name === names[index]) &&
    names.every((name) => name === 'trust_chain' || isSameText(known.header[name], header[name])) &&
    known.chain.length === chain.length &&
    known.chain.every((statement, index) => isSameText(statement, chain[index]))
  )
}

const isSameText = (a: unknown, b: unknown): boolean => typeof a === 'string' && a === b
