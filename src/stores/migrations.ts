/**
 * How a store's tables come to their present form, in every dialect alike: a list of statements, applied in order, each
 * once, and recorded. Each statement of a list has run somewhere. A list therefore only grows, and every version of it leaves behind the same
 * tables and verbs: a function that a later statement replaces may be left out of the earlier one.
 */

/** Statements that bring a store's tables to the next version. Append only. */
export type Migrations = readonly string[]

/** One sentence for whoever runs the program: the database cannot be used, or its tables are not those of this version. */
export class DatabaseFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'DatabaseFault'
  }
}

/** How far a list of migrations was applied. */
export interface MigrationState {
  readonly store: string
  /** Number of the last one that was applied; 0 for none. */
  readonly version: number
  /** How many are to be applied; less than none when a newer program was here. */
  readonly pending: number
}

/** Throws `DatabaseFault` when a newer program was here, whose tables nobody can judge. */
export function refuseNewer(states: readonly MigrationState[], place: string): void {
  const newer = states.find(({ pending }) => pending < 0)
  if (newer === undefined) return
  const { store, version } = newer
  throw new DatabaseFault(
    `The ${store} tables of ${place} are at version ${version}, written by a newer version of the program: install that one.`,
  )
}
