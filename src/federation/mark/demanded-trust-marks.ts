/**
 * Trust marks that a service requires of an entity, by the entity type for which the entity is trusted (FED-07).
 * Distinguishes missing marks from marks that cannot be verified now, because an outage is not the holder's fault.
 */
import { type Failure, fail, type NumericDate, type Verified } from '../../base/index.ts'
import type { ResolveContext } from '../chain/resolve-options.ts'
import type { TrustChain } from '../chain/trust-chain.ts'
import type { EntityType, TrustedEntity } from '../trust-evaluator.ts'
import { type ResolveTrustMarkCode, type ResolveTrustMarksOptions, resolveTrustMarks } from './resolve-trust-marks.ts'

/** Required marks by entity type. An entity needs one of the listed marks for each requested type that it has. */
export type RequiredTrustMarks = { readonly [type in EntityType]?: readonly string[] }

interface HeldTrustMarks extends Pick<TrustedEntity, 'trustMarks' | 'unknownMarks'> {
  /**
   * Earliest time at which a valid mark expires or its status must be requested again. Infinite without valid marks.
   */
  readonly expiresAt: NumericDate
  /** True if the entity has a type for which no required mark has been verified. */
  readonly lacksAny: boolean
}

/** Failures because of an outage: an answer is missing. */
const outageCodes: ReadonlySet<ResolveTrustMarkCode> = new Set<ResolveTrustMarkCode>([
  'anchor_unavailable',
  'mark_issuer_unavailable',
  'mark_status_unreachable',
])

/**
 * Verifies the required marks of the chain's subject. `statusSeconds` is the time for which a status response is used.
 * Infinity requests no status. Does not fail for a missing mark: the result lists the valid ones.
 */
export async function verifyDemandedTrustMarks(
  ctx: ResolveContext,
  chain: Verified<TrustChain>,
  required: RequiredTrustMarks,
  {
    statusSeconds,
    ...options
  }: Omit<ResolveTrustMarksOptions, 'types' | 'askStatus'> & { readonly statusSeconds: number },
): Promise<HeldTrustMarks> {
  const types = Object.values(required).flat()
  const askStatus = Number.isFinite(statusSeconds)
  const { valid, rejected } = await resolveTrustMarks(ctx, chain, { ...options, types, askStatus })
  const trustMarks = [...new Set(valid.map(({ mark }) => mark.trust_mark_type))]
  const unmet = Object.entries(required).filter(
    ([type, marks]) => Object.hasOwn(chain.metadata, type) && !marks.some((mark) => trustMarks.includes(mark)),
  )
  const unverifiable = rejected
    .filter(({ failure }) => outageCodes.has(failure.code))
    .map(({ entry }) => entry.trust_mark_type)
  const unknownMarks = unmet.flatMap(([, marks]) => marks).filter((mark) => unverifiable.includes(mark))
  return {
    trustMarks,
    ...(unknownMarks.length > 0 && { unknownMarks }),
    expiresAt: Math.min(...valid.map(({ mark }) => Math.min(mark.expiresAt, options.now + statusSeconds))),
    lacksAny: unmet.length > 0,
  }
}

/**
 * Checks that the entity has a required mark for each of these types. Returns `trust_mark_missing` if a type lacks a
 * mark. Returns `trust_unavailable` instead if, for every such type, an outage prevented the verification of a required
 * mark.
 */
export function checkDemandedMarks(
  { entityId, trustMarks = [], unknownMarks = [] }: Pick<TrustedEntity, 'entityId' | 'trustMarks' | 'unknownMarks'>,
  types: readonly EntityType[],
  required: RequiredTrustMarks,
): undefined | Failure<'trust_mark_missing' | 'trust_unavailable'> {
  const unmet = types.flatMap((type) => {
    const marks = required[type]
    return marks === undefined || marks.some((mark) => trustMarks.includes(mark)) ? [] : [marks]
  })
  if (unmet.length === 0) return undefined
  const unknown = unmet.every((marks) => marks.some((mark) => unknownMarks.includes(mark)))
  const found = `${trustMarks.join(', ') || 'none of these'} at ${entityId}`
  const evidence = { expected: unmet[0], found, isShownAnywhere: true } as const
  return fail(unknown ? 'trust_unavailable' : 'trust_mark_missing', 'trust_marks', evidence) // FED-07
}
