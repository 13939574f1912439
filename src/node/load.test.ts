import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoad } from './load.ts'

const limits = { maximumInFlight: 3, maximumInFlightPerClient: 2, maximumLagMilliseconds: 50 }

test('GEN-27 too much in flight, of all or of one client, is exceeded until it ends', () => {
  const load = createLoad({ ...limits, milliseconds: () => 0 })
  const first = load.enter('a')
  load.enter('a')
  assert.equal(load.exceeded('a'), false)
  const third = load.enter('a')
  assert.deepEqual([load.exceeded('a'), load.exceeded('b')], [true, false])
  third()
  third()
  assert.deepEqual([load.exceeded('a'), load.inFlight()], [false, 2])
  load.enter('b')
  load.enter('c')
  assert.equal(load.exceeded('c'), true)
  first()
  assert.equal(load.exceeded('c'), false)
  load.stop()
})

test('GEN-27 an event loop that comes round late is exceeded', async () => {
  for (const [step, exceeded] of [
    [100, true],
    [2, false],
  ] as const) {
    let now = 0
    const milliseconds = (): number => {
      now += step
      return now
    }
    const load = createLoad({ ...limits, milliseconds, sampleMilliseconds: 1 })
    now += 1000
    load.start()
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(load.exceeded('a'), exceeded)
    assert.equal(load.lagMilliseconds(), step - 1)
    load.stop()
  }
})
