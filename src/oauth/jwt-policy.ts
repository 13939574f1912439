/** Conditions for every JWT of OAuth: time, supported algorithms, audience (RFC 7519 §4.1, RFC 8725 §3.9). */
import type { Json, NumericDate } from '../base/index.ts'
import type { JwsAlgorithm, JwtTimePolicy } from '../jose/index.ts'

/** Time at which a JWT is checked, maximum clock difference, and the accepted signature algorithms. */
export interface JwtPolicy extends JwtTimePolicy {
  readonly algorithms: readonly JwsAlgorithm[]
}

/**
 * Maximum time until `exp` in seconds, for a client assertion, or a proof of possession without `iat` (D-466, D-1142).
 * It limits how long a store keeps a used `jti`.
 */
export const maximumAssertionLifetime = 3600

/** Returns true if `aud` is a string or a non-empty array of strings, and contains only accepted audiences. */
export function audienceWithin(aud: Json | undefined, accepted: readonly string[]): boolean {
  const audiences: readonly Json[] = Array.isArray(aud) ? aud : [aud ?? null]
  return audiences.length > 0 && audiences.every((name) => typeof name === 'string' && accepted.includes(name))
}

/** Returns the time from which a JWT exceeds its maximum age, which is `lifetime` plus `skew`, in seconds. */
export const staleAt = (iat: NumericDate, lifetime: number, { skew }: JwtTimePolicy): NumericDate =>
  iat + lifetime + skew
