/** Parts of SQL statements that PostgreSQL and SQLite both accept. */
import type { StatusPlace, UsedPlace } from '../status-list/index.ts'
import type { Row } from './stored-values.ts'

/** A parameter of a statement. `undefined` is NULL. */
export type StatementValue = string | number | null | undefined | Uint8Array

/**
 * Runs single statements whose parameters are written `$1`, `$2` and so on. Rejects as the database does, with
 * `Unavailable` for an outage.
 */
export interface Statements {
  /** Returns the rows of a query. */
  read(text: string, values: readonly StatementValue[]): Promise<readonly Row[]>
  /** Runs a statement in its own transaction. `count` is the number of rows that it wrote. */
  write(text: string, values: readonly StatementValue[]): Promise<{ readonly count: number }>
}

/**
 * Returns the condition that a row has one of these places in a status list. The condition is false if there are no
 * places. Its parameters start at `$1`, so it must be the first condition with parameters. Both dialects find the rows
 * by an index of the two columns.
 */
export const atPlaces = (
  places: readonly StatusPlace[],
): { readonly condition: string; readonly values: readonly number[] } => ({
  condition:
    places.length === 0
      ? 'false'
      : `(status_list, status_index) IN (VALUES ${places
          .map((_, at) => `(CAST($${2 * at + 1} AS bigint), CAST($${2 * at + 2} AS bigint))`)
          .join(', ')})`,
  values: places.flatMap(({ list, index }) => [list, index]),
})

/** Returns the place and its `until` from a row with `status_list`, `status_index` and `until`. */
export const usedPlaceOf = (row: Row): UsedPlace => ({
  list: row.status_list as number,
  index: row.status_index as number,
  until: row.until as number,
})

/** A condition with `?` for its parameter, and the value. `whereOf` skips the condition if the value is `undefined`. */
type Condition = readonly [text: string, value: StatementValue]

/**
 * Joins the conditions whose value is not `undefined`. Their parameters start at `$1`. `where` is `true` if there are
 * none.
 */
export function whereOf(conditions: readonly Condition[]): {
  readonly where: string
  readonly values: StatementValue[]
} {
  const applicable = conditions.filter(([, value]) => value !== undefined)
  const where = applicable.map(([text], index) => text.replace('?', () => `$${index + 1}`)).join(' AND ')
  return { where: where || 'true', values: applicable.map(([, value]) => value) }
}
