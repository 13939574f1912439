import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPruning } from './pruning.ts'

test('pruning comes again after each round, whatever failed in it, never twice at once, and takes what was over a minute ago', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let now = 1000
  const rounds: number[] = []
  const faults: unknown[] = []
  let release = (): void => undefined
  const { stop } = startPruning({
    clock: { now: () => now },
    tasks: [
      () => {
        throw new Error('one')
      },
      async (at) => {
        rounds.push(at)
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
  assert.deepEqual(rounds, [940], 'a round began while one was under way')
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
  assert.equal(ended, false, 'stopped before the round under way had ended')
  release()
  await stopping
  t.mock.timers.tick(60_000)
  assert.equal(rounds.length, 2)
})
