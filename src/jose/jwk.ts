/** Public keys as JWK (RFC 7517, RFC 7518 §6) and their thumbprints (RFC 7638). */
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
import { type JwsAlgorithm, keyFits } from './algorithms.ts'

/** Reasons to refuse a JWK: malformed, private or symmetric (GEN-15), or unsupported. */
export type JwkCode = 'jwk_malformed' | 'jwk_private' | 'jwk_unsupported'

/** Members of private and symmetric keys (RFC 7518 §6.2.2, §6.3.2, §6.4.1). `priv` belongs to AKP keys. */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

const coordinateBytes: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66, secp256k1: 32 }

const textMembers = ['crv', 'x', 'y', 'n', 'e', 'kid', 'use', 'alg']

/** Checks the types of the members. Hand-written for speed. */
function isJwk(value: Json | undefined): value is JsonObject & PublicJwk {
  if (!isJsonObject(value) || typeof value.kty !== 'string') return false
  for (const name of textMembers) if (value[name] !== undefined && typeof value[name] !== 'string') return false
  const { key_ops: operations } = value
  return operations === undefined || (Array.isArray(operations) && operations.every((name) => typeof name === 'string'))
}

/**
 * Parses a public key from outside. Checks that it has no private member, that its type and curve are supported, and
 * that its coordinates have the right length. Checks that an RSA modulus and exponent are within bounds. A well-formed
 * RSA key of another size is unsupported, so that it does not make the other keys of a set unreadable. Does not check
 * that the point is on the curve: the import of the key does. Keeps additional members. `at` is the place of the key in
 * failures.
 */
export function parsePublicJwk(value: Json | undefined, at: string): PublicJwk | Failure<JwkCode> {
  if (!isJwk(value)) return fail('jwk_malformed', at)
  const jwk: JsonObject & PublicJwk = value
  if (jwk.kty === 'oct' || privateMembers.some((member) => Object.hasOwn(jwk, member))) return fail('jwk_private', at)
  if (!isSupported(jwk)) return fail('jwk_unsupported', at)
  if (!materialWellFormed(jwk)) return fail('jwk_malformed', at)
  if (jwk.kty === 'RSA' && !isRsaSize(decodeBase64url(jwk.n ?? ''))) return fail('jwk_unsupported', at)
  return jwk
}

function materialWellFormed({ kty, crv = '', x = '', y = '', n = '', e = '' }: PublicJwk): boolean {
  if (kty === 'RSA') return isUnsignedInteger(decodeBase64url(n)) && isRsaExponent(decodeBase64url(e))
  if (kty === 'OKP') return isBase64urlOf(x, 32)
  const bytes = coordinateBytes[crv] ?? 0
  return isBase64urlOf(x, bytes) && isBase64urlOf(y, bytes)
}

/**
 * Accepts a positive integer without leading zero bytes (RFC 7518 §2, §6.3.1.1), which would make a short key look long
 * and give one key two forms.
 */
const isUnsignedInteger = (bytes: Uint8Array = new Uint8Array()): boolean => bytes.length > 0 && bytes[0] !== 0

/** Accepts 2048 to 8192 bits, because the sender's key determines the cost of a verification (D-218). */
function isRsaSize(bytes: Uint8Array = new Uint8Array()): boolean {
  const bits = 8 * (bytes.length - 1) + (32 - Math.clz32(bytes[0] ?? 0))
  return bits >= 2048 && bits <= 8192
}

/**
 * Accepts an odd exponent of at least 3 (RFC 8017 §3.1): with exponent 1 anybody can sign. Accepts at most 64 bits, as
 * OpenSSL does for large keys: a full-length exponent costs 100 times as much as 65537 (D-218). Refuses leading zero
 * bytes.
 */
function isRsaExponent(bytes: Uint8Array = new Uint8Array()): boolean {
  const last = bytes.at(-1) ?? 0
  return bytes[0] !== 0 && bytes.length <= 8 && last % 2 === 1 && (last > 1 || bytes.length > 1)
}

function isSupported({ kty, crv }: PublicJwk): boolean {
  if (kty === 'EC') return crv !== undefined && Object.hasOwn(coordinateBytes, crv)
  return kty === 'RSA' || (kty === 'OKP' && crv === 'Ed25519')
}

/** Returns the required members of a supported key as canonical JSON (RFC 7638 §3.2). */
export function canonicalMembers({ kty, crv, x, y, n, e }: PublicJwk): string {
  if (kty === 'RSA') return `{"e":"${e}","kty":"RSA","n":"${n}"}`
  return kty === 'EC' ? `{"crv":"${crv}","kty":"EC","x":"${x}","y":"${y}"}` : `{"crv":"${crv}","kty":"OKP","x":"${x}"}`
}

/**
 * Returns the SHA-256 thumbprint in base64url (RFC 7638, GEN-17). Throws a TypeError for an unsupported type or curve.
 * Does not check the other members.
 */
export function jwkThumbprint(ctx: CryptoContext, jwk: PublicJwk): string {
  if (!isSupported(jwk)) throw new TypeError('the key has no thumbprint: its type or curve is not supported')
  return ctx.crypto.digestText('sha-256', canonicalMembers(jwk))
}

/**
 * Returns the key with only the members that its thumbprint covers (RFC 7638 §3.2). Throws a TypeError for an
 * unsupported type or curve.
 */
export function bareJwk(jwk: PublicJwk): PublicJwk {
  if (!isSupported(jwk)) throw new TypeError('the key has no bare form: its type or curve is not supported')
  const { kty, crv, x, y, n, e } = jwk
  if (kty === 'EC') return { crv, kty, x, y } as PublicJwk
  return (kty === 'OKP' ? { crv, kty, x } : { e, kty, n }) as PublicJwk
}

/**
 * Returns true if two JWKs contain the same key, whatever their other members. Returns false for an unsupported type or
 * curve.
 */
export function sameKey(a: PublicJwk, b: PublicJwk): boolean {
  if (a.kty !== b.kty || !isSupported(a)) return false
  if (a.kty === 'RSA') return a.n === b.n && a.e === b.e
  return a.crv === b.crv && a.x === b.x && (a.kty === 'OKP' || a.y === b.y)
}

/**
 * Returns the key with this `kid`. Several keys may have one `kid` if they differ in type, `use` or `alg` (RFC 7517
 * §4.5, D-1038). Then returns the one that fits the algorithm, and the first of several copies of one key. Returns
 * `undefined` if `kid` is not a string, if no key has it, or if different keys fit. If none fits, returns the first
 * one, which the verification of the signature refuses.
 */
export function findVerificationKey(
  keys: readonly PublicJwk[],
  { kid, alg }: { readonly kid?: Json | undefined; readonly alg: JwsAlgorithm },
): PublicJwk | undefined {
  if (typeof kid !== 'string') return undefined
  const named = keys.filter((key) => key.kid === kid)
  const fitting = named.filter((key) => keyFits(key, alg))
  const [first, ...others] = fitting.length > 0 ? fitting : named.slice(0, 1)
  return first && others.every((other) => sameKey(first, other)) ? first : undefined
}
