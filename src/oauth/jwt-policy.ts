/**
 * What every JWT of the OAuth wire is judged by: time, supported algorithms, audience (RFC 7519 §4.1, RFC 8725 §3.9).
 */
import type { Json, NumericDate } from '../base/index.ts'
import type { JwsAlgorithm, JwtTimePolicy } from '../jose/index.ts'

/** What all JWTs that come with a request are judged by. */
export interface JwtPolicy extends JwtTimePolicy {
  readonly algorithms: readonly JwsAlgorithm[]
}

/** Whether `aud`, a string or a non-empty array of them, names only audiences that are meant here. */
export function audienceWithin(aud: Json | undefined, accepted: readonly string[]): boolean {
  const named: readonly Json[] = Array.isArray(aud) ? aud : [aud ?? null]
  return named.length > 0 && named.every((name) => typeof name === 'string' && accepted.includes(name))
}

/** From when a JWT that carries no `exp` of its own is too old. */
export const staleAt = (iat: NumericDate, lifetime: number, { skew }: JwtTimePolicy): NumericDate =>
  iat + lifetime + skew
