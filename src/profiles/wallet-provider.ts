/** What a Wallet Provider has on the wire in each profile. */
import { columnsOf, type WireRows } from './wire-row.ts'

export const walletProviderRows = {} as const satisfies WireRows

/** Values of the Wallet Provider, by profile. */
export const walletProviderWire = columnsOf(walletProviderRows)
