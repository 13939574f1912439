import { createHash } from 'node:crypto'
import type { Random } from '../../src/base/index.ts'

/** Returns a source of the same bytes for the same seed: SHA-256 in counter mode. */
export function seededRandom(seed: string): Random {
  let counter = 0
  return {
    bytes: (length) => {
      const bytes = new Uint8Array(length)
      for (let offset = 0; offset < length; offset += 32) {
        const block = createHash('sha256').update(`${seed}:${counter++}`).digest()
        bytes.set(block.subarray(0, Math.min(32, length - offset)), offset)
      }
      return bytes
    },
  }
}
