/** Years of the ecosystem as in `simulated-year.long.ts`, over stores that replicas share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPostgres } from '../support/postgres.ts'
import { simulateYear } from '../support/year/simulate.ts'

for (let number = 0; number < 3; number += 1)
  test(`FED-10 FED-19 FED-38 GEN-27 year ${number} over PostgreSQL: every act that must succeed succeeds, and nothing is trusted or refused for too long`, async (t) => {
    const [own, below] = [await startPostgres(), await startPostgres()]
    try {
      const at = { url: own.url, intermediateUrl: below.url }
      const { days, done, surprises } = await simulateYear(`shared year ${number}`, { steps: 400, at })
      t.diagnostic(`${Math.round(days)} days, ${[...done.values()].reduce((a, b) => a + b, 0)} acts done`)
      assert.deepEqual(surprises, [])
      assert.ok(days > 30 && done.has('present by order, redeemed after 0 s'))
    } finally {
      await own.stop()
      await below.stop()
    }
  })
