/** The last trust marks that a service received, in a table of its store. */
import type { KeptTrustMarks } from '../federation/index.ts'
import type { Statements } from './statements.ts'

/**
 * Creates the store of kept trust marks on the database of a Wallet Provider, PID Provider or Relying Party. Replicas
 * may share a PostgreSQL database. `keep` replaces the mark of the same type.
 */
export const createKeptTrustMarks = ({ read, write }: Statements): KeptTrustMarks => ({
  find: async (trustMarkType) => {
    const [row] = await read('SELECT trust_mark FROM kept_trust_mark WHERE trust_mark_type = $1', [trustMarkType])
    return row?.trust_mark as string | undefined
  },
  keep: async (trustMarkType, trustMark) => {
    await write(
      `INSERT INTO kept_trust_mark (trust_mark_type, trust_mark) VALUES ($1, $2)
       ON CONFLICT (trust_mark_type) DO UPDATE SET trust_mark = excluded.trust_mark`,
      [trustMarkType, trustMark],
    )
  },
  forget: async (trustMarkType) => {
    await write('DELETE FROM kept_trust_mark WHERE trust_mark_type = $1', [trustMarkType])
  },
})
