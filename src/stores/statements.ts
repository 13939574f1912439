/** Single statements that both dialects understand, and the verbs that are such a statement in both. */
import type { Row } from './stored-values.ts'

/** A parameter of a statement. `undefined` is NULL. */
export type StatementValue = string | number | null | undefined | Uint8Array

/** Runs single statements whose parameters are written `$1`, `$2` and so on. Rejects with `Unavailable` as the database does. */
export interface Statements {
  /** Returns the rows of a query. */
  read(text: string, values: readonly StatementValue[]): Promise<readonly Row[]>
  /** Runs a statement in a transaction of its own. `count` is the number of rows that it wrote. */
  write(text: string, values: readonly StatementValue[]): Promise<{ readonly count: number }>
}

/** A condition with `?` for its parameter, and the value. A condition without a value does not apply. */
type Condition = readonly [text: string, value: StatementValue]

/** Joins the conditions that apply. Their parameters are counted from `$1`. Leaves the others out, so that indexes are used. */
export function whereOf(conditions: readonly Condition[]): {
  readonly where: string
  readonly values: StatementValue[]
} {
  const given = conditions.filter(([, value]) => value !== undefined)
  const where = given.map(([text], index) => text.replace('?', () => `$${index + 1}`)).join(' AND ')
  return { where: where || 'true', values: given.map(([, value]) => value) }
}
