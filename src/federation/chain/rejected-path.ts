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
  | 'not_a_configuration'
  | 'superior_loops'
  | 'limit_reached'
  | 'no_superior'
  | 'fetch_endpoint_missing'

/** A rejected path from the subject towards an anchor. */
export interface RejectedPath {
  /**
   * Entity identifiers from the subject to the failure. Of the authority hints of one entity beyond the limits of hints
   * and steps, only the first has a rejected path. After a hint that reaches another limit, further hints of the same
   * origin have none. Of the hints that lead back to an entity on the path, only the first has one.
   */
  readonly path: readonly string[]
  readonly failure: Failure<ResolveCode>
  /** Statements that were fetched on the path, subject first. Not verified. Absent if there are none. */
  readonly statements?: readonly EntityStatement[]
}

/** Failures of a path that prove nothing about the entity: no answer, or a restriction of this service. */
const inconclusive: ReadonlySet<string> = new Set<ResolveCode>([
  'unreachable',
  'url_forbidden',
  'address_forbidden',
  'answer_too_large',
  'chain_too_long',
  'limit_reached',
])

/** Returns true if the failure proves that the path is invalid. */
export const isConclusive = ({ failure }: RejectedPath): boolean => !inconclusive.has(failure.code)

/** Returns the statement that a place such as `statement[1].payload.exp` names, or `undefined` if it names none. */
export const statementAt = (statements: readonly EntityStatement[], at: string): EntityStatement | undefined =>
  statements[Number(/^statement\[(\d+)\]/.exec(at)?.[1])]

/**
 * Returns the first path that failed because a party did not answer, or `undefined`. If there is one, the entity may
 * still be trustworthy: the result is unknown, not negative.
 */
export const findUnreachablePath = (rejected: readonly RejectedPath[]): RejectedPath | undefined =>
  rejected.find(({ failure }) => failure.code === 'unreachable')
