/**
 * Encodes the header of a JWS for signing (RFC 7515 §3.1). A header with a trust chain has several kilobytes, and
 * thousands of attestations and Request Objects share it. One encoded header is cached for each array of a trust chain,
 * until the array is garbage-collected.
 */
import { encodeBase64url } from '../base/index.ts'

type Header = Readonly<Record<string, unknown>>

interface CachedHeader {
  readonly header: Header
  readonly chain: readonly unknown[]
  readonly text: string
}

const cachedHeaders = new WeakMap<object, CachedHeader>()

/** Returns the header's JSON in base64url. Keeps the order of members. */
export function encodeHeader(header: Header): string {
  const { trust_chain: chain } = header
  if (!Array.isArray(chain)) return encode(header)
  const cached = cachedHeaders.get(chain)
  if (cached && isSameHeader(cached, header, chain)) return cached.text
  const text = encode(header)
  cachedHeaders.set(chain, { header: { ...header }, chain: [...chain], text })
  return text
}

const encode = (header: Header): string => encodeBase64url(JSON.stringify(header))

/**
 * Returns true if the header equals the cached one and contains the same chain. Headers with a member that is neither a
 * string nor `trust_chain` are never equal.
 */
function isSameHeader(cached: CachedHeader, header: Header, chain: readonly unknown[]): boolean {
  const names = Object.keys(header)
  return (
    Object.keys(cached.header).every((name, index) => name === names[index]) &&
    names.every((name) => name === 'trust_chain' || isSameText(cached.header[name], header[name])) &&
    cached.chain.length === chain.length &&
    cached.chain.every((statement, index) => isSameText(statement, chain[index]))
  )
}

const isSameText = (a: unknown, b: unknown): boolean => typeof a === 'string' && a === b
