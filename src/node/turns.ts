/**
 * Groups the work of concurrent requests into turns, and each turn into steps. A step runs the work that all requests
 * have submitted. The turn ends when no request submits further work, because every request waits for something
 * outside, such as the network. Grouping keeps code and tables in the processor's caches (ADR 5), and lets the writes
 * of a step share a transaction. All requests of an event loop share its turns.
 */
import type { MaybePromise } from '../base/index.ts'

/** Maximum number of calls that begin a turn. The event loop handles connections before the next turn. */
export const requestsPerTurn = 64
/** Maximum number of steps in a turn. Further work waits for the next turn. Only an endless loop needs more steps. */
export const stepsPerTurn = 32

type Work = () => void

/** Work of requests that have begun, for the next turn. */
const continuingWork: Work[] = []
/**
 * First work of new requests. A turn takes `continuingWork` first, then as much of this work as `requestsPerTurn`
 * permits.
 */
const firstWork: Work[] = []
/** Work for the next step of the current turn. */
let nextStep: Work[] = []
let isTurnRunning = false
let steps = 0

/**
 * Runs work in the next step of the current turn, in the order of the calls. Outside a turn, and after `stepsPerTurn`
 * steps, runs the work in a later turn. An error rejects only the promise of its own call.
 */
export const inTurn = <T>(run: () => MaybePromise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const work = workOf(run, resolve, reject)
    if (isTurnRunning && steps < stepsPerTurn) {
      if (nextStep.push(work) === 1) process.nextTick(step)
    } else {
      continuingWork.push(work)
      askForTurn()
    }
  })

/**
 * Runs the first work of a request in a later turn, after the work of requests that have begun. So older requests are
 * answered first under load.
 */
export const beginInTurn = <T>(run: () => MaybePromise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    firstWork.push(workOf(run, resolve, reject))
    askForTurn()
  })

/** Returns the expected milliseconds for which a request that arrives now waits before its first work. */
export const turnWaitMilliseconds = (): number => firstWork.length * pace

const workOf =
  <T>(run: () => MaybePromise<T>, resolve: (value: MaybePromise<T>) => void, reject: (reason: unknown) => void): Work =>
  () => {
    try {
      resolve(run())
    } catch (thrown) {
      reject(thrown)
    }
  }

/**
 * Records that a connection was accepted. The event loop accepts one connection per iteration, and a turn may last for
 * tens of milliseconds. So while new connections arrive, further iterations run before the next turn, unless new
 * requests wait long. Returns true if the connection has probably waited in the kernel: several others came before it,
 * or new requests wait long.
 */
export function recordConnection(): boolean {
  isAccepting = true
  return accepted >= fewAccepted || areRequestsWaiting()
}

/** Maximum number of connections that are accepted between two turns, which takes a few milliseconds. */
const mostAccepted = 128
/**
 * Milliseconds of waiting from which new requests wait long. Then no further iterations run before the next turn, and
 * new connections wait in the kernel. To accept, refuse and close them would take half of the processor time at 5 times
 * saturation (rows of served overload in the bench).
 */
const longWait = 50
/**
 * Number of accepted connections since the last turn, from which a further connection counts as one that has waited.
 */
const fewAccepted = 8
let isAccepting = false
let accepted = 0

/** Returns true if the event loop should accept further connections before the next turn. */
function acceptsFirst(): boolean {
  const acceptsMore = isAccepting && accepted < mostAccepted && !areRequestsWaiting()
  if (acceptsMore) accepted += 1
  // Further connections have waited in the kernel since the last turn.
  else accepted = isAccepting ? fewAccepted : 0
  isAccepting = false
  return acceptsMore
}

const areRequestsWaiting = (): boolean => turnWaitMilliseconds() >= longWait

let isTurnDue = false

function askForTurn(): void {
  if (isTurnDue) return
  isTurnDue = true
  setImmediate(turn)
}

/** Average milliseconds per request that begins while others wait. Includes all other work of the process. */
let pace = 0.5
/** Share of the newest observation in `pace`. */
const newestShare = 0.2
/** Time in milliseconds of the turn since which new requests wait and `pace` is measured. `undefined` if none waits. */
let waitingSince: number | undefined
/** Number of requests that have begun since that turn, this turn included. */
let begun = 0

function turn(): void {
  if (acceptsFirst()) return void setImmediate(turn)
  const continuing = continuingWork.splice(0, requestsPerTurn)
  const starting = firstWork.splice(0, requestsPerTurn - continuing.length)
  observePace(starting.length)
  isTurnDue = false
  if (continuingWork.length + firstWork.length > 0) askForTurn()
  isTurnRunning = true
  steps = 0
  runAll([...continuing, ...starting])
  endWhenDone()
}

/** Updates `pace` with the time per request that has begun since `waitingSince`, if others have waited since then. */
function observePace(count: number): void {
  const now = performance.now()
  if (waitingSince !== undefined && begun > 0) {
    pace += newestShare * ((now - waitingSince) / begun - pace)
    waitingSince = undefined
  }
  if (firstWork.length === 0) waitingSince = undefined
  else if (waitingSince === undefined) {
    waitingSince = now
    begun = count
  } else begun += count
}

/** Runs when everything started by the previous step is waiting. */
function step(): void {
  const now = nextStep
  nextStep = []
  runAll(now)
}

function runAll(all: readonly Work[]): void {
  steps += 1
  for (const work of all) work()
}

/** Ends the turn when the last step has asked for no further step. */
function endWhenDone(): void {
  const before = steps
  queueMicrotask(() =>
    process.nextTick(() => {
      if (nextStep.length > 0 || steps > before) endWhenDone()
      else isTurnRunning = false
    }),
  )
}
