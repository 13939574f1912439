import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startUpkeep } from './upkeep.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

test('the store deletes expired records while the role’s own deletion waits, and failures are logged', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const faults: unknown[] = []
  const times: number[] = []
  const ends = new Set<AbortSignal | undefined>()
  let [pruned, asked] = [0, 0]
  let answer = (): void => undefined
  const { stop, notes } = startUpkeep({
    clock: { now: () => 1000 },
    stores: {
      prune: async (now, end) => {
        times.push(now)
        ends.add(end)
        pruned += 1
        if (pruned === 2) throw new Error('the store is away')
      },
    },
    service: {
      runUpkeep: (now, end) => {
        times.push(now)
        ends.add(end)
        asked += 1
        return new Promise((resolve) => {
          answer = resolve
        })
      },
    },
    log: { fault: ({ message }: Error, surface) => void faults.push([message, surface]) },
  })
  const noted: (readonly string[])[] = []
  for (let minutes = 0; minutes < 3; minutes += 1) {
    t.mock.timers.tick(60_000)
    await settle()
    noted.push(notes())
  }
  assert.deepEqual([pruned, asked], [3, 1])
  const broken = 'the store did not delete all expired records in the last round: the log says why'
  assert.deepEqual(noted, [[], [broken], []])
  assert.deepEqual([...new Set(times)], [940], 'store and role get the same time, a minute before now')
  assert.deepEqual(faults, [['the store is away', 'prune']])
  const stopped = stop()
  assert.deepEqual(
    [...ends].map((end) => end?.aborted),
    [true, true],
    'both jobs learn that they are to end',
  )
  answer()
  await stopped
  t.mock.timers.tick(60_000)
  assert.deepEqual([pruned, asked], [3, 1])
})

test('reports a failed round of the role until a round succeeds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let works = false
  const { stop, notes } = startUpkeep({
    clock: { now: () => 1000 },
    stores: { prune: async () => undefined },
    service: {
      runUpkeep: async () => {
        if (!works) throw new Error('statement timeout')
      },
    },
    log: { fault: () => undefined },
  })
  const round = async () => {
    t.mock.timers.tick(60_000)
    await settle()
    return notes()
  }
  assert.deepEqual(await round(), ['the upkeep of the service failed in the last round: the log says why'])
  works = true
  assert.deepEqual(await round(), [])
  await stop()
})
