/** The common part of every driver, and the check of one row. */
import { test } from 'node:test'
import type { RecordingSink } from '../../support/decisions.ts'
import { assertRefusal, type ExpectedRefusal } from '../../support/wire-refusal.ts'

export interface SurfaceDriver {
  /** Name as registered: `wallet-provider/token`. */
  readonly surface: string
  readonly sink: RecordingSink
  /** Returns the answer on the wire for a failure code. */
  readonly answer: (code: string) => Pick<ExpectedRefusal, 'status' | 'error'>
  /** IDs of the surface's own requirements that replace the GEN ID of a row, by code: `{ typ_mismatch: 'WP-15' }`. */
  readonly owned?: Readonly<Record<string, string>>
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
  const { surface, sink, answer, owned } = driver
  const expected = { id: owned?.[code] ?? id, code, ...answer(code) }
  test(`${id} ${surface} refuses ${title}`, async () => {
    await assertRefusal(await send(), sink, expected)
  })
}
