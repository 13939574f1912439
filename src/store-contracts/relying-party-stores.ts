/** Tests of every store of the Relying Party. */
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { presentationOrdersContract } from './presentation-orders.ts'
import { presentationResultsContract } from './presentation-results.ts'
import { presentationSessionsContract } from './presentation-sessions.ts'

/** Defines the tests with `node:test`. `open` returns a new empty store. `name` begins the titles. */
export function relyingPartyStoresContract(name: string, open: () => RelyingPartyStores): void {
  presentationSessionsContract(name, open)
  presentationResultsContract(name, open)
  presentationOrdersContract(name, open)
}
