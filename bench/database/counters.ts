/** Counters of a PostgreSQL server that nothing else uses. */
import type pg from 'pg'
import { withoutWaiting } from '../../src/stores/postgres/schema.ts'
import { sentDuring } from '../../test/support/sent-statements.ts'

/** Commits and log of some work. */
export interface Writes {
  /** Number of commits that wait for the disk. Includes transactions that were undone. */
  readonly commits: number
  /** Number of commits that do not wait. */
  readonly otherCommits: number
  /** Bytes of write-ahead log. */
  readonly walBytes: number
}

/** `xmax` is the next transaction number. Only a transaction that writes gets a number. */
const counters = `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS transactions,
  (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS bytes`

/** Runs the work. Returns what it wrote. */
export async function writesDuring(client: pg.Client, work: () => Promise<unknown>): Promise<Writes> {
  const read = async () => {
    const [row] = (await client.query(counters)).rows
    return { transactions: Number(row.transactions), bytes: Number(row.bytes) }
  }
  const before = await read()
  const sent = await sentDuring(work)
  const after = await read()
  const otherCommits = sent.filter((one) => textOf(one).includes(withoutWaiting)).length
  const commits = after.transactions - before.transactions - otherCommits
  return { commits, otherCommits, walBytes: after.bytes - before.bytes }
}

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : (statement as { readonly text: string }).text
