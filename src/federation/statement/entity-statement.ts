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
import { type JwsAlgorithm, type JwsParseCode, type ParsedJws, parseJws } from '../../jose/index.ts'
import { findMalformedClaim, isEntityList } from './claim-shapes.ts'
import { type Metadata, type MetadataFormCode, parseMetadata } from './metadata-form.ts'
import { type KeysCode, parseKeys } from './statement-keys.ts'

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
  | KeysCode
  | 'kid_missing'
  | 'trust_chain_forbidden'
  | 'iss_missing'
  | 'sub_missing'
  | 'iat_missing'
  | 'exp_missing'
  | 'entity_id_invalid'
  | MetadataFormCode
  | 'claim_misplaced'
  | 'claim_malformed'
  | 'crit_unknown'
  | 'policy_crit_unknown'
  | 'authority_hints_malformed'

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
  const envelope = parseEnvelope(compact, policy, at)
  return failed(envelope) ? envelope : parseClaims(envelope, policy, at)
}

/**
 * Parses the document at the well-known URL of an entity, as `parseEntityStatement` does. Fails with
 * `not_a_configuration` if `iss` and `sub` differ, before the check of misplaced claims.
 */
export function parseEntityConfiguration(
  compact: string,
  policy: EntityStatementPolicy,
  at: string,
): EntityStatement | Failure<EntityStatementCode | 'not_a_configuration'> {
  const envelope = parseEnvelope(compact, policy, at)
  if (failed(envelope)) return envelope
  const { iss, sub } = envelope
  if (iss !== sub) return fail('not_a_configuration', `${at}.payload.iss`, { expected: sub, found: iss }) // FED-11
  return parseClaims(envelope, policy, at)
}

/** A statement whose header, issuer and subject are well formed. */
interface Envelope extends Pick<EntityStatement, 'jws' | 'kid' | 'iss' | 'sub'> {
  readonly payload: JsonObject
}

function parseEnvelope(
  compact: string,
  policy: EntityStatementPolicy,
  at: string,
): Envelope | Failure<EntityStatementCode> {
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
  if (iss !== sub && !isEntityId(sub, policy.urls)) return fail('entity_id_invalid', `${place}.sub`) // FED-28
  return { jws, kid, iss, sub, payload }
}

function parseClaims(
  { jws, kid, iss, sub, payload }: Envelope,
  policy: EntityStatementPolicy,
  at: string,
): EntityStatement | Failure<EntityStatementCode> {
  const place = `${at}.payload`
  const kind = iss === sub ? 'configuration' : 'subordinate'
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
  const malformed = findMalformedClaim(kind, payload, policy.urls)
  if (malformed) return fail('claim_malformed', `${place}.${malformed.place}`, malformed.evidence) // FED-17
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
