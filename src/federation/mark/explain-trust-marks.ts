/** Explains the trust marks of an entity: which are valid, and which required ones are missing. */
import type { Verified } from '../../base/index.ts'
import type { ResolveContext, ResolveOptions } from '../chain/resolve-options.ts'
import type { TrustChain } from '../chain/trust-chain.ts'
import { type ResolveTrustMarkCode, resolveTrustMarks } from './resolve-trust-marks.ts'
import type { TrustMarkEntry } from './trust-marks-claim.ts'

/** A trust mark that the entity has, or that is required and missing. */
export interface ExplainedTrustMark {
  readonly trustMarkType: string
  /** Position of the mark in the chain's `trustMarks`, from 0. Absent for a missing mark. */
  readonly index?: number
  /** True if the type is one of the required types. A valid mark of one of these is enough. */
  readonly demanded: boolean
  readonly result: 'holds' | 'fails' | 'absent'
  readonly code?: ResolveTrustMarkCode
  readonly at?: string
}

/** Explains the trust marks. A mark whose issuer has no status endpoint counts as valid. */
export async function explainTrustMarks(
  ctx: ResolveContext,
  chain: Verified<TrustChain>,
  demanded: readonly string[],
  options: ResolveOptions,
): Promise<readonly ExplainedTrustMark[]> {
  const { valid, rejected } = await resolveTrustMarks(ctx, chain, { ...options, askStatus: true })
  const placeOf = (entry: TrustMarkEntry) => ({
    trustMarkType: entry.trust_mark_type,
    index: chain.trustMarks.indexOf(entry),
  })
  const shown = [
    ...valid.map(({ entry }) => ({ ...placeOf(entry), result: 'holds' as const })),
    ...rejected.map(({ entry, failure: { code, at } }) =>
      code === 'mark_status_endpoint_missing'
        ? { ...placeOf(entry), result: 'holds' as const }
        : { ...placeOf(entry), result: 'fails' as const, code, at },
    ),
  ]
  const absent = demanded.filter((type) => shown.every(({ trustMarkType }) => trustMarkType !== type))
  return [...shown, ...absent.map((trustMarkType) => ({ trustMarkType, result: 'absent' as const }))].map((mark) => ({
    ...mark,
    demanded: demanded.includes(mark.trustMarkType),
  }))
}
