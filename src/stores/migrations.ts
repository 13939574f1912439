/**
 * A list of statements brings a store's tables to their current form, in either dialect. The statements run in order,
 * each once, and the store records how many ran. Do not change a released statement, except to remove a function that a
 * later statement replaces. A new and an old database must end with the same tables, and with the same functions of
 * this version. An old database may keep functions of earlier versions.
 */

/** Migrations in order. Each migration brings a store's tables to the next version. Never remove or reorder one. */
export type Migrations = readonly string[]

/**
 * The database cannot be used, or its tables are not those of this version. The message is one sentence for operators.
 */
export class DatabaseFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'DatabaseFault'
  }
}

/** State of one list of migrations. */
export interface MigrationState {
  readonly store: string
  /** Number of applied migrations. */
  readonly version: number
  /** Number of migrations to apply. Negative if a newer program has migrated the tables. */
  readonly pending: number
}

/** Throws `DatabaseFault` if a newer program has migrated the tables, because this program does not support them. */
export function refuseNewer(states: readonly MigrationState[], place: string): void {
  const newer = states.find(({ pending }) => pending < 0)
  if (newer === undefined) return
  const { store, version } = newer
  throw new DatabaseFault(
    `The ${store} tables of ${place} are at version ${version}, written by a newer version of the program: install that one.`,
  )
}
