/**
 * The audit log's common part: an administrator's act. Each store keeps its log beside the records that the act changes, in
 * the same statement, so that no change lacks its entry.
 */
import type { NumericDate } from '../base/index.ts'

/** An administrator's act: who changes something, when, and why. */
export interface Act {
  readonly at: NumericDate
  /**
   * Name of the administrator, or of the role when it acts by itself. For the console, its name and that of the operator:
   * `console/ada` (D-614).
   */
  readonly actor: string
  readonly reason?: string
}

/** Returns the actor of an act by the console for an operator. An operator's name has no slash. */
export const actorFor = (administrator: string, operator: string): string => `${administrator}/${operator}`
