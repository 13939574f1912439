/**
 * The embedded store: one SQLite file per role, one writing process. Writes of one turn of the event loop
 * share one durable transaction: each verb runs under a savepoint of its own, so that its failure undoes nothing of its
 * neighbours, and its promise settles after the commit. A verb is one synchronous function: no transaction spans an
 * `await`.
 */
import { hash } from 'node:crypto'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Claim, type Lost, Unavailable } from '../../base/index.ts'

/** Prepared statements by their text: what a verb works with. */
export interface Session {
  prepare(sql: string): StatementSync
}

export interface SqliteDatabase {
  /** Runs a verb in this turn's transaction. Rejects with what the verb throws, with `Unavailable` when nothing commits. */
  write<T>(verb: (session: Session) => T): Promise<T>
  /**
   * Claims everything, then runs the effect: all or nothing. Names the first claim that was lost. An effect that finds
   * that it may not happen returns `Undone`: claims and writes are taken back and its outcome is the answer.
   */
  claim<T, N extends string, U = never>(
    claims: readonly Claim<N>[],
    effect: (session: Session) => T | Undone<U>,
  ): Promise<T | U | Lost<N>>
  /** Reads what is committed. */
  read<T>(verb: (session: Session) => T): Promise<T>
  /** Forgets claims whose time is over. */
  prune(now: number): Promise<void>
  /** Commits what is queued and closes the file. */
  close(): Promise<void>
}

/** Statements that bring a store's tables to the next version. Append only. */
export type Migrations = readonly string[]

const ownMigrations: Migrations = [
  `CREATE TABLE used (digest BLOB PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX used_by_expiry ON used (expires_at);`,
]

/** How an effect answers that it may not happen. */
export class Undone<U> {
  readonly outcome: U
  constructor(outcome: U) {
    this.outcome = outcome
  }
}

interface Queued {
  readonly verb: (session: Session) => unknown
  readonly resolve: (value: never) => void
  readonly reject: (reason: unknown) => void
}

/** Opens (and creates) a database; `:memory:` keeps nothing. Throws when the file cannot be opened or is no database. */
export function openSqlite(
  path: string,
  migrations: Migrations,
  { busyMilliseconds = 5000 }: { readonly busyMilliseconds?: number } = {},
): SqliteDatabase {
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA busy_timeout=${busyMilliseconds}; PRAGMA journal_mode=WAL`)
  database.exec('PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
  try {
    migrate(database, [...ownMigrations, ...migrations])
  } catch (thrown) {
    database.close()
    throw thrown
  }
  const statements = new Map<string, StatementSync>()
  const session: Session = {
    prepare: (sql) => {
      const known = statements.get(sql)
      if (known) return known
      const statement = database.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
  }
  let queue: Queued[] = []
  let closed = false

  const flush = (): void => {
    const batch = queue
    queue = []
    if (batch.length > 0) commitBatch(database, session, batch)
  }
  const write = <T>(verb: (session: Session) => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      if (closed) return reject(new Unavailable('the store is closed'))
      if (queue.length === 0) setImmediate(flush)
      queue.push({ verb, resolve, reject })
    })

  return {
    write,
    claim: <T, N extends string, U>(claims: readonly Claim<N>[], effect: (session: Session) => T | Undone<U>) =>
      write((inside): T => {
        for (const claim of claims) {
          const { changes } = inside
            .prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
            .run(claimDigest(claim), wholeSeconds(claim.expiresAt))
          if (changes === 0) throw new Undone<Lost<N>>({ lost: claim.name })
        }
        const value = effect(inside)
        if (value instanceof Undone) throw value
        return value
      }).catch((thrown: unknown) => {
        if (thrown instanceof Undone) return thrown.outcome as U | Lost<N>
        throw thrown
      }),
    read: async (verb) => verb(session),
    prune: (now) => write((inside) => void inside.prepare('DELETE FROM used WHERE expires_at < ?').run(now)),
    close: async () => {
      if (closed) return
      closed = true
      flush()
      database.close()
    },
  }
}

function commitBatch(database: DatabaseSync, session: Session, batch: readonly Queued[]): void {
  const settle: (() => void)[] = []
  try {
    session.prepare('BEGIN IMMEDIATE').run()
    for (const { verb, resolve, reject } of batch) {
      session.prepare('SAVEPOINT verb').run()
      try {
        const value = verb(session)
        settle.push(() => resolve(value as never))
      } catch (thrown) {
        session.prepare('ROLLBACK TO verb').run()
        settle.push(() => reject(thrown))
      }
      session.prepare('RELEASE verb').run()
    }
    session.prepare('COMMIT').run()
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK')
    for (const { reject } of batch) reject(new Unavailable('the store does not commit', 5, { cause: thrown }))
    return
  }
  for (const answer of settle) answer()
}

function migrate(database: DatabaseSync, migrations: Migrations): void {
  const done = Number(Object.values(database.prepare('PRAGMA user_version').get() ?? {})[0] ?? 0)
  if (done > migrations.length) throw new Error('this database was written by a newer version of the program')
  for (let version = done; version < migrations.length; version += 1)
    database.exec(`BEGIN IMMEDIATE; ${migrations[version]}; PRAGMA user_version = ${version + 1}; COMMIT`)
}

/** Times come from outside too: half a second is rounded up, and what no column holds is for ever. */
const wholeSeconds = (time: number): number => Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER)

export const claimDigest = (claim: Claim): Uint8Array =>
  Buffer.from(hash('sha256', `${claim.name}\0${claim.value}`, 'latin1'), 'latin1')
