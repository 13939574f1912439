/**
 * The queue of writes. Writes of concurrent requests share one durable transaction: a batch has the writes of one step
 * of a turn (`turns.ts`). A verb is a store method, as one synchronous function: no transaction spans an `await`. The
 * promise of each verb settles after the commit.
 */
import type { DatabaseSync } from 'node:sqlite'
import { Unavailable } from '../../base/index.ts'
import { inTurn } from '../../node/index.ts'
import type { Checkpoints } from './checkpoints.ts'
import { beginUnlessLocked, commitBatch, type Queued, type Session, tryToCommit } from './commit.ts'
import { isDamage } from './failures.ts'

/** Runs a verb in the transaction of the next batch. Rejects with the error of the verb, or with `Unavailable`. */
export type Write = <T>(verb: (session: Session) => T) => Promise<T>

/** Writes to one file, until `end`. */
interface WriteQueue {
  readonly write: Write
  /**
   * Tries a commit if a commit has failed since this method last resolved. Rejects if it fails again, and always if the
   * file is damaged.
   */
  requireCommits(): Promise<void>
  /** Commits the queue and accepts no more writes. Returns false if the queue had ended before. */
  end(): boolean
}

/** Known faults of the file, shared by reads and writes. */
export interface Health {
  /** Reason of the last failed commit, until `requireCommits` succeeds. */
  trouble?: Unavailable | undefined
  /** Set once SQLite has found damage. Never cleared, although a commit to another page may succeed. */
  damage?: Unavailable
}

interface WriteQueueParts {
  readonly database: DatabaseSync
  readonly session: Session
  readonly checkpoints: Checkpoints
  readonly health: Health
  /** Milliseconds that a batch waits while another process holds the write lock. */
  readonly busyMilliseconds: number
  /** Called after each transaction. */
  transactionEnded(hasCommitted: boolean): void
}

/**
 * Milliseconds for which a connection waits for the write lock at a time. Waiting blocks the thread that answers
 * requests. Between two tries other requests are answered.
 */
export const blockingWait = 10
const pauseBetweenTries = 40

/**
 * Creates the queue. A batch waits for the end of its step, for a checkpoint that pauses writes, and for the write
 * lock. The busy timeout of `database` must not exceed `blockingWait`.
 */
export function createWriteQueue({
  database,
  session,
  checkpoints,
  health,
  busyMilliseconds,
  transactionEnded,
}: WriteQueueParts): WriteQueue {
  const maximumTries = Math.ceil(busyMilliseconds / (blockingWait + pauseBetweenTries))
  let queue: Queued[] = []
  let ended = false
  let triesMade = 0

  const commit = (): void => {
    const batch = queue
    queue = []
    triesMade = 0
    if (batch.length === 0) return
    const trouble = commitBatch(database, session, batch)
    transactionEnded(trouble === undefined)
    if (isDamage(trouble?.cause)) health.damage ??= trouble as Unavailable
    health.trouble = trouble ?? health.trouble
    checkpoints.committed()
  }
  const flush = (): void => {
    if (queue.length === 0) return
    const pause = checkpoints.writePause()
    if (pause) return void pause.then(flush)
    triesMade += 1
    // Another process may hold the lock for seconds. The batch stays queued and the event loop goes on.
    if (triesMade < maximumTries && !beginUnlessLocked(session)) setTimeout(flush, pauseBetweenTries)
    else commit()
  }
  return {
    write: <T>(verb: (session: Session) => T): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (ended) return reject(new Unavailable('the store is closed'))
        if (queue.length === 0) void inTurn(flush)
        queue.push({ verb, resolve, reject })
      }),
    requireCommits: async () => {
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
