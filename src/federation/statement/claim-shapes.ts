/**
 * Checks the shape of some claims of an entity statement (OpenID Federation 1.0 §3). The code that uses a claim checks
 * its content.
 */
import {
  decodeBase64url,
  decodeBase64urlText,
  type FoundEvidence,
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
import { readTrustMarks } from '../mark/trust-marks-claim.ts'

type Shape = (value: Json, urls: UrlPolicy) => boolean

/** A malformed claim. `place` begins with the name of the claim. */
interface MalformedClaim {
  readonly place: string
  readonly evidence?: FoundEvidence
}

const shapes = {
  configuration: Object.entries<Shape>({
    trust_anchor_hints: isEntityList,
    trust_marks: (value) => findMalformedMark(value) === undefined,
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
 * Returns the first malformed claim, or `undefined`. In `trust_marks`, returns the first malformed entry. Of a
 * Subordinate Statement, checks only `source_endpoint`.
 */
export function findMalformedClaim(
  kind: keyof typeof shapes,
  payload: JsonObject,
  urls: UrlPolicy,
): MalformedClaim | undefined {
  const name = shapes[kind].find(([claim, fits]) => {
    const value = payload[claim]
    return value !== undefined && !fits(value, urls)
  })?.[0]
  if (name === undefined) return undefined
  return (name === 'trust_marks' ? findMalformedMark(payload[name]) : undefined) ?? { place: name }
}

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

/** Returns the first entry of `trust_marks` that has no type or no JWS, or whose JWS names another type. */
function findMalformedMark(value: Json | undefined): MalformedClaim | undefined {
  if (!Array.isArray(value)) return { place: 'trust_marks' }
  for (const [index, entry] of value.entries()) {
    const place = `trust_marks[${index}]`
    const [mark] = readTrustMarks([entry])
    if (mark === undefined) return { place }
    const claims = readMark(mark.trust_mark)
    if (claims === undefined) return markFault(`${place}.trust_mark`, 'a JWS', 'no JWS')
    const type = claims.trust_mark_type ?? claims.trust_mark_id ?? claims.id // FED-36
    if (type !== mark.trust_mark_type) return markFault(`${place}.trust_mark_type`, type, mark.trust_mark_type)
  }
  return undefined
}

const markFault = (place: string, expected: unknown, found: string): MalformedClaim => ({
  place,
  evidence: { expected: expected ?? 'the type of the mark', found, isShownAnywhere: true },
})

/** Returns the claims of a trust mark. Checks neither its algorithm nor its signature. */
function readMark(compact: string): JsonObject | undefined {
  const [header, payload, signature = '', ...more] = compact.split('.', 4)
  if (more.length > 0 || signature === '' || decodeBase64url(signature) === undefined) return undefined
  return readPart(header) && readPart(payload)
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
