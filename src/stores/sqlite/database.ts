/** The embedded store: one SQLite file for each role. */
import type { StatementSync } from 'node:sqlite'
import { type Claim, type Lost, Unavailable } from '../../base/index.ts'
import type { Migrations } from '../migrations.ts'
import type { Statements, StatementValue } from '../statements.ts'
import { wholeNumber } from '../stored-values.ts'
import { createCheckpoints } from './checkpoints.ts'
import { claimAll, createUsedClaims, type Undone } from './claims.ts'
import type { Session } from './commit.ts'
import { asUnavailable, isDamage, isOutage } from './failures.ts'
import { type ExpiringRows, forgetArrived, forgetRows } from './forget.ts'
import { openFile, type SqliteOptions } from './open-file.ts'
import { createWriteQueue, type Health, type Write } from './write-queue.ts'

/** One file. Each verb (store method) is a synchronous function of the session. */
export interface SqliteDatabase {
  /**
   * Runs a verb in the transaction of the next batch of writes. Rejects with the error of the verb, or with
   * `Unavailable` if nothing commits.
   */
  readonly write: Write
  /**
   * Claims all values (marks them as used), then runs the effect: all or nothing. Resolves to the first lost claim, or
   * to the result of the effect. If the effect returns `Undone`, undoes claims and writes, and resolves to the outcome
   * of the `Undone`.
   */
  claim<T, N extends string, U = never>(
    claims: readonly Claim<N>[],
    effect: (session: Session) => T | Undone<U>,
  ): Promise<T | U | Lost<N>>
  /** Runs single statements that SQLite and PostgreSQL share. */
  readonly statements: Statements
  /** Reads committed data. Rejects with the error of the verb, or with `Unavailable` if the file cannot be read. */
  read<T>(verb: (session: Session) => T): Promise<T>
  /**
   * Resolves if no commit has failed since this method last resolved. Otherwise tries a commit itself, because a
   * service that reports a failure may get no requests that write. Rejects if that fails too. Always rejects once
   * SQLite has found the file damaged.
   */
  requireCommits(): Promise<void>
  /** Returns a number that changes when another process or connection writes to the file. */
  foreignWrites(): number
  /**
   * Deletes or changes rows whose time is earlier than `before`, in small steps between which other writes run. Begins
   * no further step after `end` aborts.
   */
  forget(rows: ExpiringRows, before: number, end?: AbortSignal): Promise<void>
  /**
   * Deletes expired claims, then truncates the write-ahead log, which may contain deleted rows. Begins no further step
   * after `end` aborts.
   */
  prune(now: number, end?: AbortSignal): Promise<void>
  /**
   * Commits the queue and closes the file. Does nothing the second time. Later reads and writes reject with
   * `Unavailable`.
   */
  close(): Promise<void>
}

/**
 * Opens a database. Creates its file if it does not exist. `:memory:` has no file. Throws `DatabaseFault` if the file
 * cannot be used.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createSqliteRelyingPartyStores, openSqlite, relyingPartyMigrations } from 'fiducia/stores'
 *
 * const database = openSqlite(':memory:', relyingPartyMigrations)
 * const { presentationAudit } = createSqliteRelyingPartyStores(database)
 * assert.deepEqual(await presentationAudit.list({ application: 'portal', since: 0, limit: 10 }), [])
 * database.close()
 * ```
 */
export function openSqlite(
  path: string,
  migrations: Migrations,
  { busyMilliseconds = 5000, ...options }: SqliteOptions = {},
): SqliteDatabase {
  const database = openFile(path, migrations, { ...options, busyMilliseconds })
  const statements = new Map<string, StatementSync>()
  const session: Session = {
    prepare: (sql) => {
      const cached = statements.get(sql)
      if (cached) return cached
      const statement = database.prepare(sql.replaceAll(/\$(\d)/g, '?$1'))
      statements.set(sql, statement)
      return statement
    },
  }
  const checkpoints = createCheckpoints(session, path)
  const health: Health = {}
  const used = createUsedClaims()
  const parts = { database, session, checkpoints, health, busyMilliseconds, transactionEnded: used.transactionEnded }
  const { write, requireCommits, end } = createWriteQueue(parts)
  const read: SqliteDatabase['read'] = async (verb) => {
    try {
      return verb(session)
    } catch (thrown) {
      if (!database.isOpen) throw new Unavailable('the store is closed', 5, { cause: thrown })
      if (!isOutage(thrown)) throw thrown
      const trouble = asUnavailable('read', thrown)
      if (isDamage(thrown)) health.damage ??= trouble
      throw trouble
    }
  }
  return {
    write,
    read,
    statements: {
      read: (text, values) => read((by) => by.prepare(text).all(...values.map(encodeValue))),
      write: (text, values) =>
        write((by) => ({ count: Number(by.prepare(text).run(...values.map(encodeValue)).changes) })),
    },
    forget: (rows, before, end) => forgetRows(write, rows, before, end),
    claim: (claims, effect) => claimAll(write, used, claims, effect),
    requireCommits,
    foreignWrites: () => session.prepare('PRAGMA data_version').get()?.data_version as number,
    prune: async (now, end) => {
      await forgetArrived(write, 'used', now, end)
      if (end?.aborted) return
      used.forgetExpired(now)
      await checkpoints.empty()
    },
    close: async () => {
      if (!end()) return
      await checkpoints.currentRun()
      database.close()
    },
  }
}

/** Rounds a time or a count up to a whole number, because times from outside may have fractions. */
const encodeValue = (value: StatementValue) => (typeof value === 'number' ? wholeNumber(value) : (value ?? null))
