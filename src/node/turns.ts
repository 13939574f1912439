/**
 * Groups work of the same kind. Work that the requests of one turn of the event loop ask for is collected, and done
 * when all of them have asked. The same holds for each following step, until every request waits for something else.
 * Code and tables stay in the processor's caches (ADR 5), and writes of one step share a transaction. Each event loop
 * has one group.
 */
import type { MaybePromise } from '../base/index.ts'

/** Maximum number of requests in a turn. Then connections are handled. */
export const mostInTurn = 64
/** Maximum number of steps in a turn. Further work waits for the next turn, because only a loop asks for more. */
export const mostSteps = 32

type Work = () => void

/** Work for the next turn. */
const arrived: Work[] = []
/** Work for the next step of the current turn. */
let asked: Work[] = []
let underway = false
/** Steps of the current turn. */
let steps = 0

/** Runs work with the other work of this turn, in order. An error rejects only its own promise. */
export const inTurn = <T>(run: () => MaybePromise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const work = (): void => {
      try {
        resolve(run())
      } catch (thrown) {
        reject(thrown)
      }
    }
    if (underway && steps < mostSteps) {
      if (asked.push(work) === 1) process.nextTick(step)
    } else if (arrived.push(work) === 1) setImmediate(turn)
  })

function turn(): void {
  const now = arrived.splice(0, mostInTurn)
  if (arrived.length > 0) setImmediate(turn)
  underway = true
  steps = 0
  carryOut(now)
  endWhenDone()
}

/** Runs when everything started by the previous step is waiting. */
function step(): void {
  const now = asked
  asked = []
  carryOut(now)
}

function carryOut(all: readonly Work[]): void {
  steps += 1
  for (const work of all) work()
}

/** Ends the turn when the last step has asked for no further step. */
function endWhenDone(): void {
  const seen = steps
  queueMicrotask(() =>
    process.nextTick(() => {
      if (asked.length > 0 || steps > seen) endWhenDone()
      else underway = false
    }),
  )
}
