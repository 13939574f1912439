/**
 * Work of the same kind, done together. What the requests of one turn of the event loop ask for is collected, and done one
 * after the other once all of them have asked; so is what they ask for next, until each has come to something else that it
 * waits for. Code and tables that one piece of work has brought into the processor's caches are still there for the next
 * (ADR 5), and what the requests write in one step is one transaction. One event loop has one collection.
 */
import type { MaybePromise } from '../base/index.ts'

/** At most so many requests are taken into a turn before connections are looked at again. */
export const mostInTurn = 64
/** What asks for more steps than any request does is a loop, and goes on in the next turn. */
export const mostSteps = 32

type Work = () => void

/** For the next turn. */
const arrived: Work[] = []
/** For the next step of the turn that is underway. */
let asked: Work[] = []
let underway = false
/** Of the turn that is underway. */
let steps = 0

/** Work is done in the order in which it came; what throws rejects for itself alone. */
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

/** A tick begins when everything that the last step has set going waits for something. */
function step(): void {
  const now = asked
  asked = []
  carryOut(now)
}

function carryOut(all: readonly Work[]): void {
  steps += 1
  for (const work of all) work()
}

/** The turn is over when no step was asked for while everything that the last one has set going went on. */
function endWhenDone(): void {
  const seen = steps
  queueMicrotask(() =>
    process.nextTick(() => {
      if (asked.length > 0 || steps > seen) endWhenDone()
      else underway = false
    }),
  )
}
