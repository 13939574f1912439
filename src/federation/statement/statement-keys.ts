/** The claim `jwks` of an entity statement (OpenID Federation 1.0 §3.1.1). */
import {
  type Failure,
  fail,
  failed,
  isJsonObject,
  type Json,
  type JsonObject,
  type PublicJwk,
} from '../../base/index.ts'
import { type JwkCode, parsePublicJwk } from '../../jose/index.ts'

/** Reasons to refuse `jwks`. */
export type KeysCode = JwkCode | 'jwks_missing' | 'jwks_empty' | 'jwk_kid_missing' | 'jwk_kid_doubled'

/** Parses the keys. Skips keys of unsupported types (RFC 7517 §5), but fails if there are no others. */
export function parseKeys(jwks: Json | undefined, at: string): readonly PublicJwk[] | Failure<KeysCode> {
  if (!isJsonObject(jwks) || !Array.isArray(jwks.keys)) return fail('jwks_missing', at) // FED-16
  if (jwks.keys.length === 0) return fail('jwks_empty', `${at}.keys`) // FED-16
  const keys: PublicJwk[] = []
  const kids = new Set<Json>()
  let unsupported: Failure<JwkCode> | undefined
  for (const [index, value] of jwks.keys.entries()) {
    const key = parsePublicJwk(value, `${at}.keys[${index}]`) // FED-16
    if (failed(key) && key.code !== 'jwk_unsupported') return key
    const { kid = '' } = value as JsonObject
    if (kid === '') return fail('jwk_kid_missing', `${at}.keys[${index}]`) // FED-11
    if (kids.has(kid)) return fail('jwk_kid_doubled', `${at}.keys[${index}]`) // FED-16
    kids.add(kid)
    if (failed(key)) unsupported ??= key
    else keys.push(key)
  }
  return keys.length === 0 && unsupported ? unsupported : keys
}
