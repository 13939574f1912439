/** Reads long lists of the store in pages, between which other requests run. */
import type { Page } from '../stores.ts'

const pageSize = 1000

/** Reads all pages of a list. Returns the results of `keep`, so that whole records do not stay in memory. */
export async function readPages<T, K>(
  read: (page: Page<T>) => Promise<readonly T[]>,
  keep: (record: T) => readonly K[],
): Promise<readonly K[]> {
  const kept: K[] = []
  let after: T | undefined
  do {
    const page = await read({ after, limit: pageSize })
    kept.push(...page.flatMap(keep))
    after = page.length < pageSize ? undefined : page.at(-1)
  } while (after !== undefined)
  return kept
}
