/**
 * Public keys as they travel (RFC 7517, RFC 7518 §6) and their thumbprints (RFC 7638).
 */
import { z } from 'zod'
import {
  type CryptoContext,
  decodeBase64url,
  encodeBase64url,
  type Failure,
  fail,
  type Json,
  type PublicJwk,
} from '../base/index.ts'

export type JwkCode = 'jwk_malformed' | 'jwk_private' | 'jwk_unsupported'

/** Members that only private or symmetric keys have (RFC 7518 §6.2.2, §6.3.2, §6.4.1). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const coordinateBytes: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66, secp256k1: 32 }

const publicJwk = z.looseObject({
  kty: z.string(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  kid: z.string().optional(),
  use: z.string().optional(),
  alg: z.string().optional(),
  key_ops: z.array(z.string()).optional(),
})

/**
 * Reads a public key from outside: no private member, a known type and curve, coordinates of the right length.
 * Does not check that the point is on the curve: that is seen when the key is imported.
 */
export function parsePublicJwk(value: Json | undefined, at: string): PublicJwk | Failure<JwkCode> {
  const parsed = publicJwk.safeParse(value)
  if (!parsed.success) return fail('jwk_malformed', at)
  const jwk = parsed.data as PublicJwk & Record<string, unknown>
  if (jwk.kty === 'oct' || privateMembers.some((member) => Object.hasOwn(jwk, member))) return fail('jwk_private', at)
  if (canonicalMembers(jwk) === undefined) return fail('jwk_unsupported', at)
  if (!materialWellFormed(jwk)) return fail('jwk_malformed', at)
  return jwk
}

function materialWellFormed(jwk: PublicJwk): boolean {
  if (jwk.kty === 'RSA')
    return (decodeBase64url(jwk.n ?? '')?.length ?? 0) >= 256 && (decodeBase64url(jwk.e ?? '')?.length ?? 0) > 0
  if (jwk.kty === 'OKP') return decodeBase64url(jwk.x ?? '')?.length === 32
  const bytes = coordinateBytes[jwk.crv ?? '']
  return decodeBase64url(jwk.x ?? '')?.length === bytes && decodeBase64url(jwk.y ?? '')?.length === bytes
}

/** The required members in canonical form (RFC 7638 §3.2); `undefined` for a type or curve without a row. */
function canonicalMembers(jwk: PublicJwk): string | undefined {
  if (jwk.kty === 'EC' && jwk.crv !== undefined && Object.hasOwn(coordinateBytes, jwk.crv))
    return `{"crv":"${jwk.crv}","kty":"EC","x":"${jwk.x}","y":"${jwk.y}"}`
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return `{"crv":"Ed25519","kty":"OKP","x":"${jwk.x}"}`
  if (jwk.kty === 'RSA') return `{"e":"${jwk.e}","kty":"RSA","n":"${jwk.n}"}`
  return undefined
}

/** RFC 7638 with SHA-256, base64url. Throws a TypeError for a key that `parsePublicJwk` would refuse. */
export function jwkThumbprint(ctx: CryptoContext, jwk: PublicJwk): string {
  const members = canonicalMembers(jwk)
  if (members === undefined) throw new TypeError('no thumbprint for a key of this type')
  return encodeBase64url(ctx.crypto.digest('sha-256', members))
}

/** The key material alone: what goes into a `cnf.jwk`. */
export function bareJwk(jwk: PublicJwk): PublicJwk {
  const members = canonicalMembers(jwk)
  if (members === undefined) throw new TypeError('no bare form for a key of this type')
  return JSON.parse(members) as PublicJwk
}

/** The same key, whatever else its two forms carry. */
export const sameKey = (a: PublicJwk, b: PublicJwk): boolean =>
  canonicalMembers(a) !== undefined && canonicalMembers(a) === canonicalMembers(b)
