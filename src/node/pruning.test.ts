import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPruning } from './pruning.ts'

test('rounds of pruning follow each other without overlap, even after a fault, and delete what expired a minute ago', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1000
  const rounds: number[] = []
  const faults: unknown[] = []
  const signals: AbortSignal[] = []
  let release = (): void => undefined
  const { stop } = startPruning({
    clock: { now: () => now },
    tasks: [
      () => {
        throw new Error('one')
      },
      async (at, end) => {
        rounds.push(at)
        signals.push(end)
        assert.equal(end.aborted, false)
        await new Promise<void>((resolve) => {
          release = resolve
        })
      },
    ],
    intervalSeconds: 10,
    onFault: (fault) => void faults.push(fault),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  t.mock.timers.tick(9999)
  assert.deepEqual(rounds, [])
  t.mock.timers.tick(1)
  assert.deepEqual(rounds, [940])
  t.mock.timers.tick(60_000)
  assert.deepEqual(rounds, [940], 'no round begins while another is under way')
  release()
  await settle()
  assert.equal(faults.length, 1)
  now = 2000
  t.mock.timers.tick(10_000)
  assert.deepEqual(rounds, [940, 1940])
  let ended = false
  const stopping = stop().then(() => {
    ended = true
  })
  await settle()
  assert.equal(ended, false, 'stop waits for the round under way')
  assert.equal(signals[1]?.aborted, true, 'the round learns that it is to end')
  release()
  await stopping
  t.mock.timers.tick(60_000)
  assert.equal(rounds.length, 2)
})
