/**
 * The embedded store: one SQLite file per role, one writing process. Writes of one step of a turn (`turns.ts`)
 * share one durable transaction: each verb runs under a savepoint of its own, so that its failure undoes nothing of its
 * neighbours, and its promise settles after the commit. A verb is one synchronous function: no transaction spans an
 * `await`.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { type Claim, type Lost, Unavailable } from '../../base/index.ts'
import { inTurn } from '../../node/index.ts'
import { DatabaseFault, type Migrations } from '../migrations.ts'
import { claimDigest, wholeSeconds } from '../stored-values.ts'
import { type Checkpoints, createCheckpoints } from './checkpoints.ts'
import {
  asTrouble,
  commitBatch,
  isDamage,
  isLocked,
  isOutage,
  type Queued,
  type Session,
  tryToCommit,
} from './commit.ts'
import { applyMigrations } from './migrate.ts'

export type { Session } from './commit.ts'

/** One file, by verbs: each a synchronous function that is given the session. */
export interface SqliteDatabase {
  /**
   * Runs a verb in the transaction of the next step. Rejects with what the verb throws, with `Unavailable` when nothing
   * commits.
   */
  write<T>(verb: (session: Session) => T): Promise<T>
  /**
   * Claims everything, then runs the effect: all or nothing. Names the first claim that was lost. An effect that finds
   * that it may not happen returns `Undone`: claims and writes are taken back and its outcome is the answer.
   */
  claim<T, N extends string, U = never>(
    claims: readonly Claim<N>[],
    effect: (session: Session) => T | Undone<U>,
  ): Promise<T | U | Lost<N>>
  /** Reads what is committed. Rejects with what the verb throws, with `Unavailable` where the file cannot be read. */
  read<T>(verb: (session: Session) => T): Promise<T>
  /**
   * Rejects with why the last commit failed, until one succeeds. It tries a commit of its own, since no other may come
   * while the store is known to fail. Rejects for ever once SQLite has found the file to be damaged.
   */
  commits(): Promise<void>
  /** Changes when another process or connection has written to the file. */
  foreignWrites(): number
  /** Forgets rows whose time is before, in small steps: other writes come in between. */
  forget(rows: ExpiringRows, before: number): Promise<void>
  /** Forgets claims whose time is over, and what the log still holds of rows that were deleted. */
  prune(now: number): Promise<void>
  /** Commits what is queued and closes the file. */
  close(): Promise<void>
}

/** Rows of a table that are over when their time is past. */
export interface ExpiringRows {
  readonly table: string
  /** Its primary key; several columns are separated by commas. */
  readonly key: string
  /** Of whole seconds, with an index. */
  readonly column: string
}

/** Rows in one step of forgetting: less than a turn of the event loop should take. */
const forgetStep = 500

/** How an effect answers that it may not happen. */
export class Undone<U> {
  readonly outcome: U
  constructor(outcome: U) {
    this.outcome = outcome
  }
}

/**
 * A new file is its owner's alone: it is about people. What SQLite puts beside it has its mode; what it cannot open it says
 * itself. A file that is there is not opened: its closing would end the locks of this process on it (fcntl).
 */
function makePrivateFile(path: string): void {
  if (path === ':memory:' || path === '') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {}
}

/**
 * A connection waits for the write lock in the thread that answers requests, so it waits for no more than this many
 * milliseconds at a time. Between two tries other requests are answered.
 */
const blockingWait = 10
const pauseBetweenTries = 40

/** With its tables as they should be. What is wrong with it is one sentence that names it, in SQLite's words. */
function openFile(path: string, migrations: Migrations, busyMilliseconds: number): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(path)
    database = new DatabaseSync(path)
    // Of a new file. Keys are random, so that each index writes a page of its own, twice: smaller ones cost less, until
    // trees of millions of rows grow too deep.
    database.exec('PRAGMA page_size=2048')
    database.exec(`PRAGMA busy_timeout=${busyMilliseconds}; PRAGMA journal_mode=WAL`)
    database.exec('PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON')
    // What is deleted is overwritten: most of it is about people.
    database.exec('PRAGMA secure_delete=ON')
    // A page that the kernel holds is two microseconds away, and a process has one cache for each role.
    database.exec('PRAGMA cache_size=-4096')
    applyMigrations(database, migrations, path)
    database.exec(`PRAGMA busy_timeout=${Math.min(busyMilliseconds, blockingWait)}`)
    return database
  } catch (thrown) {
    database?.close()
    const { errstr } = thrown as { readonly errstr?: string }
    throw errstr === undefined ? thrown : new DatabaseFault(`The store ${path} cannot be used: ${errstr}.`)
  }
}

/**
 * Opens (and creates) a database; `:memory:` keeps nothing. Throws `DatabaseFault` when the file cannot be used.
 * `busyMilliseconds` is how long a write waits while another process holds the write lock. Defaults to 5000.
 */
export function openSqlite(
  path: string,
  migrations: Migrations,
  { busyMilliseconds = 5000 }: { readonly busyMilliseconds?: number } = {},
): SqliteDatabase {
  const database = openFile(path, migrations, busyMilliseconds)
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
  const checkpoints = createCheckpoints(session, path)
  const health: Health = {}
  const tries = Math.ceil(busyMilliseconds / (blockingWait + pauseBetweenTries))
  const { write, commits, end } = createWriteQueue({ database, session, checkpoints, health, tries })
  return {
    write,
    forget: (rows, before) => forgetRows(write, rows, before),
    claim: (claims, effect) => claimAll(write, claims, effect),
    read: async (verb) => {
      try {
        return verb(session)
      } catch (thrown) {
        if (!isOutage(thrown)) throw thrown
        const trouble = asTrouble('read', thrown)
        if (isDamage(thrown)) health.damage ??= trouble
        throw trouble
      }
    },
    commits,
    foreignWrites: () => session.prepare('PRAGMA data_version').get()?.data_version as number,
    prune: async (now) => {
      await forgetUsed(write, now)
      await checkpoints.empty()
    },
    close: async () => {
      if (!end()) return
      await checkpoints.underway()
      database.close()
    },
  }
}

type Write = SqliteDatabase['write']

interface WriteQueue extends Pick<SqliteDatabase, 'write' | 'commits'> {
  /** Commits what waits and takes nothing more; false when it had ended before. */
  end(): boolean
}

/** What is known to be wrong with the file. */
interface Health {
  /** Why the last commit failed. */
  trouble?: Unavailable | undefined
  /** Damage does not heal while the process runs, although a commit to another page may succeed. */
  damage?: Unavailable
}

interface WriteQueueParts {
  readonly database: DatabaseSync
  readonly session: Session
  readonly checkpoints: Checkpoints
  readonly health: Health
  /** How often a batch tries to begin while another process holds the write lock. */
  readonly tries: number
}

/** Writes of one step share a transaction. They wait for the end of the step, and for a checkpoint that must be alone. */
function createWriteQueue({ database, session, checkpoints, health, tries }: WriteQueueParts): WriteQueue {
  let queue: Queued[] = []
  let ended = false
  let tried = 0

  const commit = (): void => {
    const batch = queue
    queue = []
    tried = 0
    if (batch.length === 0) return
    const trouble = commitBatch(database, session, batch)
    if (isDamage(trouble?.cause)) health.damage ??= trouble as Unavailable
    health.trouble = trouble ?? health.trouble
    checkpoints.committed()
  }
  const flush = (): void => {
    if (queue.length === 0) return
    const held = checkpoints.held()
    if (held) return void held.then(flush)
    tried += 1
    // Another process may hold the lock for seconds. The batch stays queued and the event loop goes on.
    if (tried < tries && isLocked(session)) setTimeout(flush, pauseBetweenTries)
    else commit()
  }
  return {
    write: <T>(verb: (session: Session) => T): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (ended) return reject(new Unavailable('the store is closed'))
        if (queue.length === 0) void inTurn(flush)
        queue.push({ verb, resolve, reject })
      }),
    commits: async () => {
      if (health.damage) throw health.damage
      if (health.trouble === undefined) return
      health.trouble = tryToCommit(database, session)
      if (health.trouble) throw health.trouble
    },
    end: () => {
      if (ended) return false
      ended = true
      commit()
      return true
    },
  }
}

/** The throw takes back what the verb wrote: its savepoint is its own. */
function claimAll<T, N extends string, U>(
  write: Write,
  claims: readonly Claim<N>[],
  effect: (session: Session) => T | Undone<U>,
): Promise<T | U | Lost<N>> {
  return write((session): T => {
    for (const claim of claims) {
      const { changes } = session
        .prepare('INSERT INTO used (digest, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING')
        .run(claimDigest(claim), wholeSeconds(claim.expiresAt))
      if (changes === 0) throw new Undone<Lost<N>>({ lost: claim.name })
    }
    const value = effect(session)
    if (value instanceof Undone) throw value
    return value
  }).catch((thrown: unknown) => {
    if (thrown instanceof Undone) return thrown.outcome as U | Lost<N>
    throw thrown
  })
}

async function forgetRows(write: Write, { table, key, column }: ExpiringRows, before: number): Promise<void> {
  const over = `SELECT ${key} FROM ${table} WHERE ${column} < ? LIMIT ${forgetStep}`
  const step = (session: Session) => session.prepare(`DELETE FROM ${table} WHERE (${key}) IN (${over})`).run(before)
  while ((await write(step)).changes === forgetStep) await setImmediate()
}

/** By their digests, since there is no index of their ends. */
async function forgetUsed(write: Write, before: number): Promise<void> {
  for (let from: Uint8Array | undefined = new Uint8Array(); from; ) {
    const after: Uint8Array = from
    from = await write((session) => {
      const to = session
        .prepare(`SELECT digest FROM used WHERE digest > ? ORDER BY digest LIMIT 1 OFFSET ${forgetStep}`)
        .get(after)?.digest as Uint8Array | undefined
      if (to)
        session.prepare('DELETE FROM used WHERE digest > ? AND digest <= ? AND expires_at < ?').run(after, to, before)
      else session.prepare('DELETE FROM used WHERE digest > ? AND expires_at < ?').run(after, before)
      return to
    })
    await setImmediate()
  }
}
