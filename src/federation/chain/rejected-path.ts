/**
 * Why a path from a subject to an anchor was not taken (FED-27).
 */
import type { Failure, FetchCode } from '../../base/index.ts'
import type { EntityStatement } from '../statement/entity-statement.ts'
import type { SubordinateStatementCode } from '../statement/subordinate-statement.ts'
import type { TrustChainCode } from './trust-chain.ts'

/** Why a path to an anchor was not followed to its end, or does not hold. */
export type ResolveCode =
  | TrustChainCode
  | SubordinateStatementCode
  | FetchCode
  | 'superior_loops'
  | 'limit_reached'
  | 'no_superior'
  | 'fetch_endpoint_missing'

/** A path that was not taken. Never dropped: `explainTrust` tells all of them. */
export interface RejectedPath {
  /**
   * Entity identifiers from the subject up to where it failed. Of the hints of an entity that a limit leaves out, and of
   * those that lead back, the first stands for all.
   */
  readonly path: readonly string[]
  readonly failure: Failure<ResolveCode>
  /** That of the statements on the path in which the failure stands, once an anchor was reached. Not verified. */
  readonly statement?: EntityStatement
}

/** The one that a place such as `statement[1].payload.exp` lies in. */
export const statementAt = (statements: readonly EntityStatement[], at: string): EntityStatement | undefined =>
  statements[Number(/^statement\[(\d+)\]/.exec(at)?.[1])]

/** Of the ways on which somebody did not answer the most telling, if there is one: then nothing is said against the entity. */
export const silentOf = (rejected: readonly RejectedPath[]): RejectedPath | undefined =>
  rejected.find(({ failure }) => failure.code === 'unreachable')
