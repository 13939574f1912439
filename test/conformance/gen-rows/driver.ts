/** The common part of every driver, and the check of one row. */
import { test } from 'node:test'
import type { RecordingSink } from '../../support/decisions.ts'
import { assertRefusal, type ExpectedRefusal } from '../../support/wire-refusal.ts'

/** Deviation of a surface from the common rule in one row. */
type Expectation = Partial<ExpectedRefusal>

export interface SurfaceDriver {
  /** Name as registered: `wallet-provider/token`. */
  readonly surface: string
  readonly sink: RecordingSink
  /** Returns the answer on the wire for a failure code. */
  readonly answer: (code: string) => Pick<ExpectedRefusal, 'status' | 'error'>
  /** IDs of the surface's own requirements that replace the GEN ID of a row, by code: `{ typ_mismatch: 'WP-15' }`. */
  readonly owned?: Readonly<Record<string, string>>
  /**
   * Rows with another result at this surface, by title; `undefined` skips a row that cannot be sent to it. The registry
   * then has the reason in `except`, or another row of the same requirement remains.
   */
  readonly differing?: Readonly<Record<string, Expectation | undefined>>
  /** Status of a request without a fault. */
  readonly accepted: number
}

/** Defines the test of one row: the request must be refused by this rule. */
export function refusalRow(
  driver: SurfaceDriver,
  id: string,
  title: string,
  code: string,
  send: () => Promise<Response>,
): void {
  const { surface, sink, differing = {} } = driver
  const own = differing[title]
  if (Object.hasOwn(differing, title) && own === undefined) return
  const actual = own?.code ?? code
  const expected = { id: driver.owned?.[actual] ?? id, code: actual, ...driver.answer(actual), ...own }
  test(`${id} ${surface} refuses ${title}`, async () => {
    await assertRefusal(await send(), sink, expected)
  })
}
