/** The thread in which pages are written back. */
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { writeBackPages } from './wal-pages.ts'

export interface Order {
  readonly id: number
  readonly path: string
}

/** While pages are written back others are written, each time fewer. */
const times = 3

parentPort?.on('message', ({ id, path }: Order) => {
  try {
    const database = open(path)
    for (let time = 0; time < times; time += 1) writeBackPages(database)
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
