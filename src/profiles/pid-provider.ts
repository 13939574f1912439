/** What a PID Provider has on the wire in each profile. */
import { columnsOf, type WireRows } from './wire-row.ts'

export const pidProviderRows = {} as const satisfies WireRows

/** Values of the PID Provider, by profile. */
export const pidProviderWire = columnsOf(pidProviderRows)
