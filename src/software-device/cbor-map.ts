/** Writes CBOR maps as Apple does, and malformed ones that an encoder would refuse. */
import { concatBytes } from '../base/index.ts'
import { encodeCbor } from '../cose/index.ts'

export interface CborKnobs {
  /** Repeats the first member. */
  readonly duplicateKey?: boolean
  readonly indefiniteLength?: boolean
  readonly trailingBytes?: number
}

/**
 * Writes a map of at most 22 members in the given order. The values must already be CBOR. Does not check the number.
 */
export function writeCborMap(
  members: readonly (readonly [name: string, encoded: Uint8Array])[],
  { duplicateKey, indefiniteLength, trailingBytes = 0 }: CborKnobs = {},
): Uint8Array {
  const writtenMembers = duplicateKey ? [...members, ...members.slice(0, 1)] : members
  return concatBytes([
    Uint8Array.of(indefiniteLength ? 0xbf : 0xa0 + writtenMembers.length),
    ...writtenMembers.flatMap(([name, encoded]) => [encodeCbor(name), encoded]),
    indefiniteLength ? Uint8Array.of(0xff) : new Uint8Array(),
    new Uint8Array(trailingBytes),
  ])
}

/** Writes a byte string of 256 to 65,535 bytes. `surplusLength` is added to the length in its header. */
export const writeCborBytes = (bytes: Uint8Array, surplusLength = 0): Uint8Array => {
  const length = bytes.length + surplusLength
  return concatBytes([Uint8Array.of(0x59, length >> 8, length & 255), bytes])
}
