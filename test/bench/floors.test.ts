import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { after, test } from 'node:test'
import { cryptoFloors, type FloorName } from '../../bench/floors/crypto-floors.ts'
import { floorCounts } from '../../bench/floors/floor-counts.ts'

const counted = { verify: 'V', createPublicKey: 'K', sign: 'S', diffieHellman: 'E' } as const
const names = Object.keys(counted) as (keyof typeof counted)[]
const original = Object.fromEntries(names.map((name) => [name, crypto[name]]))
let counts: Record<string, number> = {}

for (const name of names) {
  const letter = counted[name]
  const run = crypto[name] as (...args: unknown[]) => unknown
  Object.assign(crypto, {
    [name]: (...args: unknown[]) => {
      counts[letter] = (counts[letter] ?? 0) + 1
      return run(...args)
    },
  })
}
syncBuiltinESMExports()
after(() => {
  Object.assign(crypto, original)
  syncBuiltinESMExports()
})

for (const name of Object.keys(cryptoFloors) as FloorName[])
  test(`the floor of ${name} does exactly the operations that its row counts`, () => {
    const floor = cryptoFloors[name]()
    counts = { V: 0, K: 0, S: 0, E: 0 }
    for (const input of [0, 1]) floor(input)
    const { V, K, S, E } = floorCounts[name]
    assert.deepEqual(counts, { V: 2 * V, K: 2 * K, S: 2 * S, E: 2 * E })
  })
