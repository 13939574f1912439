/**
 * Years of the ecosystem in fast-forward: 12 seeds, 400 steps each. After every 40 steps all outages end and every
 * party can act.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateYear } from '../support/year/simulate.ts'

const operated = new Set<string>()

for (let number = 0; number < 12; number += 1)
  test(`FED-10 FED-19 FED-38 GEN-27 year ${number}: every act that must succeed succeeds, and nothing is trusted or refused for too long`, async (t) => {
    const { days, operations, done, refused, surprises } = await simulateYear(`year ${number}`, { steps: 400 })
    const sum = (figures: ReadonlyMap<string, number>): number => [...figures.values()].reduce((a, b) => a + b, 0)
    t.diagnostic(
      `${Math.round(days)} days, ${sum(operations)} operations, ${sum(done)} acts done, ${sum(refused)} refused`,
    )
    assert.deepEqual(surprises, [])
    assert.ok(days > 30 && sum(done) > 300 && sum(refused) > 20)
    for (const name of operations.keys()) operated.add(name)
  })

test('FED-10 at least 20 operations of the table were done', () => {
  assert.ok(operated.size >= 20, [...operated].join(', '))
})
