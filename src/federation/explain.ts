/**
 * Explains the trust in an entity: every path, the steps of each path in order, and the first failure. Returns data.
 * The caller renders it.
 */
import {
  failed,
  isNumericDate,
  type NumericDate,
  type ShownEvidence,
  shownEvidence,
  type Verified,
} from '../base/index.ts'
import { findUncertifiedKey, hasCertifyingAnchor, type UncertifiedKey } from './chain/certified-keys.ts'
import { removeForbiddenTypes } from './chain/constraints.ts'
import { type RejectedPath, type ResolveCode, statementAt } from './chain/rejected-path.ts'
import type { ResolveContext, ResolveOptions } from './chain/resolve-options.ts'
import { type ResolvedTrustChains, resolveTrustChains } from './chain/resolve-trust-chain.ts'
import type { TrustChain } from './chain/trust-chain.ts'
import { type TrustStep, trustStepOf, trustSteps } from './chain/trust-steps.ts'
import { type ExplainedTrustMark, explainTrustMarks } from './mark/explain-trust-marks.ts'
import { emptiedLists, findMetadataDifferences } from './policy/metadata-differences.ts'
import { type EntityStatement, parseEntityStatement } from './statement/entity-statement.ts'
import type { Metadata } from './statement/metadata-form.ts'
import { type EntityType, findKeySetUrls, findRefusedKeySet, type KeySetUrl } from './trust-evaluator.ts'

/** One step of a path and its result. Steps after the first failure are `not_reached`. */
export interface ExplainedStep extends ShownEvidence {
  readonly step: TrustStep
  readonly result: 'holds' | 'fails' | 'not_reached'
  readonly code?: ResolveCode
  readonly at?: string
  /** The statement whose times are wrong. Only for a failed step `times`. */
  readonly statement?: ExplainedStatement
}

/** Issuer, subject and times of a statement. */
export interface ExplainedStatement {
  readonly issuer: string
  readonly subject: string
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/** One path from the subject towards an anchor. A rejected path ends at its failure. */
export interface ExplainedPath {
  /** Entity identifiers, subject first. */
  readonly path: readonly string[]
  readonly steps: readonly ExplainedStep[]
  /** Names of metadata members (`type.name`) that differ from the selected path. Present for other valid paths only. */
  readonly differsIn?: readonly string[]
}

/** A required entity type that the resolved metadata lack. */
export interface MissingType {
  readonly entityType: string
  /** True if the entity's own configuration contains it. */
  readonly published: boolean
  /** Superiors whose constraints exclude the type, the nearest first. */
  readonly removedBy: readonly string[]
}

/** Explanation of the trust in an entity. */
export interface TrustExplanation {
  readonly entityId: string
  /** `trusted`, or the first reason not to trust the entity. An outage also results in `no_trust_chain`. */
  readonly verdict: 'trusted' | 'entity_type_missing' | 'key_set_by_reference' | 'trust_mark_missing' | 'no_trust_chain'
  /** Valid paths first, starting with the selected one (D-372). */
  readonly paths: readonly ExplainedPath[]
  /** Entity types of the resolved metadata. Empty without a valid chain. */
  readonly entityTypes: readonly string[]
  /** The required entity types. Empty if the entity has one of them, and without a valid chain. */
  readonly missingTypes: readonly MissingType[]
  /** Empty without a valid chain. */
  readonly trustMarks: readonly ExplainedTrustMark[]
  /** Expiry of the selected chain. Absent without a valid chain. */
  readonly expiresAt?: NumericDate
  /**
   * Signing key of the selected chain without a certificate, below an anchor that certifies keys. Entities that require
   * certificates refuse the chain. Has no effect on `verdict`.
   */
  readonly uncertified?: UncertifiedKey
  /**
   * Entity types of the resolved metadata that entities refuse, because the metadata name the protocol keys only by a
   * URL (D-1112). The verdict is `key_set_by_reference` only if each of the required types that the entity has is one
   * of them.
   */
  readonly keySetUrls: readonly KeySetUrl[]
  /**
   * Names (`type.name`) of the lists and JWK sets that the entity has filled, and that are empty or absent in the
   * resolved metadata (D-389). Has no effect on `verdict`.
   */
  readonly emptied: readonly string[]
}

/** Options of the resolution, and the required trust marks. */
export interface ExplainOptions extends ResolveOptions {
  /** Trust mark types. The entity needs a valid mark of one of them. Defaults to no requirement. */
  readonly requiredTrustMarks?: readonly string[]
}

/**
 * Resolves an entity without caches and explains the result. If `types` is not empty, the entity needs one of them.
 * Requests the status of each valid trust mark from its issuer. Does not verify the certificates of federation keys,
 * which some profiles require (`withCertifiedKeys`).
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { explainTrust } from 'fiducia/federation'
 * import { defaultAlgorithms as algorithms, generateSigner } from 'fiducia/jose'
 * import { createNodeCrypto, createSystemClock } from 'fiducia/node'
 *
 * const ctx = { crypto: createNodeCrypto(), fetch: async () => new Response('', { status: 404 }) }
 * const anchors = new Map([['https://ta.example', [(await generateSigner(ctx)).publicJwk]]])
 * const policy = { anchors, algorithms, urls: { loopbackHttp: false }, now: createSystemClock().now(), skew: 30 }
 * const { verdict, paths } = await explainTrust(ctx, 'https://rp.example', ['wallet_provider'], policy)
 * assert.equal(verdict, 'no_trust_chain')
 * assert.equal(paths[0]?.steps.at(-1)?.result, 'not_reached')
 * ```
 */
export async function explainTrust(
  ctx: ResolveContext,
  entityId: string,
  types: readonly EntityType[],
  options: ExplainOptions,
): Promise<TrustExplanation> {
  return explainResolvedChains(ctx, entityId, types, await resolveTrustChains(ctx, entityId, options), options)
}

/**
 * Explains the trust in an entity whose chains `resolveTrustChains` has resolved with the same options. If `types` is
 * not empty, the entity needs one of them. Requests the status of each valid trust mark from its issuer.
 */
export async function explainResolvedChains(
  ctx: ResolveContext,
  entityId: string,
  types: readonly EntityType[],
  { chains, rejected }: ResolvedTrustChains,
  { requiredTrustMarks: demanded = [], ...options }: ExplainOptions,
): Promise<TrustExplanation> {
  const [selected] = chains
  const entityTypes = Object.keys(selected?.metadata ?? {})
  const trustMarks = selected ? await explainTrustMarks(ctx, selected, demanded, options) : []
  const hasType = types.length === 0 || types.some((type) => entityTypes.includes(type))
  const presentTypes = types.filter((type) => entityTypes.includes(type))
  const isRefused = selected !== undefined && findRefusedKeySet(selected.metadata, presentTypes) !== undefined // FED-131
  const hasMark =
    demanded.length === 0 || trustMarks.some((mark) => mark.result === 'holds' && demanded.includes(mark.trustMarkType))
  const uncertified = selected && hasCertifyingAnchor(selected) ? findUncertifiedKey(selected) : undefined
  const faults = [
    selected === undefined && 'no_trust_chain',
    !hasType && 'entity_type_missing',
    isRefused && 'key_set_by_reference',
    !hasMark && 'trust_mark_missing',
  ] as const
  return {
    entityId,
    verdict: faults.find((fault) => fault !== false) ?? 'trusted',
    paths: [
      ...chains.map((chain) => ({
        path: chain.path,
        steps: explainSteps(),
        ...(selected &&
          chain !== selected && { differsIn: findMetadataDifferences(selected.metadata, chain.metadata) }),
      })),
      ...rejected.map((rejectedPath) => ({ path: rejectedPath.path, steps: explainSteps(rejectedPath) })),
    ],
    entityTypes,
    missingTypes: selected && !hasType ? types.map((type) => explainMissingType(type, selected, options)) : [],
    trustMarks,
    ...(selected && { expiresAt: selected.expiresAt }),
    ...(uncertified && { uncertified }),
    keySetUrls: selected ? findKeySetUrls(selected.metadata) : [],
    emptied: selected ? emptiedLists(ownMetadata(selected, options), selected.metadata) : [],
  }
}

/** Returns the metadata that the subject of a chain publishes. */
function ownMetadata({ statements: [configuration = ''] }: Verified<TrustChain>, options: ResolveOptions): Metadata {
  const statement = parseEntityStatement(configuration, options, 'statement[0]')
  return failed(statement) ? {} : statement.metadata
}

/**
 * Explains a missing entity type. Only constraints can remove a type, not policies or the metadata of superiors (OpenID
 * Federation 1.0 §6.2.3).
 */
function explainMissingType(
  entityType: EntityType,
  { path, statements }: Verified<TrustChain>,
  options: ResolveOptions,
): MissingType {
  const [subject, ...superiors] = path.flatMap((_, index) => {
    const statement = parseEntityStatement(statements[index] ?? '', options, `statement[${index}]`)
    return failed(statement) ? [] : [statement]
  })
  const allows = ({ constraints = {} }: EntityStatement) =>
    Object.hasOwn(removeForbiddenTypes(constraints, { [entityType]: {} }), entityType)
  return {
    entityType,
    published: Object.hasOwn(subject?.metadata ?? {}, entityType),
    removedBy: superiors.filter((statement) => !allows(statement)).map(({ iss }) => iss),
  }
}

function explainSteps({ failure, statements = [] }: Partial<RejectedPath> = {}): readonly ExplainedStep[] {
  const statement = failure && statementAt(statements, failure.at)
  const failingIndex = failure ? trustSteps.indexOf(trustStepOf[failure.code]) : trustSteps.length
  return trustSteps.map((step, index) => {
    if (index < failingIndex) return { step, result: 'holds' }
    if (index > failingIndex || failure === undefined) return { step, result: 'not_reached' }
    const explained = failure.code !== 'time_invalid' && step === 'times' && statement && explainStatement(statement)
    const { code, at, evidence } = failure
    const shown = evidence && shownEvidence(evidence)
    return { step, result: 'fails', code, at, ...shown, ...(explained && { statement: explained }) }
  })
}

/** Describes a statement. Returns `undefined` if its times are not numbers. */
function explainStatement(statement: EntityStatement): ExplainedStatement | undefined {
  const { iat, exp } = statement.jws.payload
  if (!isNumericDate(iat) || !isNumericDate(exp)) return undefined
  return { issuer: statement.iss, subject: statement.sub, issuedAt: iat, expiresAt: exp }
}
