/**
 * The trust chain (OpenID Federation 1.0 §4, §10.2): from a subject's configuration through the statements of its
 * superiors to a Trust Anchor with pinned keys. Validation sends no request. It is the same for fetched chains and for
 * chains in a `trust_chain` header (FED-03).
 */
import {
  type CryptoContext,
  type Failure,
  fail,
  failed,
  type NumericDate,
  type PublicJwk,
  type Verified,
  verified,
} from '../../base/index.ts'
import { checkJwtTimes, type JwtTimeCode, type JwtTimePolicy } from '../../jose/index.ts'
import { readTrustMarkPermissions, type TrustMarkPermissions } from '../mark/trust-mark-permissions.ts'
import { readTrustMarks, type TrustMarkEntry } from '../mark/trust-marks-claim.ts'
import { type ResolveMetadataCode, resolveMetadata } from '../policy/resolve-metadata.ts'
import {
  type EntityStatement,
  type EntityStatementCode,
  type EntityStatementPolicy,
  expiryOf,
  issuedAtOf,
  parseEntityStatement,
} from '../statement/entity-statement.ts'
import type { Metadata } from '../statement/metadata-form.ts'
import { type ChainKeyCode, verifySignatures } from './chain-signatures.ts'

/** Pinned keys of Trust Anchors by entity identifier, obtained out of band. */
export type TrustAnchors = ReadonlyMap<string, readonly PublicJwk[]>

/** Conditions for a chain (OpenID Federation 1.0 §10.2). They do not include required trust marks. */
export interface TrustChainPolicy extends EntityStatementPolicy, JwtTimePolicy {
  readonly anchors: TrustAnchors
  /** Expected subject, for example the signer of the JWT whose header has the chain. Not checked if absent. */
  readonly subject?: string
}

/**
 * Maximum number of statements: those of seven superiors (`defaultResolveLimits`), and the configurations of subject
 * and anchor.
 */
const maximumLength = 9

type StructureCode =
  | 'chain_empty'
  | 'chain_too_long'
  | 'chain_too_short'
  | 'subject_mismatch'
  | 'order_wrong'
  | 'link_broken'
  | 'chain_loop'
  | 'superior_not_hinted'
  | 'anchor_unknown'

/**
 * Reasons to refuse a chain (OpenID Federation 1.0 §10.2). `at` names the statement by its position, subject first, or
 * the resolved metadata.
 */
export type TrustChainCode = EntityStatementCode | JwtTimeCode | StructureCode | ChainKeyCode | ResolveMetadataCode

/** A valid chain to a pinned anchor (OpenID Federation 1.0 §4), and what it establishes about the subject. */
export interface TrustChain {
  readonly subject: string
  readonly anchor: string
  /** Entity identifiers from the subject to the anchor. */
  readonly path: readonly string[]
  /** Received statements, subject first. */
  readonly statements: readonly string[]
  readonly metadata: Metadata
  /** The subject's federation keys according to its immediate superior. For an anchor, its pinned keys. */
  readonly federationKeys: readonly PublicJwk[]
  /** The verifying key of each statement, in the same order. */
  readonly signingKeys: readonly PublicJwk[]
  /** Trust marks of the subject's configuration. Not verified: use `resolveTrustMarks`. */
  readonly trustMarks: readonly TrustMarkEntry[]
  /** The anchor's claims about trust marks, if the chain contains its configuration. */
  readonly trustMarkPermissions: TrustMarkPermissions | undefined
  /** `iat` of the oldest statement of a superior. For an anchor, `iat` of its configuration. */
  readonly issuedAt: NumericDate
  /** Earliest `exp` of all statements (FED-19). */
  readonly expiresAt: NumericDate
}

/**
 * Validates a chain of at most 9 statements with pinned anchors. Checks the form, times and links of the statements
 * first, then one signature for each. Then checks constraints, policies and the schema of the resolved metadata. A
 * failure names the place, for example `statement[1].payload.exp`. A statement may be passed as parsed by
 * `parseEntityStatement` with the same policy. Does not check trust marks or the entity type of the subject.
 *
 * Does not fetch anything. In a chain from a header, an intermediate can invent a subject with any identifier. Only the
 * subject's own host can refute this (FED-54).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { failed } from 'fiducia/base'
 * import { createEntityConfiguration, validateTrustChain } from 'fiducia/federation'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto() }
 * const [signer, site, now] = [await generateSigner(ctx), 'https://ta.example', 1767225600] as const
 * const pages = { homepage_uri: site, policy_uri: site, tos_uri: site, logo_uri: site }
 * const anchor = await createEntityConfiguration(signer, {
 *   ...{ entityId: site, keys: [signer.publicJwk], authorityHints: [], issuedAt: now, expiresAt: now + 3600 },
 *   metadata: { federation_entity: { organization_name: 'TA', ...pages } },
 * })
 * const policy = { anchors: new Map([[site, [signer.publicJwk]]]), algorithms, urls: { loopbackHttp: false } }
 * const chain = await validateTrustChain(ctx, [anchor], { ...policy, now, skew: 30 })
 * assert.deepEqual(failed(chain) ? chain : chain.path, [site])
 * ```
 */
export async function validateTrustChain(
  ctx: CryptoContext,
  statements: readonly (string | EntityStatement)[],
  policy: TrustChainPolicy,
): Promise<Verified<TrustChain> | Failure<TrustChainCode>> {
  const parsed = parseStatements(statements, policy)
  if (failed(parsed)) return parsed
  const structure = checkStructure(parsed, policy)
  if (failed(structure)) return structure
  const { subject, superiors, anchorConfiguration, anchor, pinnedKeys } = structure
  const signingKeys = await verifySignatures(ctx, parsed, pinnedKeys)
  if (failed(signingKeys)) return signingKeys
  const anchorStatement = superiors.length === 0 ? subject : anchorConfiguration
  const metadata = resolveMetadata(subject, superiors, policy.urls)
  if (failed(metadata)) return metadata
  return verified({
    subject: subject.sub,
    anchor,
    path: [subject.sub, ...superiors.map(({ iss }) => iss)],
    statements: parsed.map(({ jws }) => jws.compact),
    metadata,
    federationKeys: superiors[0]?.keys ?? pinnedKeys,
    signingKeys,
    trustMarks: readTrustMarks(subject.jws.payload.trust_marks),
    trustMarkPermissions: anchorStatement && readTrustMarkPermissions(anchorStatement.jws.payload),
    issuedAt: Math.min(...(superiors.length > 0 ? superiors : [subject]).map(issuedAtOf)),
    expiresAt: Math.min(...parsed.map(expiryOf)),
  })
}

function parseStatements(
  statements: readonly (string | EntityStatement)[],
  policy: TrustChainPolicy,
): readonly EntityStatement[] | Failure<EntityStatementCode | JwtTimeCode | 'chain_empty' | 'chain_too_long'> {
  if (statements.length === 0) return fail('chain_empty', 'trust_chain')
  if (statements.length > maximumLength) return fail('chain_too_long', 'trust_chain') // FED-37
  const parsed: EntityStatement[] = []
  for (const [index, input] of statements.entries()) {
    const statement = typeof input === 'string' ? parseEntityStatement(input, policy, `statement[${index}]`) : input // FED-16
    if (failed(statement)) return statement
    const times = checkJwtTimes(statement.jws.payload, policy, `statement[${index}].payload`) // FED-16
    if (failed(times)) return times
    parsed.push(statement)
  }
  return parsed
}

/** A chain whose statements are linked. Its signatures are not verified. */
interface ChainStructure {
  readonly subject: EntityStatement
  /** Subordinate statements, the one about the subject first. Empty if the subject is the anchor. */
  readonly superiors: readonly EntityStatement[]
  /** The anchor's configuration, if the chain contains it. */
  readonly anchorConfiguration: EntityStatement | undefined
  readonly anchor: string
  readonly pinnedKeys: readonly PublicJwk[]
}

function checkStructure(
  statements: readonly EntityStatement[],
  policy: TrustChainPolicy,
): ChainStructure | Failure<StructureCode> {
  const [subject, ...above] = statements as [EntityStatement, ...EntityStatement[]]
  if (subject.kind !== 'configuration') return fail('order_wrong', 'statement[0]') // FED-14
  if (policy.subject !== undefined && subject.sub !== policy.subject)
    return fail('subject_mismatch', 'statement[0].payload.sub', { expected: policy.subject, found: subject.sub }) // FED-03
  const last = above.at(-1)
  const anchorConfiguration = last?.kind === 'configuration' ? last : undefined
  const superiors = anchorConfiguration ? above.slice(0, -1) : above
  const misplacedIndex = superiors.findIndex(({ kind }) => kind !== 'subordinate')
  if (misplacedIndex >= 0) return fail('order_wrong', `statement[${misplacedIndex + 1}]`) // FED-14
  const brokenIndex = above.findIndex(({ sub }, index) => statements[index]?.iss !== sub)
  if (brokenIndex >= 0)
    return fail('link_broken', `statement[${brokenIndex + 1}].payload.sub`, {
      expected: statements[brokenIndex]?.iss,
      found: above[brokenIndex]?.sub,
    }) // FED-14
  const path = [subject, ...superiors].map(({ iss }) => iss)
  const repeatedIndex = path.findIndex((entityId, index) => path.indexOf(entityId) < index)
  if (repeatedIndex >= 0)
    return fail('chain_loop', `statement[${repeatedIndex}].payload.iss`, { found: path[repeatedIndex] }) // FED-14
  if (anchorConfiguration && superiors.length === 0) return fail('chain_loop', 'statement[1]') // FED-14: the subject is its own superior
  const anchor = path.at(-1) as string
  const pinnedKeys = policy.anchors.get(anchor)
  if (superiors.length === 0 && pinnedKeys === undefined) return fail('chain_too_short', 'trust_chain') // FED-14
  const [nearest] = superiors
  if (nearest && !subject.authority_hints.includes(nearest.iss))
    return fail('superior_not_hinted', 'statement[0].payload.authority_hints', {
      expected: nearest.iss,
      found: subject.authority_hints,
    }) // FED-12
  if (pinnedKeys === undefined)
    return fail('anchor_unknown', `statement[${superiors.length}].payload.iss`, {
      expected: [...policy.anchors.keys()],
      found: anchor,
    }) // FED-15
  return { subject, superiors, anchorConfiguration, anchor, pinnedKeys }
}
