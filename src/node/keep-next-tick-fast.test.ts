import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { keepNextTickFast } from './keep-next-tick-fast.ts'

test('one record of process.nextTick is never collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const ticks: WeakRef<object>[] = []
  const hook = createHook({
    init: (_id, type, _trigger, resource) => {
      if (type === 'TickObject') ticks.push(new WeakRef(resource))
    },
  }).enable()
  keepNextTickFast()
  process.nextTick(() => undefined)
  hook.disable()
  await setImmediate()
  collect()
  assert.deepEqual(
    ticks.map((tick) => tick.deref() !== undefined),
    [true, false],
  )
})
