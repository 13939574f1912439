import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Unavailable } from '../base/index.ts'
import { maintainLimits } from './open-limits.ts'

test('GEN-08 a failed exchange of counts between replicas is reported', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const outage = new Unavailable('the store does not answer', 5)
  const faults: unknown[] = []
  const stop = maintainLimits(
    { limits: { maximumConnections: 1 } as never },
    { limiter: { settle: () => Promise.reject(outage) } as never },
    {
      clock: { now: () => 0 },
      stores: { rateCounters: {} } as never,
      warn: (sentence) => assert.fail(sentence),
      onFault: (fault, surface) => void faults.push([fault, surface]),
    },
  )
  t.mock.timers.tick(2000)
  await turn()
  stop()
  t.mock.timers.tick(2000)
  await turn()
  assert.deepEqual(faults, [
    [outage, 'rates'],
    [outage, 'rates'],
  ])
})
