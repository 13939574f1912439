/** What a Trust Anchor has on the wire in each profile. */
import { columnsOf, type WireRows } from './wire-row.ts'

export const trustAnchorRows = {} as const satisfies WireRows

/** Values of the Trust Anchor, by profile. */
export const trustAnchorWire = columnsOf(trustAnchorRows)
