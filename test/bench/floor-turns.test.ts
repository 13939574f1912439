import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Child } from '../../bench/channel.ts'
import { openFloorTurns } from '../../bench/floor-turns.ts'
import { readOptions } from '../../bench/options.ts'
import type { Processes } from '../../bench/processes.ts'
import { cases } from '../../bench/vectors/cases.ts'

const turnMilliseconds = 2

/** Records its calls in `said`. Each turn of its floors counts ten operations in a hundredth of a second. */
function child(name: string, said: string[]): Child {
  return {
    ask: async <T>(part: string) => {
      said.push(`${name}: ${part}`)
      await setTimeout(turnMilliseconds)
      return { operations: 10, seconds: 0.01, cpu: 5000, utilisation: 1, rss: 1 } as T
    },
    hold: () => void said.push(`${name} held`),
    release: () => void said.push(`${name} released`),
    stop: async () => undefined,
  }
}

test('service and floors use the core in turns, so that only one of them works at a time, and both continue at the end', async () => {
  const said: string[] = []
  const processes = { service: child('service', said), floors: child('floors', said), directory: '' }
  const one = cases.find(({ id }) => id === 'pid-token')
  const options = readOptions([])
  assert.ok(one && options)
  const given = { requests: [], answer: { status: 200, bytes: 1, contentType: 'text/plain' } }
  const turns = await openFloorTurns(processes as unknown as Processes, { ...options, turnMilliseconds }, one, given)
  const turn = ['floors released', 'floors: crypto', 'floors held']
  assert.deepEqual(said.splice(0), turn)

  const started = performance.now()
  turns.begin()
  while (said.filter((what) => what === 'service released').length < 2) await setTimeout(1)
  const { floors, held } = await turns.end()
  const taken = ['service held', ...turn, 'service released']
  const whole = [...taken, ...taken, ...taken].slice(0, said.length - 1)
  assert.deepEqual(said, [...whole, 'floors released'])
  assert.equal(whole.length % taken.length, 0)
  assert.deepEqual(floors, { crypto: { perSecond: 1000, cpu: 500 } })
  assert.ok(held > 0 && held < performance.now() - started)
})
