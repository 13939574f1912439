/**
 * A year of the ecosystem in fast-forward, some weeks of it from one seed; `simulated-year.long.ts` has whole years
 * from several seeds.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateYear } from '../support/year/simulate.ts'

test('FED-10 FED-19 FED-38 GEN-27 over a season, every act that must succeed succeeds, and nothing is trusted or refused for too long', async () => {
  const { days, operations, done, refused, surprises } = await simulateYear('season', { steps: 120 })
  assert.deepEqual(surprises, [])
  assert.ok(days > 5, `only ${days} days have passed`)
  assert.ok(operations.size >= 10, `only ${[...operations.keys()]} were done`)
  assert.ok(operations.has('several people at once'))
  for (const format of ['vc+sd-jwt', 'mso_mdoc']) assert.ok(done.has(`obtain PID as ${format} after 0 s`), format)
  assert.ok(done.has('present by order, redeemed after 0 s'))
  assert.ok(done.size >= 6 && refused.size >= 3, `too little was done or refused: ${[...done, ...refused]}`)
})
