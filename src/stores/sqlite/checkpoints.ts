/**
 * A checkpoint writes pages from the write-ahead log back to the file (https://sqlite.org/wal.html#ckpt). By default
 * SQLite does this within a commit, which blocks all requests for tens of milliseconds. Here another thread does it.
 * The log restarts when all pages are written back and nothing was written in the meantime. Under continuous load the
 * log grows. Once it is long, writes wait while the other thread writes back the remaining pages.
 */
import { Worker } from 'node:worker_threads'
import { siblingModuleUrl } from '../../node/index.ts'
import type { Order } from './checkpoint-worker.ts'
import { countPages, type Prepares, truncateLog, writeBackPages } from './wal-pages.ts'

/** The checkpoints of one file. */
export interface Checkpoints {
  /** Must be called after each commit. */
  committed(): void
  /** Resolves when writes may continue. `undefined` if writes need not wait. */
  writePause(): Promise<void> | undefined
  /** Resolves when the other thread has closed the file. `undefined` if that thread does not have the file open. */
  currentRun(): Promise<void> | undefined
  /**
   * Truncates the log, so that it contains no deleted rows. Leaves the log untruncated, without an error, while another
   * connection uses it.
   */
  empty(): Promise<void>
}

/**
 * Number of pages between two checkpoints: 16 MiB with the page size of new files. The number is large, because most
 * pages change again soon.
 */
const pagesBetweenCheckpoints = 8000

/**
 * Creates the checkpoints of a file in WAL mode, one after every `pages` pages. Without another thread, the thread that
 * commits writes back right after a commit. Writes pause if the log has more than four times `pages`. At eight times,
 * SQLite itself writes back within a commit. SQLite before 3.51 does not report the length of the log: it always writes
 * back within a commit.
 */
export function createCheckpoints(session: Prepares, path: string, pages = pagesBetweenCheckpoints): Checkpoints {
  const counts = canCountPages(session)
  const longLog = 4 * pages
  session.prepare(`PRAGMA wal_autocheckpoint=${counts ? 2 * longLog : pages}`).get()
  let currentRun: Promise<void> | undefined
  let writePause: Promise<void> | undefined
  /** Writes back the remaining pages while writes pause, if the log is too long or must be truncated. Ends the run. */
  const finish = async (truncates: boolean): Promise<void> => {
    const now = counts ? countPages(session) : undefined
    if (truncates || (now && now.log > longLog)) {
      writePause = writeBack({ path, times: 1, truncates })
      await writePause
      writePause = undefined
    }
    currentRun = undefined
  }
  const begin = (truncates: boolean): void => {
    currentRun = writeBack({ path, times: 3, truncates: false })?.then(() => finish(truncates))
  }
  return {
    committed: () => {
      if (currentRun || !counts) return
      const now = countPages(session)
      if (!now || now.log - now.checkpointed < pages) return
      begin(false)
      if (!currentRun) writeBackPages(session)
    },
    writePause: () => writePause,
    currentRun: () => currentRun,
    empty: async () => {
      while (currentRun) await currentRun
      begin(true)
      if (!currentRun) truncateLog(session)
      await currentRun
    },
  }
}

function canCountPages(session: Prepares): boolean {
  const { version } = session.prepare('SELECT sqlite_version() AS version').get() as { readonly version: string }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 51)
}

/**
 * One thread serves all files of the process. It is started for the first file that needs it. It does not keep the
 * process alive while it waits.
 */
let thread: Worker | undefined
/** True if the thread has ended or cannot be started. It is not started again. */
let threadEnded = false
let lastId = 0
/** Functions that resolve the orders that the thread has not answered, by id. */
const resolvers = new Map<number, () => void>()

/** Resolves when the thread is done or has ended. Returns `undefined` without a thread. */
function writeBack(what: Omit<Order, 'id'>): Promise<void> | undefined {
  const worker = findThread()
  if (worker === undefined) return undefined
  return new Promise((resolve) => {
    lastId += 1
    resolvers.set(lastId, resolve)
    worker.ref()
    worker.postMessage({ id: lastId, ...what } satisfies Order)
  })
}

/** Returns `undefined` if the process is not allowed to start threads (`--permission`), or if the thread has ended. */
function findThread(): Worker | undefined {
  if (threadEnded) return undefined
  try {
    thread ??= startThread()
  } catch {
    threadEnded = true
  }
  return thread
}

function startThread(): Worker {
  const worker = new Worker(siblingModuleUrl(import.meta.url, 'checkpoint-worker'), {
    execArgv: [], // options of the process may not suit the thread, such as `--input-type` or preloaded modules
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  })
  const answer = (id: number): void => {
    resolvers.get(id)?.()
    resolvers.delete(id)
    if (resolvers.size === 0) worker.unref()
  }
  worker.on('message', answer)
  worker.once('error', () => undefined)
  worker.once('exit', () => {
    threadEnded = true
    for (const id of resolvers.keys()) answer(id)
  })
  return worker
}
