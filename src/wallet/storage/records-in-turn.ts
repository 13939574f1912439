/**
 * Sealed records as the wallet's stores use them. What reads before it writes, or writes more than one record, does so in
 * turn: taps on two links at once must neither lose each other's record nor take one thing twice.
 */
import type { Json } from '../../base/index.ts'
import type { SealedRecords } from './sealed-records.ts'

export interface RecordsInTurn {
  /** Rejects where the record cannot be opened. */
  read<T>(name: string): Promise<T | undefined>
  /** Those whose names begin so; rejects where one cannot be opened. */
  readAll<T>(prefix: string): Promise<readonly T[]>
  names(prefix: string): Promise<readonly string[]>
  put(name: string, record: object): Promise<void>
  delete(name: string): Promise<void>
  /** Runs when all that came before has ended, whether or not it failed. */
  inTurn<T>(run: () => Promise<T>): Promise<T>
}

export function createRecordsInTurn(records: SealedRecords): RecordsInTurn {
  const read = async <T>(name: string): Promise<T | undefined> => (await records.get(name)) as T | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    read,
    readAll: async <T>(prefix: string) => {
      const all = await Promise.all((await records.names(prefix)).map((name) => read<T>(name)))
      return all.filter((one) => one !== undefined)
    },
    names: (prefix) => records.names(prefix),
    put: (name, record) => records.put(name, record as Json),
    delete: (name) => records.delete(name),
    inTurn: (run) => {
      const mine = last.then(run)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}
