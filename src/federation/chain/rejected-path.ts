/** Rejected paths from a subject to an anchor (FED-27). */
import type { Failure, FetchCode } from '../../base/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import type { SubordinateStatementCode } from '../statement/subordinate-statement.ts'
import type { TrustChainCode } from './trust-chain.ts'

/** Reasons to reject a path to an anchor. */
export type ResolveCode =
  | TrustChainCode
  | SubordinateStatementCode
  | FetchCode
  | 'superior_loops'
  | 'limit_reached'
  | 'no_superior'
  | 'fetch_endpoint_missing'

/** A rejected path. `explainTrust` returns all of them. */
export interface RejectedPath {
  /**
   * Entity identifiers from the subject to the failure. One path represents all hints that a limit excludes, and one
   * represents all that lead back.
   */
  readonly path: readonly string[]
  readonly failure: Failure<ResolveCode>
  /** Statements that were fetched on the path, subject first. Not verified. Absent if there are none. */
  readonly statements?: readonly EntityStatement[]
}

/** Returns the statement of a place such as `statement[1].payload.exp`. */
export const statementAt = (statements: readonly EntityStatement[], at: string): EntityStatement | undefined =>
  statements[Number(/^statement\[(\d+)\]/.exec(at)?.[1])]

/** Returns the most informative path that failed for lack of an answer. The entity is then not refuted. */
export const silentOf = (rejected: readonly RejectedPath[]): RejectedPath | undefined =>
  rejected.find(({ failure }) => failure.code === 'unreachable')
