/**
 * Why an entity is trusted, or why not: every path that was tried, every rule on it in the order in which it is looked
 * at, and the first that failed. Data; rendering it in words is the caller's business.
 */
import {
  failed,
  isNumericDate,
  type NumericDate,
  type ShownEvidence,
  shownEvidence,
  type Verified,
} from '../base/index.ts'
import { removeForbiddenTypes } from './chain/constraints.ts'
import type { RejectedPath, ResolveCode } from './chain/rejected-path.ts'
import { type ResolveContext, type ResolveOptions, resolveTrustChains } from './chain/resolve-trust-chain.ts'
import type { TrustChain } from './chain/trust-chain.ts'
import { type TrustStep, trustStepOf, trustSteps } from './chain/trust-steps.ts'
import { type ResolveTrustMarkCode, resolveTrustMarks } from './mark/resolve-trust-marks.ts'
import { canonicalText } from './policy/json-sets.ts'
import { type EntityStatement, type Metadata, parseEntityStatement } from './statement/entity-statement.ts'
import type { EntityType } from './trust-evaluator.ts'

/** One rule of a path and how it came out; the first that fails leaves those behind it `not_reached`. */
export interface ExplainedStep extends ShownEvidence {
  readonly step: TrustStep
  readonly result: 'holds' | 'fails' | 'not_reached'
  readonly code?: ResolveCode
  readonly at?: string
  /** Of the step `times`, once an anchor was reached. */
  readonly statement?: ExplainedStatement
}

/** The statement in which it fails: who makes it about whom, from when and until when. */
export interface ExplainedStatement {
  readonly issuer: string
  readonly subject: string
  readonly issuedAt: NumericDate
  readonly expiresAt: NumericDate
}

/** One path from the subject to an anchor, as far as it was followed. */
export interface ExplainedPath {
  /** Entity identifiers, the subject first. */
  readonly path: readonly string[]
  readonly steps: readonly ExplainedStep[]
  /** Of a path that holds beside the one that is taken: members of the metadata, `type.name`, which would be others over it. */
  readonly differsIn?: readonly string[]
}

/** A trust mark that the entity shows, or that is demanded and that it does not show. */
export interface ExplainedTrustMark {
  readonly trustMarkType: string
  /** Whether the entity must hold this type or another one that is demanded. */
  readonly demanded: boolean
  readonly result: 'holds' | 'fails' | 'absent'
  readonly code?: ResolveTrustMarkCode
  readonly at?: string
}

/** A type in which the entity was to be trusted, and that its resolved metadata lacks. */
export interface MissingType {
  readonly entityType: string
  /** Whether the entity says that it plays it. */
  readonly published: boolean
  /** Whose constraints do not allow the type, nearest to the entity first. */
  readonly removedBy: readonly string[]
}

/** What is to be said on one entity, found out anew: nothing of it comes from a cache of verdicts. */
export interface TrustExplanation {
  readonly entityId: string
  readonly verdict: 'trusted' | 'entity_type_missing' | 'trust_mark_missing' | 'no_trust_chain'
  /** Valid ones first, led by the one that is taken (D-372). */
  readonly paths: readonly ExplainedPath[]
  /** The types that the resolved metadata has; empty without a valid chain. */
  readonly entityTypes: readonly string[]
  /** None as long as one of the types is played. */
  readonly missingTypes: readonly MissingType[]
  /** None without a valid chain. */
  readonly trustMarks: readonly ExplainedTrustMark[]
  readonly expiresAt?: NumericDate
}

/** What is demanded of the entity beside a path. */
export interface ExplainOptions extends ResolveOptions {
  /** Trust marks of which the entity must hold one; not said: none is demanded. */
  readonly requiredTrustMarks?: readonly string[]
}

/**
 * Resolves anew, past every cache, and tells all; of `types` the entity must play one, if there are any. Issuers of trust
 * marks are asked whether these still hold.
 */
export async function explainTrust(
  ctx: ResolveContext,
  entityId: string,
  types: readonly EntityType[],
  { requiredTrustMarks: demanded = [], ...options }: ExplainOptions,
): Promise<TrustExplanation> {
  const { chains, rejected } = await resolveTrustChains(ctx, entityId, options)
  const [shortest] = chains
  const entityTypes = Object.keys(shortest?.metadata ?? {})
  const trustMarks = shortest ? await explainTrustMarks(ctx, shortest, demanded, options) : []
  const plays = types.length === 0 || types.some((type) => entityTypes.includes(type))
  const marked =
    demanded.length === 0 || trustMarks.some((mark) => mark.result === 'holds' && demanded.includes(mark.trustMarkType))
  const faults = [
    shortest === undefined && 'no_trust_chain',
    !plays && 'entity_type_missing',
    !marked && 'trust_mark_missing',
  ] as const
  return {
    entityId,
    verdict: faults.find((fault) => fault !== false) ?? 'trusted',
    paths: [
      ...chains.map((chain) => ({
        path: chain.path,
        steps: explainSteps(),
        ...(shortest && chain !== shortest && { differsIn: differences(shortest.metadata, chain.metadata) }),
      })),
      ...rejected.map((one) => ({ path: one.path, steps: explainSteps(one) })),
    ],
    entityTypes,
    missingTypes: shortest && !plays ? types.map((type) => explainMissingType(type, shortest, options)) : [],
    trustMarks,
    ...(shortest && { expiresAt: shortest.expiresAt }),
  }
}

/** Members that are not the same in both, absent ones among them. */
function differences(taken: Metadata, other: Metadata): readonly string[] {
  const [ours, theirs] = [membersOf(taken), membersOf(other)]
  const names = new Set([...ours.keys(), ...theirs.keys()])
  return [...names].filter((name) => ours.get(name) !== theirs.get(name)).sort()
}

const membersOf = (metadata: Metadata): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(metadata).flatMap(([type, members]) =>
      Object.entries(members).map(([name, value]) => [`${type}.${name}`, canonicalText(value)] as const),
    ),
  )

/** No policy takes a type away and no superior's metadata does: only constraints do (OpenID Federation 1.0 §6.2.3). */
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

/** An issuer without a status endpoint cannot be asked: its marks hold by their signature. */
async function explainTrustMarks(
  ctx: ResolveContext,
  chain: Verified<TrustChain>,
  demanded: readonly string[],
  options: ResolveOptions,
): Promise<readonly ExplainedTrustMark[]> {
  const { valid, rejected } = await resolveTrustMarks(ctx, chain, { ...options, askStatus: true })
  const shown = [
    ...valid.map(({ entry }) => ({ trustMarkType: entry.trust_mark_type, result: 'holds' as const })),
    ...rejected.map(({ trustMarkType, failure: { code, at } }) =>
      code === 'mark_status_endpoint_missing'
        ? { trustMarkType, result: 'holds' as const }
        : { trustMarkType, result: 'fails' as const, code, at },
    ),
  ]
  const absent = demanded.filter((type) => shown.every(({ trustMarkType }) => trustMarkType !== type))
  return [...shown, ...absent.map((trustMarkType) => ({ trustMarkType, result: 'absent' as const }))].map((mark) => ({
    ...mark,
    demanded: demanded.includes(mark.trustMarkType),
  }))
}

function explainSteps({ failure, statement }: Partial<RejectedPath> = {}): readonly ExplainedStep[] {
  const failing = failure ? trustSteps.indexOf(trustStepOf[failure.code]) : trustSteps.length
  return trustSteps.map((step, index) => {
    if (index < failing) return { step, result: 'holds' }
    if (index > failing || failure === undefined) return { step, result: 'not_reached' }
    const about = step === 'times' && statement && explainStatement(statement)
    const { code, at, evidence } = failure
    const shown = evidence && shownEvidence(evidence)
    return { step, result: 'fails', code, at, ...shown, ...(about && { statement: about }) }
  })
}

/** Its times may be no numbers: then nothing is said of it. */
function explainStatement(statement: EntityStatement): ExplainedStatement | undefined {
  const { iat, exp } = statement.jws.payload
  if (!isNumericDate(iat) || !isNumericDate(exp)) return undefined
  return { issuer: statement.iss, subject: statement.sub, issuedAt: iat, expiresAt: exp }
}
