import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Child } from '../../bench/channel.ts'
import { openFloorTurns } from '../../bench/floor-turns.ts'
import { readOptions } from '../../bench/options.ts'
import type { Processes } from '../../bench/processes.ts'
import { cases } from '../../bench/vectors/cases.ts'

const turnMilliseconds = 2

/** Returns a child that records its calls in `calls`. Each answer reports ten operations in a hundredth of a second. */
function child(name: string, calls: string[]): Child {
  return {
    ask: async <T>(part: string) => {
      calls.push(`${name}: ${part}`)
      await setTimeout(turnMilliseconds)
      return { operations: 10, seconds: 0.01, cpu: 5000, utilisation: 1, rss: 1 } as T
    },
    hold: () => void calls.push(`${name} held`),
    release: () => void calls.push(`${name} released`),
    stop: async () => undefined,
  }
}

test('service and floors use the core in turns, so that only one of them works at a time, and both continue at the end', async () => {
  const calls: string[] = []
  const processes = { service: child('service', calls), floors: child('floors', calls), directory: '' }
  const one = cases.find(({ id }) => id === 'pid-token')
  const options = readOptions([])
  assert.ok(one && options)
  const given = { requests: [], answer: { status: 200, bytes: 1, contentType: 'text/plain' } }
  const turns = await openFloorTurns(processes as unknown as Processes, { ...options, turnMilliseconds }, one, given)
  const turn = ['floors released', 'floors: crypto', 'floors held']
  assert.deepEqual(calls.splice(0), turn)

  const started = performance.now()
  turns.begin()
  while (calls.filter((what) => what === 'service released').length < 2) await setTimeout(1)
  const { floors, held } = await turns.end()
  const taken = ['service held', ...turn, 'service released']
  const whole = [...taken, ...taken, ...taken].slice(0, calls.length - 1)
  assert.deepEqual(calls, [...whole, 'floors released'])
  assert.equal(whole.length % taken.length, 0)
  assert.deepEqual(floors, { crypto: { perSecond: 1000, cpu: 500 } })
  assert.ok(held > 0 && held < performance.now() - started)
})
