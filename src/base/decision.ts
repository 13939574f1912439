/**
 * Decisions and their records. A record lists the checks in the order in which they ran, each with its requirement. A
 * use case runs inside `decide`. Verifiers return failures with codes of a closed union. The rule table beside the use
 * case maps each code to a requirement and an answer (`rule-table.ts`).
 *
 * A record contains requirement IDs, codes, places and the evidence that the use case notes (`EvidenceName`). For a
 * failed comparison it also contains the two values, unless they are personal or secret (D-585).
 */
import { encodeBase64url } from './base64url.ts'
import { type Decision, type DecisionServices, OpenDecision } from './open-decision.ts'
import { createOutageWatch } from './outage-watch.ts'
import type { Random } from './random.ts'
import type { Answer } from './refusal.ts'

/**
 * Runs one decision and closes it: accepted when `run` returns, refused when `run` throws the `Refusal` of this
 * decision, failed when `run` throws anything else.
 */
export interface Decide<A extends Answer> {
  <T>(surface: string, run: (decision: Decision<A>) => Promise<T>): Promise<T>
  /** Runs a synchronous decision and closes it in the same way. Does not call `measure` of the sink. */
  now<T>(surface: string, run: (decision: Decision<A>) => T): T
}

/** Services for decisions: a clock for the records, randomness for the traces, and the sink. */
export interface DecideContext extends DecisionServices {
  readonly random: Random
}

/**
 * Creates the function that runs decisions. Each decision has its own trace. The sink receives the record when the
 * decision ends. Rethrows what `run` throws. If that is an object other than the decision's own `Refusal`,
 * `traceOfFault` then returns the trace.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createDecide, type DecisionRecord } from 'fiducia/base'
 * import { createNodeRandom, createSystemClock } from 'fiducia/node'
 *
 * const records: DecisionRecord[] = []
 * const decisions = { record: (record: DecisionRecord) => void records.push(record) }
 * const decide = createDecide({ clock: createSystemClock(), random: createNodeRandom(), decisions })
 * const greeting = await decide('greeter', async (decision) => {
 *   decision.that('GEN-01', { status: 400, error: 'invalid_request', text: 'No name.' }, true)
 *   return 'hello'
 * })
 * assert.equal(greeting, 'hello')
 * assert.equal(records[0]?.outcome, 'accepted')
 * ```
 */
export function createDecide<A extends Answer>(ctx: DecideContext): Decide<A> {
  const nextTrace = createTraces(ctx.random)
  const outages = createOutageWatch()
  const open = (surface: string) => new OpenDecision<A>(ctx, outages, surface, nextTrace())
  const decide = async <T>(surface: string, run: (decision: Decision<A>) => Promise<T>): Promise<T> => {
    const decision = open(surface)
    try {
      const value = await run(decision)
      decision.close('accepted')
      return value
    } catch (thrown) {
      throw decision.closeBy(thrown)
    }
  }
  const now = <T>(surface: string, run: (decision: Decision<A>) => T): T => {
    const decision = open(surface)
    try {
      const value = run(decision)
      decision.close('accepted')
      return value
    } catch (thrown) {
      throw decision.closeBy(thrown)
    }
  }
  const sink = ctx.decisions
  const measured: typeof decide = (surface, run) =>
    sink.measure === undefined ? decide(surface, run) : sink.measure(surface, () => decide(surface, run))
  return Object.assign(sink.measure === undefined ? decide : measured, { now })
}

const traceBytes = 9
const traceLength = 12

/**
 * Returns a source of identifiers of 72 random bits. Draws the bytes of 64 identifiers at once, because a separate draw
 * for each identifier is slow.
 */
function createTraces(random: Random): () => string {
  let traces = ''
  let used = 0
  return () => {
    if (used === traces.length) {
      traces = encodeBase64url(random.bytes(64 * traceBytes))
      used = 0
    }
    used += traceLength
    return traces.slice(used - traceLength, used)
  }
}
