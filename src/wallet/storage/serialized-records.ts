/**
 * Sealed records for the wallet's stores, with a queue. Operations that read before they write, or write several
 * records, run in the queue. Without the queue, two flows at once could overwrite each other's record or use the same
 * key.
 */
import type { Json } from '../../base/index.ts'
import { createQueue, type RunExclusive } from '../queue.ts'
import { SealBroken, type SealedRecords } from './sealed-records.ts'

export interface SerializedRecords {
  /** Returns `undefined` for a missing record. Rejects if the record cannot be opened. */
  read<T>(name: string): Promise<T | undefined>
  /**
   * Returns `undefined` for a missing record, and for a record that cannot be decrypted (`SealBroken`). Rejects if the
   * record cannot be read now (D-945).
   */
  readUnlessBroken<T>(name: string): Promise<T | undefined>
  /** Returns the records whose names have this prefix. Rejects if a record cannot be opened. */
  readAll<T>(prefix: string): Promise<readonly T[]>
  names(prefix: string): Promise<readonly string[]>
  put(name: string, record: object): Promise<void>
  delete(name: string): Promise<void>
  readonly runExclusive: RunExclusive
}

/** Creates the records with an empty queue. */
export function createSerializedRecords(records: SealedRecords): SerializedRecords {
  const read = async <T>(name: string): Promise<T | undefined> => (await records.get(name)) as T | undefined
  return {
    read,
    readUnlessBroken: <T>(name: string) =>
      read<T>(name).catch((thrown) => {
        if (thrown instanceof SealBroken) return undefined
        throw thrown
      }),
    readAll: async <T>(prefix: string) => {
      const all = await Promise.all((await records.names(prefix)).map((name) => read<T>(name)))
      return all.filter((one) => one !== undefined)
    },
    names: (prefix) => records.names(prefix),
    put: (name, record) => records.put(name, record as Json),
    delete: (name) => records.delete(name),
    runExclusive: createQueue(),
  }
}
