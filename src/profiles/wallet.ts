/** What a Wallet Instance has on the wire in each profile. */
import { columnsOf, type WireRows } from './wire-row.ts'

export const walletRows = {} as const satisfies WireRows

/** Values of the Wallet Instance, by profile. */
export const walletWire = columnsOf(walletRows)
