/**
 * Checkpoints: pages are written from the write-ahead log back to the file (https://sqlite.org/wal.html#ckpt). By itself SQLite
 * does so within a commit, and nothing is answered for tens of milliseconds. Here another thread does it. The log begins
 * again when all of it was written back and nothing was written meanwhile; under load that never pauses it grows until it
 * is long, and then whoever writes is asked to wait while the other thread does the rest, when the least is left.
 */
import { Worker } from 'node:worker_threads'
import { programBeside } from '../../node/index.ts'
import type { Order } from './checkpoint-worker.ts'
import { countPages, cutOff, type Prepares, writeBackPages } from './wal-pages.ts'

export interface Checkpoints {
  /** To be called after each commit. */
  committed(): void
  /** Until when nothing should be written, so that the log can begin again; nothing most of the time. */
  held(): Promise<void> | undefined
  /** Until when another thread has the file open; nothing where none has. */
  underway(): Promise<void> | undefined
  /** Cuts the log off, so that nothing is left in it of what was deleted; not where another process is at it all the time. */
  empty(): Promise<void>
}

/** Most pages change again before long, so they are written back seldom: each 16 MiB of a new file. */
const seldom = 8000

/**
 * Of a file whose journal is a write-ahead log. It is written back each so many `pages`, within the commit where there is no
 * other thread. It is long with four times as many, and with twice of that SQLite does all that is left by itself: the other
 * thread is late. SQLite before 3.51 cannot be asked how long the log is, and always does it by itself.
 */
export function createCheckpoints(session: Prepares, path: string, pages = seldom): Checkpoints {
  const counts = canCountPages(session)
  const long = 4 * pages
  session.prepare(`PRAGMA wal_autocheckpoint=${counts ? 2 * long : pages}`).get()
  let underway: Promise<void> | undefined
  let held: Promise<void> | undefined
  /** All of it, and not only what can be done beside the writer. */
  const finish = async (cut: boolean): Promise<void> => {
    const now = counts ? countPages(session) : undefined
    if (cut || (now && now.log > long)) {
      held = writeBack({ path, times: 1, cut })
      await held
      held = undefined
    }
    underway = undefined
  }
  const begin = (cut: boolean): void => {
    underway = writeBack({ path, times: 3, cut: false })?.then(() => finish(cut))
  }
  return {
    committed: () => {
      if (underway || !counts) return
      const now = countPages(session)
      if (!now || now.log - now.checkpointed < pages) return
      begin(false)
      if (!underway) writeBackPages(session)
    },
    held: () => held,
    underway: () => underway,
    empty: async () => {
      while (underway) await underway
      begin(true)
      if (!underway) cutOff(session)
      await underway
    },
  }
}

function canCountPages(session: Prepares): boolean {
  const { version } = session.prepare('SELECT sqlite_version() AS version').get() as { readonly version: string }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 51)
}

/** One thread for all files of the process, from the first that needs it on. It keeps no process alive while it waits. */
let thread: Worker | undefined
let ended = false
let last = 0
const waiting = new Map<number, () => void>()

/** Resolves when it is done, or will not be; nothing where there is nobody to do it. */
function writeBack(what: Omit<Order, 'id'>): Promise<void> | undefined {
  const worker = theThread()
  if (worker === undefined) return undefined
  return new Promise((resolve) => {
    last += 1
    waiting.set(last, resolve)
    worker.ref()
    worker.postMessage({ id: last, ...what } satisfies Order)
  })
}

/** None where the process may have no threads (`--permission`), or where it ended. */
function theThread(): Worker | undefined {
  if (ended) return undefined
  try {
    thread ??= startThread()
  } catch {
    ended = true
  }
  return thread
}

function startThread(): Worker {
  const worker = new Worker(programBeside(import.meta.url, 'checkpoint-worker'), {
    execArgv: [], // what the process was started with may not suit it: `--input-type`, or preloaded modules
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  })
  const answer = (id: number): void => {
    waiting.get(id)?.()
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
  }
  worker.on('message', answer)
  worker.once('error', () => undefined)
  worker.once('exit', () => {
    ended = true
    for (const id of waiting.keys()) answer(id)
  })
  return worker
}
