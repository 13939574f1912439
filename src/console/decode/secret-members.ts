/** Members of a JWK that a page must not show: those of private and symmetric keys (RFC 7518 §6). */
import type { Json, JsonObject } from '../../base/index.ts'

const secretMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'])

export const hasSecrets = (jwk: JsonObject): boolean => Object.keys(jwk).some((name) => secretMembers.has(name))

/** Returns the JWK without its secret members. */
export const publicPart = (jwk: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => !secretMembers.has(name)))

/** Returns the JWK with an ellipsis instead of each secret value. Returns an object without `kty` unchanged. */
export const hideSecrets = (value: JsonObject): JsonObject =>
  typeof value.kty === 'string' && hasSecrets(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]): [string, Json] => [name, secretMembers.has(name) ? '…' : one]),
      )
    : value
