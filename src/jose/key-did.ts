/**
 * Public keys as decentralized identifiers: `did:jwk` contains a JWK, `did:key` contains a multicodec and the key's
 * bytes in base58. The identifier contains the key, so nothing is fetched and no resolver has to be trusted.
 */
import {
  decodeBase64urlText,
  decodeUtf8,
  encodeBase64url,
  type Failure,
  fail,
  failed,
  type Json,
  type PublicJwk,
  parseJson,
} from '../base/index.ts'
import { bigEndian, decompressPoint } from './compressed-point.ts'
import { type JwkCode, parsePublicJwk } from './jwk.ts'

/** Reasons to refuse a DID: its length, its form, or its key. */
export type KeyDidCode = JwkCode | 'did_too_long' | 'did_malformed'

/** Maximum length of a DID in characters, including its fragment. */
export const longestKeyDid = 1024

/** Returns true for a text that begins with `did:jwk:` or `did:key:`. Does not check the rest. */
export const isKeyDid = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^did:(jwk|key):/.test(value)

/**
 * Parses the public key of a `did:jwk` or `did:key`. The fragment is optional. It must name the key as the DID document
 * does: `#0` for `did:jwk`, `#` and the part after `did:key:` for `did:key`. `did:key` supports P-256, P-384, P-521,
 * secp256k1, Ed25519 and JWK. Checks that a P-256, P-384, P-521 or secp256k1 point of a `did:key` is on its curve. For
 * other keys the import checks this. Does not check that the key fits an algorithm.
 */
export function parseKeyDid(did: string, at: string): PublicJwk | Failure<KeyDidCode> {
  if (did.length > longestKeyDid) return fail('did_too_long', at)
  const [, method, id = '', fragment] = /^did:(jwk|key):([A-Za-z0-9_-]+)(?:#(.*))?$/.exec(did) ?? []
  if (method === undefined) return fail('did_malformed', at)
  if (fragment !== undefined && fragment !== (method === 'jwk' ? '0' : id)) return fail('did_malformed', at)
  if (method === 'jwk') return readJwk(decodeBase64urlText(id), at)
  const bytes = id.startsWith('z') ? decodeBase58(id.slice(1)) : undefined
  return bytes === undefined ? fail('did_malformed', at) : readMulticodec(bytes, at)
}

function readJwk(text: string | undefined, at: string): PublicJwk | Failure<KeyDidCode> {
  const value = text === undefined ? undefined : parseJson(text, at)
  return value === undefined || failed(value) ? fail('did_malformed', at) : parsePublicJwk(value, at)
}

/**
 * Curves by multicodec prefix. Each number consists of the two prefix bytes in big-endian order, and is not the decoded
 * varint.
 */
const curvesByCodec: Readonly<Record<number, string>> = {
  59137: 'secp256k1',
  60673: 'Ed25519',
  32804: 'P-256',
  33060: 'P-384',
  33316: 'P-521',
}

function readMulticodec(bytes: Uint8Array, at: string): PublicJwk | Failure<KeyDidCode> {
  const [first = 0, second = 0, third] = bytes
  const codec = (first << 8) | second
  if (codec === 0xd1d6 && third === 3) return readJwk(decodeUtf8(bytes.subarray(3)), at)
  const crv = curvesByCodec[codec]
  const key = bytes.subarray(2)
  if (crv === undefined) return fail('jwk_unsupported', at)
  if (crv === 'Ed25519') return parsePublicJwk({ kty: 'OKP', crv, x: encodeBase64url(key) }, at)
  return decompressPoint(crv, key) ?? fail('jwk_malformed', at)
}

const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/**
 * Decodes base58 with the Bitcoin alphabet. Returns `undefined` for other characters, and for a leading `1`, which
 * encodes a zero byte.
 */
function decodeBase58(text: string): Uint8Array | undefined {
  if (text.startsWith('1')) return undefined
  let value = 0n
  for (const letter of text) {
    const digit = base58Letters.indexOf(letter)
    if (digit < 0) return undefined
    value = value * 58n + BigInt(digit)
  }
  return bigEndian(value, Math.ceil(value.toString(16).length / 2))
}
