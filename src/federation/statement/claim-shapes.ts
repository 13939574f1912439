/**
 * Checks the shape of some claims of an entity statement (OpenID Federation 1.0 §3). The code that uses a claim checks
 * its content.
 */
import {
  decodeBase64url,
  decodeBase64urlText,
  failed,
  isEntityId,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonObject,
  parseUrl,
  type UrlPolicy,
} from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'
import { readTrustMarks, type TrustMarkEntry } from '../mark/trust-marks-claim.ts'

type Shape = (value: Json, urls: UrlPolicy) => boolean

const shapes = {
  configuration: Object.entries<Shape>({
    trust_anchor_hints: isEntityList,
    trust_marks: isMarkList,
    trust_mark_issuers: isObjectOf(
      (issuers, urls) => Array.isArray(issuers) && issuers.every((issuer) => isEntity(issuer, urls)),
    ),
    trust_mark_owners: isObjectOf(
      (owner, urls) => isJsonObject(owner) && isEntity(owner.sub, urls) && isKeySet(owner.jwks),
    ),
  }),
  subordinate: Object.entries<Shape>({
    source_endpoint: (value, urls) => isString(value) && !failed(parseUrl(value, urls)),
  }),
}

/**
 * Returns the name of the first malformed claim, or `undefined`. Of a Subordinate Statement, checks only
 * `source_endpoint`.
 */
export const findMalformedClaim = (
  kind: keyof typeof shapes,
  payload: JsonObject,
  urls: UrlPolicy,
): string | undefined =>
  shapes[kind].find(([name, fits]) => {
    const value = payload[name]
    return value !== undefined && !fits(value, urls)
  })?.[0]

/** Returns true for a non-empty list of entity identifiers. */
export function isEntityList(value: Json, urls: UrlPolicy): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isEntity(one, urls))
}

function isString(value: Json | undefined): value is string {
  return typeof value === 'string'
}

function isEntity(value: Json | undefined, urls: UrlPolicy): boolean {
  return isString(value) && isEntityId(value, urls)
}

function isObjectOf(fits: (member: Json | undefined, urls: UrlPolicy) => boolean): Shape {
  return (value, urls) => isJsonObject(value) && Object.values(value).every((member) => fits(member, urls))
}

function isMarkList(value: Json): boolean {
  if (!Array.isArray(value)) return false
  const entries = readTrustMarks(value)
  return entries.length === value.length && entries.every(namesItsType)
}

/** Returns true if an entry contains a JWS that names the entry's type. Checks neither its algorithm nor signature. */
function namesItsType({ trust_mark_type: type, trust_mark }: TrustMarkEntry): boolean {
  const [header, payload, signature = '', ...more] = trust_mark.split('.', 4)
  if (more.length > 0 || signature === '' || decodeBase64url(signature) === undefined) return false
  const claims = readPart(header) && readPart(payload)
  return claims !== undefined && (claims.trust_mark_type ?? claims.trust_mark_id ?? claims.id) === type // FED-36
}

function readPart(part = ''): JsonObject | undefined {
  const text = decodeBase64urlText(part)
  const claims = text === undefined ? undefined : parseJsonObject(text, 'trust_mark')
  return failed(claims) ? undefined : claims
}

/** Returns true for a set of public keys. Accepts keys of unsupported types (RFC 7517 §5). */
function isKeySet(jwks: Json | undefined): boolean {
  if (!isJsonObject(jwks) || !Array.isArray(jwks.keys)) return false
  return jwks.keys.every((value) => {
    const key = parsePublicJwk(value, 'jwks')
    return !failed(key) || key.code === 'jwk_unsupported'
  })
}
