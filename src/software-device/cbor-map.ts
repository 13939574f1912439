/**
 * Writes CBOR maps as the vendor does, and as nobody should: an encoder would refuse to make these faults.
 */
import { concatBytes } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'

export interface CborKnobs {
  /** The first member comes twice. */
  readonly duplicateKey?: boolean
  readonly indefiniteLength?: boolean
  readonly trailingBytes?: number
}

/** A map of fewer than 23 members, whose values are encoded already, in the order given. */
export function writeCborMap(
  members: readonly (readonly [name: string, encoded: Uint8Array])[],
  { duplicateKey, indefiniteLength, trailingBytes = 0 }: CborKnobs = {},
): Uint8Array {
  const written = duplicateKey ? [...members, ...members.slice(0, 1)] : members
  return concatBytes([
    Uint8Array.of(indefiniteLength ? 0xbf : 0xa0 + written.length),
    ...written.flatMap(([name, encoded]) => [encodeCbor(name), encoded]),
    indefiniteLength ? Uint8Array.of(0xff) : new Uint8Array(),
    new Uint8Array(trailingBytes),
  ])
}

/** A byte string of 256 to 65,535 bytes whose header may say another length than it has. */
export const writeCborBytes = (bytes: Uint8Array, surplusLength = 0): Uint8Array => {
  const length = bytes.length + surplusLength
  return concatBytes([Uint8Array.of(0x59, length >> 8, length & 255), bytes])
}
