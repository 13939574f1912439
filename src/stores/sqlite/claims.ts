/**
 * Claims of single-use values on the embedded database: rows of `used`, which a verb (store method) writes in its
 * transaction. The rows have no index. With an index of the random digests, each claim writes one more page to the log
 * and to the file. That takes a tenth of the processor time of a pushed request or a credential. A table in memory
 * (`DigestTable`) finds the digests instead.
 */
import type { Claim, Lost } from '../../base/index.ts'
import { claimDigest, wholeSeconds } from '../stored-values.ts'
import type { Session } from './commit.ts'
import { createDigestTable } from './digest-table.ts'
import type { Write } from './write-queue.ts'

/** Result of an effect whose writes and claims must be undone. Contains the outcome for the caller. */
export class Undone<U> {
  readonly outcome: U
  constructor(outcome: U) {
    this.outcome = outcome
  }
}

/**
 * Migration of every store: orders the claims by their insertion, without an index on their digests. A row number is
 * never assigned again (`AUTOINCREMENT`), because `UsedClaims` finds the rows of other processes by their numbers.
 */
export const claimsInOrderOfArrival = `
  CREATE TABLE moved (
    number INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL, expires_at INTEGER NOT NULL
  ) STRICT;
  INSERT INTO moved (digest, expires_at) SELECT digest, expires_at FROM used;
  DROP TABLE used;
  ALTER TABLE moved RENAME TO used`

/**
 * The used claims of a file, as one connection knows them. If other processes have committed claims, the number of a
 * new row is not the next number. Their rows are then read in the same transaction, which holds the write lock.
 */
interface UsedClaims {
  /** Inserts the claim. Returns false if it was used before. The caller must undo its savepoint in that case. */
  insert(session: Session, claim: Claim): boolean
  /**
   * Runs the function of a savepoint. If the function throws, forgets the claims that it inserted, and throws the same
   * error.
   */
  undoing<T>(run: () => T): T
  /** Must be called after each transaction. Forgets the claims of a transaction that has not committed. */
  transactionEnded(hasCommitted: boolean): void
  /** Forgets the claims that expire earlier than `before`. Does not delete their rows. */
  forgetExpired(before: number): void
}

const rowsPerRead = 1000

/** Creates the used claims of one connection. Reads no row before the first claim. */
export function createUsedClaims(): UsedClaims {
  const used = createDigestTable()
  /** Number of the last row that was read or inserted. `used` contains the claims of all rows up to it. */
  let lastRow = 0
  /** Rows that the current transaction has inserted. */
  let inserted: { readonly row: number; readonly digest: Uint8Array }[] = []

  /** Reads the rows of other processes, up to the number `before`. */
  const readRows = (session: Session, before: number): void => {
    const rows = session.prepare(
      `SELECT number, digest, expires_at FROM used WHERE number > ? AND number < ? ORDER BY number LIMIT ${rowsPerRead}`,
    )
    rows.setReturnArrays(true)
    for (let count = rowsPerRead; count === rowsPerRead; ) {
      const read = rows.all(lastRow, before) as unknown as [number: number, digest: Uint8Array, expiresAt: number][]
      for (const [row, digest, expiresAt] of read) {
        if (!used.has(digest)) used.add(digest, expiresAt)
        lastRow = row
      }
      count = read.length
    }
  }
  /** Forgets the claims that were inserted after the first `count` of this transaction. */
  const undoTo = (count: number): void => {
    const [first] = inserted.slice(count)
    if (first === undefined) return
    for (const { digest } of inserted.splice(count)) used.delete(digest)
    lastRow = first.row - 1
  }
  return {
    insert: (session, claim) => {
      const digest = claimDigest(claim)
      if (used.has(digest)) return false
      const expiresAt = wholeSeconds(claim.expiresAt)
      const insertion = session.prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?)')
      const row = Number(insertion.run(digest, expiresAt).lastInsertRowid)
      if (row > lastRow + 1) {
        readRows(session, row)
        if (used.has(digest)) return false
      }
      lastRow = row
      used.add(digest, expiresAt)
      inserted.push({ row, digest })
      return true
    },
    undoing: (run) => {
      const count = inserted.length
      try {
        return run()
      } catch (thrown) {
        undoTo(count)
        throw thrown
      }
    },
    transactionEnded: (hasCommitted) => {
      if (hasCommitted) inserted = []
      else undoTo(0)
    },
    forgetExpired: used.deleteExpired,
  }
}

/**
 * Claims all values, then runs the effect. Resolves to the first lost claim, to the outcome of the effect's `Undone`,
 * or to the result of the effect. A lost claim and an `Undone` are thrown inside the verb's savepoint, which undoes all
 * claims and writes.
 */
export function claimAll<T, N extends string, U>(
  write: Write,
  used: UsedClaims,
  claims: readonly Claim<N>[],
  effect: (session: Session) => T | Undone<U>,
): Promise<T | U | Lost<N>> {
  return write(
    (session): T =>
      used.undoing(() => {
        for (const claim of claims) {
          if (!used.insert(session, claim)) throw new Undone<Lost<N>>({ lost: claim.name })
        }
        const value = effect(session)
        if (value instanceof Undone) throw value
        return value
      }),
  ).catch((thrown: unknown) => {
    if (thrown instanceof Undone) return thrown.outcome as U | Lost<N>
    throw thrown
  })
}
