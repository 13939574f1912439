/** Seeded choices, so that a test can repeat a random run. */
import { seededRandom } from './seeded-random.ts'

export interface Chance {
  /** Returns an integer from 0 up to, but not including, the limit. */
  below(limit: number): number
  /** Returns one of the choices; `undefined` if there are none. */
  pick<T>(choices: readonly T[]): T
}

/** The same seed makes the same choices. */
export function seededChance(seed: string): Chance {
  const random = seededRandom(seed)
  const below = (limit: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % Math.max(1, limit)
  return { below, pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T }
}
