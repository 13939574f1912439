/**
 * The part that all audit log entries have in common. Each store writes the entry in the same transaction as the
 * records that the act changes, so that no change lacks its entry.
 */
import type { NumericDate } from '../base/index.ts'

/** An act that changes something: its actor, time and reason. */
export interface Act {
  readonly at: NumericDate
  /**
   * Name of the administrator. For the console: its name, a slash and the operator's name, as in `console/ada` (D-614).
   * An automatic act has the role or the occasion as its actor, such as `pid-provider` or `renewal`. For keys that a
   * member announced, the actor is the member's entity identifier.
   */
  readonly actor: string
  readonly reason?: string
}

/** Returns the `actor` when the console acts for an operator. An operator's name never contains a slash. */
export const actorFor = (administrator: string, operator: string): string => `${administrator}/${operator}`
