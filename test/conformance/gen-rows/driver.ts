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
  /** Requirements of the surface's own in place of a GEN row, by code: `{ typ_mismatch: 'WP-15' }`. */
  readonly owned?: Readonly<Record<string, string>>
  /**
   * Rows by title with another result here, or `undefined` if they cannot be made here: the reason is then in `except`
   * of the registry, or another row of the same requirement remains.
   */
  readonly differing?: Readonly<Record<string, Expectation | undefined>>
  /** Status of a request without a fault. */
  readonly accepted: number
}

/** Defines one row: this rule must refuse the request. */
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
