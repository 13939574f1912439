/**
 * Claims of single-use values on the embedded database: rows of `used`, which a verb (store method) writes in its
 * transaction. The rows have no index. With an index of the random digests, each claim writes one more page to the log
 * and to the file. That takes a tenth of the processor time of a pushed request or a credential. A map in memory finds
 * the digests instead.
 */
import type { Claim, Lost } from '../../base/index.ts'
import { claimDigest, wholeSeconds } from '../stored-values.ts'
import type { Session } from './commit.ts'
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
  /** Forgets the claims that expire earlier than `before`. Does not delete their rows. */
  forgetExpired(before: number): void
  /** Must be called after a transaction failed. The next claim reads all rows again. */
  forgetAll(): void
}

/** Returns a digest as text, because a `Map` compares typed arrays by identity. */
const keyOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1')

/** Creates the used claims of one connection. Reads no row before the first claim. */
export function createUsedClaims(): UsedClaims {
  /** Times of expiry, by digest. */
  const used = new Map<string, number>()
  /** Keys that the current savepoint has added. */
  let added: string[] = []
  /** Number of the last row that was read or inserted. `used` contains the claims of all rows up to it. */
  let lastRow = 0

  const readRows = (session: Session, before: number): void => {
    const rows = session.prepare('SELECT digest, expires_at FROM used WHERE number > ? AND number < ?')
    for (const row of rows.iterate(lastRow, before)) used.set(keyOf(row.digest as Uint8Array), row.expires_at as number)
  }
  return {
    insert: (session, claim) => {
      const digest = claimDigest(claim)
      const key = keyOf(digest)
      if (used.has(key)) return false
      const expiresAt = wholeSeconds(claim.expiresAt)
      const insertion = session.prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?)')
      const { lastInsertRowid } = insertion.run(digest, expiresAt)
      const row = Number(lastInsertRowid)
      if (row > lastRow + 1) readRows(session, row)
      lastRow = row
      if (used.has(key)) return false
      used.set(key, expiresAt)
      added.push(key)
      return true
    },
    undoing: (run) => {
      const before = lastRow
      added = []
      try {
        return run()
      } catch (thrown) {
        for (const key of added) used.delete(key)
        lastRow = before
        throw thrown
      }
    },
    forgetExpired: (before) => {
      for (const [key, expiresAt] of used) if (expiresAt < before) used.delete(key)
    },
    forgetAll: () => {
      used.clear()
      lastRow = 0
    },
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
