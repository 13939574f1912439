/** The identifier by which keys know the store that they were used with. Every store has one, in every dialect. */

/** Reads and writes the identifier of one store. */
export interface StoreIdentity {
  /** Returns the identifier, `undefined` for a store that none was bound to. */
  find(): Promise<string | undefined>
  /** Binds the store to an identifier unless it has one. Returns the identifier that the store has afterwards. */
  bind(identifier: string): Promise<string>
  /** Whether the store holds no record of any kind. */
  isEmpty(): Promise<boolean>
}
