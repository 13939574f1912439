/** The thread that writes pages of the write-ahead log back into the database. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { truncateLog, writeBackPages } from './wal-pages.ts'

/** Message to the thread. */
export interface Order {
  readonly id: number
  readonly path: string
  /** Number of rounds. Each round writes back the pages that were committed during the previous one. */
  readonly times: number
  /** True to truncate the log as well, if all pages are written back and no connection uses it. */
  readonly truncates: boolean
}

parentPort?.on('message', ({ id, path, times, truncates }: Order) => {
  try {
    const database = open(path)
    for (let time = 0; time < times; time += 1) writeBackPages(database)
    if (truncates) truncateLog(database)
    database.close()
  } catch {
    // Nothing is reported here: the thread that sent the order has the file open and meets the same error.
  }
  parentPort?.postMessage(id)
})

/** Opens the database. Does not create a file that was deleted. */
function open(path: string): DatabaseSync {
  const file = pathToFileURL(path)
  file.searchParams.set('mode', 'rw')
  return new DatabaseSync(file)
}
