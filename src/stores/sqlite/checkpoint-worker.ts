/** The thread in which pages are written back. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { cutOff, writeBackPages } from './wal-pages.ts'

export interface Order {
  readonly id: number
  readonly path: string
  /** How often: while pages are written back others are written, each time fewer. */
  readonly times: number
  /** Whether the log is cut off, too, when all of it was written back and nobody is at it. */
  readonly cut: boolean
}

parentPort?.on('message', ({ id, path, times, cut }: Order) => {
  try {
    const database = open(path)
    for (let time = 0; time < times; time += 1) writeBackPages(database)
    if (cut) cutOff(database)
    database.close()
  } catch {
    // Not to be opened: the owner of the file has it open, and sees what it is.
  }
  parentPort?.postMessage(id)
})

/** A file that was taken away is not made anew. */
function open(path: string): DatabaseSync {
  const file = pathToFileURL(path)
  file.searchParams.set('mode', 'rw')
  return new DatabaseSync(file)
}
