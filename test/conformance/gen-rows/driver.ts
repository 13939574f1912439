/**
 * What every driver says of its surface, and how one row is judged.
 */
import { test } from 'node:test'
import type { RecordingSink } from '../../support/decisions.ts'
import { assertRefusal, type ExpectedRefusal } from '../../support/wire-refusal.ts'

/** How a surface differs from the common rule in one row. */
type Expectation = Partial<ExpectedRefusal>

export interface SurfaceDriver {
  /** As registered: `wallet-provider/token`. */
  readonly surface: string
  readonly sink: RecordingSink
  /** The wire's answer to a failure code. */
  readonly answer: (code: string) => Pick<ExpectedRefusal, 'status' | 'error'>
  /** Codes for which requirements of the surface's own stand in the place of a GEN row: `{ typ_mismatch: 'WP-15' }`. */
  readonly owned?: Readonly<Record<string, string>>
  /**
   * Rows by title that end differently here, or (`undefined`) cannot be made here: for those the reason stands in
   * `except` of the registry, or another row of the same requirement remains.
   */
  readonly differing?: Readonly<Record<string, Expectation | undefined>>
  /** The status of a request in which nothing is broken. */
  readonly accepted: number
}

/** One row: what is sent must be refused by this rule. */
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
