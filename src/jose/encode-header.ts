/**
 * The header of a JWS as it is signed (RFC 7515 §3.1). One with a trust chain has several kilobytes, and thousands of
 * attestations and Request Objects have the same: it is encoded once for as long as its maker holds that chain.
 */
import { encodeBase64url } from '../base/index.ts'

type Header = Readonly<Record<string, unknown>>

interface Encoded {
  readonly header: Header
  readonly chain: readonly unknown[]
  readonly text: string
}

const encodings = new WeakMap<object, Encoded>()

/** base64url of the header's JSON, members in their order. */
export function encodeHeader(header: Header): string {
  const { trust_chain: chain } = header
  if (!Array.isArray(chain)) return encode(header)
  const known = encodings.get(chain)
  if (known && saysTheSame(known, header, chain)) return known.text
  const text = encode(header)
  encodings.set(chain, { header: { ...header }, chain: [...chain], text })
  return text
}

const encode = (header: Header): string => encodeBase64url(JSON.stringify(header))

/** Whether nothing was changed since, the chain itself included; members that are objects are never the same. */
function saysTheSame(known: Encoded, header: Header, chain: readonly unknown[]): boolean {
  const names = Object.keys(header)
  return (
    Object.keys(known.header).every((name, index) => name === names[index]) &&
    names.every((name) => name === 'trust_chain' || isSameText(known.header[name], header[name])) &&
    known.chain.length === chain.length &&
    known.chain.every((statement, index) => isSameText(statement, chain[index]))
  )
}

const isSameText = (a: unknown, b: unknown): boolean => typeof a === 'string' && a === b
