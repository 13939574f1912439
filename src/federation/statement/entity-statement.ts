/**
 * The entity statement (OpenID Federation 1.0 §3): about the entity itself (Entity Configuration, `iss` = `sub`) or
 * about a subordinate (Subordinate Statement). Parses both kinds, and refuses claims that only the other kind can have.
 *
 * Two deviations of the Italian federation are accepted and ignored: `constraints` in an anchor's configuration, and
 * `trust_marks` in a Subordinate Statement.
 */
import {
  type Failure,
  fail,
  failed,
  isEntityId,
  isJsonObject,
  type Json,
  type JsonObject,
  type NumericDate,
  type PublicJwk,
  type UrlPolicy,
} from '../../base/index.ts'
import {
  type JwkCode,
  type JwsAlgorithm,
  type JwsParseCode,
  type ParsedJws,
  parseJws,
  parsePublicJwk,
} from '../../jose/index.ts'
import { findMalformedClaim, isEntityList } from './claim-shapes.ts'

/** `typ` of every entity statement: its media type without `application/`. */
export const entityStatementType = 'entity-statement+jwt'
/** Media type of Entity Configurations and Subordinate Statements (OpenID Federation 1.0 §9.2, §8.1.2). */
export const entityStatementMediaType = 'application/entity-statement+jwt'

/**
 * Maximum length of a statement in characters: 512 KiB. An issuer's configuration describes each claim of each of its
 * credentials. The largest one of the national federation had 185,630 in September 2026 (D-1131).
 */
export const maximumStatementSize = 524_288

/** Reasons to refuse an entity statement (OpenID Federation 1.0 §3.2), except for its times and its signature. */
export type EntityStatementCode =
  | JwsParseCode
  | JwkCode
  | 'kid_missing'
  | 'trust_chain_forbidden'
  | 'iss_missing'
  | 'sub_missing'
  | 'iat_missing'
  | 'exp_missing'
  | 'entity_id_invalid'
  | 'jwks_missing'
  | 'jwks_empty'
  | 'jwk_kid_missing'
  | 'jwk_kid_doubled'
  | MetadataFormCode
  | 'claim_misplaced'
  | 'claim_malformed'
  | 'crit_unknown'
  | 'policy_crit_unknown'
  | 'authority_hints_malformed'

/** Metadata by entity type, as published or as resolved. */
export type Metadata = { readonly [entityType: string]: JsonObject }

/**
 * A well-formed entity statement (OpenID Federation 1.0 §3). Signature, times, policy and constraints are not checked:
 * `validateTrustChain` does that.
 */
export interface EntityStatement {
  readonly kind: 'configuration' | 'subordinate'
  readonly jws: ParsedJws
  readonly kid: string
  readonly iss: string
  readonly sub: string
  /** Federation keys of the subject, each with a unique `kid`. Does not include keys of unsupported types. */
  readonly keys: readonly PublicJwk[]
  /** Metadata by entity type. Empty if absent. */
  readonly metadata: Metadata
  /** Identifiers of the superiors. Empty if absent. */
  readonly authority_hints: readonly string[]
  readonly metadata_policy: JsonObject | undefined
  readonly constraints: JsonObject | undefined
}

/** Conditions for parsing a statement. `urls` are the rules for entity identifiers and endpoints. */
export interface EntityStatementPolicy {
  readonly algorithms: readonly JwsAlgorithm[]
  readonly urls: UrlPolicy
  /** Treats an empty `authority_hints` as absent. Only for test switches. Defaults to false. */
  readonly toleratesEmptyHints?: boolean | undefined
}

const forbiddenHeaders = ['trust_chain', 'peer_trust_chain']
/** `aud` and `trust_anchor` belong to explicit registration (§12.2). */
const registrationOnly = ['aud', 'trust_anchor']
/** Claims that a statement of each kind must not have. */
const forbiddenClaims = {
  configuration: ['metadata_policy', 'metadata_policy_crit', 'source_endpoint', ...registrationOnly],
  subordinate: [
    'authority_hints',
    'trust_anchor_hints',
    'trust_mark_issuers',
    'trust_mark_owners',
    ...registrationOnly,
  ],
}

/**
 * Parses one statement. Checks header, required claims, keys, metadata, forbidden claims and `crit`. Does not check the
 * signature, the values of times, or other statements: do not trust the result. `at` is the place of the statement in
 * failures, for example `statement[1]`.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createSubordinateStatement, parseEntityStatement } from 'fiducia/federation'
 * import { generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const signer = await generateSigner({ crypto: createNodeCrypto() })
 * const parties = { issuer: 'https://ta.example', subject: 'https://rp.example', keys: [signer.publicJwk] }
 * const times = { issuedAt: 1767225600, expiresAt: 1767229200 }
 * const compact = await createSubordinateStatement(signer, { ...parties, ...times })
 * const policy = { algorithms: ['ES256'], urls: { loopbackHttp: false } } as const
 * const statement = parseEntityStatement(compact, policy, 'statement')
 * assert.equal(failed(statement) ? statement.code : statement.kind, 'subordinate')
 * ```
 */
export function parseEntityStatement(
  compact: string,
  policy: EntityStatementPolicy,
  at: string,
): EntityStatement | Failure<EntityStatementCode> {
  const { algorithms } = policy
  const jws = parseJws(compact, { typ: [entityStatementType], algorithms, size: maximumStatementSize }, at) // FED-16
  if (failed(jws)) return jws
  const { header } = jws
  const payload = policy.toleratesEmptyHints ? withoutEmptyHints(jws.payload) : jws.payload
  const { kid } = header
  if (typeof kid !== 'string' || kid === '') return fail('kid_missing', `${at}.header.kid`) // FED-16
  const forbiddenHeader = forbiddenHeaders.find((name) => Object.hasOwn(header, name))
  if (forbiddenHeader !== undefined) return fail('trust_chain_forbidden', `${at}.header.${forbiddenHeader}`) // FED-17
  const place = `${at}.payload`
  const { iss, sub } = payload
  if (typeof iss !== 'string') return fail('iss_missing', `${place}.iss`) // FED-16
  if (typeof sub !== 'string') return fail('sub_missing', `${place}.sub`) // FED-16
  if (payload.iat === undefined) return fail('iat_missing', `${place}.iat`) // FED-16
  if (payload.exp === undefined) return fail('exp_missing', `${place}.exp`) // FED-16
  if (!isEntityId(iss, policy.urls)) return fail('entity_id_invalid', `${place}.iss`) // FED-28
  const kind = iss === sub ? 'configuration' : 'subordinate'
  if (kind === 'subordinate' && !isEntityId(sub, policy.urls)) return fail('entity_id_invalid', `${place}.sub`) // FED-28
  const misplacedName = findMisplacedClaim(kind, payload)
  if (misplacedName !== undefined) return fail('claim_misplaced', `${place}.${misplacedName}`) // FED-17
  if (payload.crit !== undefined) return fail('crit_unknown', `${place}.crit`) // FED-18: no extension is supported
  if (payload.metadata_policy_crit !== undefined) return fail('policy_crit_unknown', `${place}.metadata_policy_crit`) // FED-18
  const keys = parseKeys(payload.jwks, `${place}.jwks`)
  if (failed(keys)) return keys
  const metadata = parseMetadata(payload.metadata, `${place}.metadata`)
  if (failed(metadata)) return metadata
  const authority_hints = parseHints(payload.authority_hints, policy.urls, `${place}.authority_hints`)
  if (failed(authority_hints)) return authority_hints
  const malformedName = findMalformedClaim(kind, payload, policy.urls)
  if (malformedName !== undefined) return fail('claim_malformed', `${place}.${malformedName}`) // FED-17
  const { metadata_policy, constraints } = payload
  if (!objectOrAbsent(metadata_policy)) return fail('claim_malformed', `${place}.metadata_policy`)
  if (!objectOrAbsent(constraints)) return fail('claim_malformed', `${place}.constraints`)
  return { kind, jws, kid, iss, sub, keys, metadata, authority_hints, metadata_policy, constraints }
}

/** Returns the claims without `authority_hints` if it is an empty list. */
function withoutEmptyHints(payload: JsonObject): JsonObject {
  const { authority_hints: hints, ...others } = payload
  return Array.isArray(hints) && hints.length === 0 ? others : payload
}

function findMisplacedClaim(kind: EntityStatement['kind'], payload: JsonObject): string | undefined {
  const has = (name: string): boolean => Object.hasOwn(payload, name)
  // An anchor of the Italian federation has constraints in its own configuration. An entity with a superior must not.
  if (kind === 'configuration' && has('constraints') && has('authority_hints')) return 'constraints'
  return forbiddenClaims[kind].find(has)
}

type KeysCode = JwkCode | 'jwks_missing' | 'jwks_empty' | 'jwk_kid_missing' | 'jwk_kid_doubled'

/** Parses the keys. Skips keys of unsupported types (RFC 7517 §5), but fails if there are no others. */
function parseKeys(jwks: Json | undefined, at: string): readonly PublicJwk[] | Failure<KeysCode> {
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

/** Reasons to refuse `metadata`: it contains null, or is not an object of objects (OpenID Federation 1.0 §3.1.1). */
export type MetadataFormCode = 'metadata_null' | 'metadata_malformed'

/**
 * Checks the shape of metadata: an object for each entity type, with no member that is null. Returns `{}` if absent.
 */
export function parseMetadata(value: Json | undefined, at: string): Metadata | Failure<MetadataFormCode> {
  if (value === undefined) return {}
  if (value === null) return fail('metadata_null', at) // FED-17
  if (!isJsonObject(value)) return fail('metadata_malformed', at) // FED-17
  for (const [type, parameters] of Object.entries(value)) {
    if (parameters === null) return fail('metadata_null', `${at}.${type}`) // FED-17
    if (!isJsonObject(parameters)) return fail('metadata_malformed', `${at}.${type}`) // FED-17
    const nullName = findNullMember(parameters)
    if (nullName !== undefined) return fail('metadata_null', `${at}.${type}.${nullName}`) // FED-17
  }
  return value as Metadata
}

function findNullMember(parameters: JsonObject): string | undefined {
  for (const name in parameters) if (parameters[name] === null) return name
  return undefined
}

function parseHints(
  value: Json | undefined,
  urls: UrlPolicy,
  at: string,
): readonly string[] | Failure<'authority_hints_malformed'> {
  if (value === undefined) return []
  if (!isEntityList(value, urls)) return fail('authority_hints_malformed', at) // FED-12
  return value
}

const objectOrAbsent = (value: Json | undefined): value is JsonObject | undefined =>
  value === undefined || isJsonObject(value)

/** Returns `exp`. The caller must have checked the times of the statement. */
export const expiryOf = (statement: EntityStatement): NumericDate => statement.jws.payload.exp as NumericDate

/** Returns `iat`. The caller must have checked the times of the statement. */
export const issuedAtOf = (statement: EntityStatement): NumericDate => statement.jws.payload.iat as NumericDate
