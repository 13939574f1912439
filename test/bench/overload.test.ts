import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type OverloadTurn, oneClientFigure, overloadFigures } from '../../bench/behaviour/overload-figures.ts'
import type { CrowdResult } from '../../bench/client/crowd.ts'

const crowd = (changes: Partial<CrowdResult> = {}): CrowdResult => ({
  ...{ seconds: 4, arrived: 8000, good: 4000, goodInPhase: 4000, refused: 3000, unexpected: 0, closed: 0 },
  ...{ givenUp: 1000, unsent: 0, latencies: [100], answered: [200], lateness: 1 },
  ...{ goodByTenth: [10, 10], arrivedByTenth: [10, 10] },
  ...changes,
})

const turn = (changes: Partial<OverloadTurn> = {}): OverloadTurn => ({
  ...{ times: 2, over: crowd(), after: crowd(), memory: 1 },
  ...changes,
})

const figuresOf = (turns: readonly OverloadTurn[], closedLoop = 1000) => {
  const figures = overloadFigures('sqlite', closedLoop, turns)
  return (what: string) => figures.find(({ goal }) => goal.case === `sqlite-overload-${what}`)
}

test('the peak is the highest rate of the run, in a closed loop or in an overload', () => {
  assert.equal(figuresOf([turn()], 2000)('2')?.ratio.median, 0.5)
  const fast = turn({ times: 5, over: crowd({ goodInPhase: 8000 }) })
  assert.equal(figuresOf([turn(), fast])('2')?.ratio.median, 0.5)
})

test('the worst turn counts for memory, and the median of the turns for the wait', () => {
  const turns = [turn({ memory: 1.4 }), turn({ over: crowd({ answered: [900] }) }), turn()]
  assert.equal(figuresOf(turns)('memory')?.ratio.median, 1.4)
  assert.equal(figuresOf(turns)('p99')?.ratio.median, 0.4)
})

test('recovery takes until the last tenth of a second with refusals', () => {
  const after = crowd({ goodByTenth: [10, 0, 10, 10], arrivedByTenth: [10, 10, 10, 10] })
  assert.equal(figuresOf([turn({ after })])('recovery')?.ratio.median, 0.2)
})

test('an overload is void if its load was late or incomplete in more than half of the turns', () => {
  const late = turn({ over: crowd({ lateness: 51 }) })
  assert.equal(figuresOf([late, turn(), turn()])('2')?.fault, undefined)
  assert.match(figuresOf([late, late, turn()])('2')?.fault ?? '', /51 ms late/)
  for (const changes of [{ unsent: 400 }, { unexpected: 400 }])
    assert.match(figuresOf([turn({ over: crowd(changes) })])('2')?.fault ?? '', /did not send 5 % of the arrivals/)
  assert.equal(figuresOf([turn({ over: crowd({ unsent: 200 }) })])('2')?.fault, undefined)
})

test('the other rows omit a void overload, and are void without any other', () => {
  const late = turn({ times: 10, memory: 2, over: crowd({ lateness: 51 }) })
  const figure = figuresOf([turn(), late])
  assert.deepEqual([figure('memory')?.ratio.median, figure('memory')?.fault], [1, undefined])
  assert.match(figuresOf([late])('memory')?.fault ?? '', /late/)
  assert.equal(figure('5'), undefined)
})

test('the others of a flooding client are compared with their own arrivals', () => {
  const flood = crowd({ good: 100, refused: 7900 })
  const figure = oneClientFigure('postgres', [{ flood, others: crowd({ arrived: 1000, goodInPhase: 950 }) }])
  assert.deepEqual([figure.ratio.median, figure.note], [0.95, 'one client sent 2000 /s; 100 accepted, 7900 refused'])
  assert.match(oneClientFigure('postgres', [{ flood, others: crowd({ unsent: 800 }) }]).fault ?? '', /did not send/)
})
