/**
 * Tests of the Relying Party's stores for sessions, orders and audit. Erasures, applications and OpenID records have
 * separate contracts.
 */
import type { RelyingPartyStores } from '../relying-party/index.ts'
import { presentationOrdersContract } from './presentation-orders.ts'
import { presentationReturnContract } from './presentation-return.ts'
import { presentationSessionsContract } from './presentation-sessions.ts'

/**
 * Defines the tests with `node:test`. `open` returns new empty stores. `name` begins the titles.
 *
 * @example
 * ```ts
 * import { relyingPartyStoresContract } from 'fiducia/store-contracts'
 * import { openSqliteStores } from 'fiducia/stores'
 *
 * const open = () => openSqliteStores('relying-party', ':memory:').stores
 * relyingPartyStoresContract('stores of my own', open) // defines tests of node:test
 * ```
 */
export function relyingPartyStoresContract(name: string, open: () => RelyingPartyStores): void {
  presentationSessionsContract(name, open)
  presentationReturnContract(name, open)
  presentationOrdersContract(name, open)
}
