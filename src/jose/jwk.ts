/**
 * Public keys as they travel (RFC 7517, RFC 7518 §6) and their thumbprints (RFC 7638).
 */
import {
  type CryptoContext,
  decodeBase64url,
  type Failure,
  fail,
  isBase64urlOf,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
} from '../base/index.ts'

/** Why a JWK gives no public key: its shape, a private or symmetric key (GEN-15), or a type or curve without a row. */
export type JwkCode = 'jwk_malformed' | 'jwk_private' | 'jwk_unsupported'

/** Members that only private or symmetric keys have (RFC 7518 §6.2.2, §6.3.2, §6.4.1), `priv` those of kind AKP. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

const coordinateBytes: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66, secp256k1: 32 }

const textMembers = ['crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg']

/** By hand and not by a schema: almost every JWT of the protocols carries a key. */
function isJwk(value: Json | undefined): value is JsonObject & PublicJwk {
  if (!isJsonObject(value) || typeof value.kty !== 'string') return false
  for (const name of textMembers) if (value[name] !== undefined && typeof value[name] !== 'string') return false
  const { key_ops: operations } = value
  return operations === undefined || (Array.isArray(operations) && operations.every((name) => typeof name === 'string'))
}

/**
 * Reads a public key from outside: no private member, a known type and curve, coordinates of the right length, an RSA
 * modulus and exponent within bounds.
 * Does not check that the point is on the curve: that is seen when the key is imported.
 */
export function parsePublicJwk(value: Json | undefined, at: string): PublicJwk | Failure<JwkCode> {
  if (!isJwk(value)) return fail('jwk_malformed', at)
  const jwk: JsonObject & PublicJwk = value
  if (jwk.kty === 'oct' || privateMembers.some((member) => Object.hasOwn(jwk, member))) return fail('jwk_private', at)
  if (!isSupported(jwk)) return fail('jwk_unsupported', at)
  if (!materialWellFormed(jwk)) return fail('jwk_malformed', at)
  return jwk
}

function materialWellFormed({ kty, crv = '', x = '', y = '', n = '', e = '' }: PublicJwk): boolean {
  if (kty === 'RSA') return isRsaModulus(decodeBase64url(n)) && isRsaExponent(decodeBase64url(e))
  if (kty === 'OKP') return isBase64urlOf(x, 32)
  const bytes = coordinateBytes[crv] ?? 0
  return isBase64urlOf(x, bytes) && isBase64urlOf(y, bytes)
}

/**
 * From 2048 to 8192 bits: whoever sends a key also chooses what one verification with it costs (D-218). Written on as few
 * bytes as it needs (RFC 7518 §2, §6.3.1.1): zeros before it would make a short one look long, and one key two.
 */
function isRsaModulus(bytes: Uint8Array = new Uint8Array()): boolean {
  const bits = 8 * (bytes.length - 1) + (32 - Math.clz32(bytes[0] ?? 0))
  return bytes[0] !== 0 && bits >= 2048 && bits <= 8192
}

/**
 * Odd and at least 3 (RFC 8017 §3.1): with the exponent 1 anybody signs. At most 64 bits, which OpenSSL too asks of
 * larger keys: one as long as its modulus costs 100 times what 65537 does (D-218). No zeros before it, as the modulus.
 */
function isRsaExponent(bytes: Uint8Array = new Uint8Array()): boolean {
  const last = bytes.at(-1) ?? 0
  return bytes[0] !== 0 && bytes.length <= 8 && last % 2 === 1 && (last > 1 || bytes.length > 1)
}

/** Whether its type and curve have a row. */
function isSupported({ kty, crv }: PublicJwk): boolean {
  if (kty === 'EC') return crv !== undefined && Object.hasOwn(coordinateBytes, crv)
  return kty === 'RSA' || (kty === 'OKP' && crv === 'Ed25519')
}

/** The required members of a supported key in canonical form (RFC 7638 §3.2). */
export function canonicalMembers({ kty, crv, x, y, n, e }: PublicJwk): string {
  if (kty === 'RSA') return `{"e":"${e}","kty":"RSA","n":"${n}"}`
  return kty === 'EC' ? `{"crv":"${crv}","kty":"EC","x":"${x}","y":"${y}"}` : `{"crv":"${crv}","kty":"OKP","x":"${x}"}`
}

/** RFC 7638 with SHA-256, base64url (GEN-17). Throws a TypeError for a type or a curve that is not supported; judges nothing else. */
export function jwkThumbprint(ctx: CryptoContext, jwk: PublicJwk): string {
  if (!isSupported(jwk)) throw new TypeError('no thumbprint for a key of this type')
  return ctx.crypto.digestText('sha-256', canonicalMembers(jwk))
}

/**
 * The key material alone: what goes into a `cnf.jwk`. Throws a TypeError for a type or a curve that is not supported.
 */
export function bareJwk(jwk: PublicJwk): PublicJwk {
  if (!isSupported(jwk)) throw new TypeError('no bare form for a key of this type')
  const { kty, crv, x, y, n, e } = jwk
  if (kty === 'EC') return { crv, kty, x, y } as PublicJwk
  return (kty === 'OKP' ? { crv, kty, x } : { e, kty, n }) as PublicJwk
}

/** The same key, whatever else its two forms carry. */
export function sameKey(a: PublicJwk, b: PublicJwk): boolean {
  if (a.kty !== b.kty || !isSupported(a)) return false
  if (a.kty === 'RSA') return a.n === b.n && a.e === b.e
  return a.crv === b.crv && a.x === b.x && (a.kty === 'OKP' || a.y === b.y)
}
