/**
 * Decisions that explain themselves. Every accept or refuse is an ordered list of checks, each with the requirement
 * that it enforces. A use case runs inside `decide`; verifiers fail with closed codes, and the rule table beside the
 * use case says what each code means here: the requirement, and the answer of the role.
 *
 * Kept are codes, requirement IDs, names of members, thumbprints, digests, and of a comparison that failed the two values
 * where these are neither personal nor secret (D-585).
 */
import { encodeBase64url } from './base64url.ts'
import type { NumericDate } from './clock.ts'
import type { CheckRecord, DecisionRecord, DecisionSink, EvidenceName } from './decision-record.ts'
import { Failure, type FoundEvidence, longestPlace } from './failure.ts'
import type { MaybePromise } from './maybe-promise.ts'
import { createOutageWatch, type OutageWatch } from './outage-watch.ts'
import { passedBy, passedOne } from './passed-checks.ts'
import type { Random } from './random.ts'
import type { Rule, Rules } from './rule-table.ts'
import { isShownPlace, type ShownEvidence, shownEvidence } from './shown-evidence.ts'

/** What the other party is told: a row of a role's `answers.ts`. */
export interface Answer {
  readonly status: number
  /** The wire's error code. */
  readonly error: string
  /** One sentence: to the user of a wallet, and to a developer where the failure code has no words of its own. */
  readonly text: string
}

/** Thrown by a decision that refuses and by nothing else; not an Error, since it is no fault of the program. */
export class Refusal<A extends Answer = Answer> {
  readonly trace: string
  readonly answer: A
  readonly requirement: string
  readonly code: string
  readonly at: string
  /** What was expected and what was found, as it may be shown to anybody; empty where nothing was compared. */
  readonly evidence: ShownEvidence

  constructor(trace: string, answer: A, requirement: string, code: string, at: string, evidence: ShownEvidence = {}) {
    this.trace = trace
    this.answer = answer
    this.requirement = requirement
    this.code = code
    this.at = at
    this.evidence = evidence
  }
}

type Checkable = object | string | undefined

/** No promise: a verdict that nobody has waited for would refuse nothing. */
type Settled = (object & { readonly then?: never }) | string | undefined

/** A decision while it is taken: each rule is asked through it, and the first that does not hold throws a `Refusal`. */
export interface Decision<A> {
  /** The identifier that the record and a refusing answer carry. */
  readonly trace: string
  /**
   * Runs a verifier; each of its codes has its rule. Returns what the verifier vouches for. `worded` makes the answer to
   * this request of the table's answer, so that tables are constants; asked only when something is refused.
   */
  check<T extends Checkable, C extends string>(
    rules: Rules<NoInfer<C>, A>,
    run: () => MaybePromise<T | Failure<C>>,
    worded?: (answer: A) => A,
  ): Promise<T>
  /** The same with a verifier that waits for nothing. */
  checkNow<T extends Settled, C extends string>(
    rules: Rules<NoInfer<C>, A>,
    run: () => T | Failure<C>,
    worded?: (answer: A) => A,
  ): T
  /** Refuses when a record that the rule needs is not there. */
  found<T>(
    requirement: string,
    answer: A,
    value: T | undefined,
    code?: string,
    at?: string,
    evidence?: FoundEvidence,
  ): T
  /** Refuses when a condition does not hold. */
  that(requirement: string, answer: A, holds: boolean, code?: string, at?: string, evidence?: FoundEvidence): void
  /** Refuses by a rule, unconditionally: for the claim that a store verb says was lost. `evidence` as for `fail`. */
  refuse(rule: Rule<A>, code: string, at?: string, evidence?: FoundEvidence): never
  /** Keeps a redacted fact. */
  note(name: EvidenceName, value: string): void
}

/** Runs one decision. It closes itself: accepted when `run` returns, refused by a rule, failed by anything else. */
export interface Decide<A extends Answer> {
  <T>(surface: string, run: (decision: Decision<A>) => Promise<T>): Promise<T>
  /** The same for what waits for nothing. It is over before it could be measured: `around` is not asked. */
  now<T>(surface: string, run: (decision: Decision<A>) => T): T
}

/** What decisions are taken with: time and trace for their records, and the sink that is told of each. */
export interface DecideContext {
  readonly clock: { now(): NumericDate }
  readonly random: Random
  readonly decisions: DecisionSink
}

/** A code that no rule table maps: the decision fails and the answer is a 500, never an acceptance. */
export class UnmappedFailure extends Error {}

/** What made decisions fail, so that the answer can name the decision. Not for what refuses: a `Refusal` knows its own. */
const failedBy = new WeakMap<object, string>()

/** The trace of the decision that this broke; none for what was thrown outside of any. */
export const traceOfFault = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null ? failedBy.get(thrown) : undefined

/**
 * What opens decisions: each has a trace of its own, is told to `ctx`'s sink when it ends, and is named by whatever breaks it
 * (`traceOfFault`). A decision that is refused throws its `Refusal`; anything else that is thrown passes through.
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
    sink.around === undefined ? decide(surface, run) : sink.around(surface, () => decide(surface, run))
  return Object.assign(sink.around === undefined ? decide : measured, { now })
}

const traceBytes = 9
const traceLength = 12

/** Identifiers of 72 random bits, drawn and written 64 at a time: one alone costs more than judging a small request. */
function createTraces(random: Random): () => string {
  let drawn = ''
  let used = 0
  return () => {
    if (used === drawn.length) {
      drawn = encodeBase64url(random.bytes(64 * traceBytes))
      used = 0
    }
    used += traceLength
    return drawn.slice(used - traceLength, used)
  }
}

/** A place may hold a stranger's words. These are the characters of `error_description` (RFC 6749 §5.2). */
const printable = (at: string): string => at.slice(0, longestPlace).replace(/[^ !#-[\]-~]/g, '?')

const noChecks: readonly CheckRecord[] = []
const nothingShown: ShownEvidence = {}

class OpenDecision<A extends Answer> implements Decision<A> {
  readonly trace: string
  readonly #ctx: Pick<DecideContext, 'clock' | 'decisions'>
  readonly #outages: OutageWatch
  readonly #surface: string
  /** In pieces, most of which are shared: there are up to two hundred checks in a decision. */
  readonly #checks: (readonly CheckRecord[])[] = []
  readonly #evidence: { [name in EvidenceName]?: string } = {}

  constructor(ctx: Pick<DecideContext, 'clock' | 'decisions'>, outages: OutageWatch, surface: string, trace: string) {
    this.#ctx = ctx
    this.#outages = outages
    this.#surface = surface
    this.trace = trace
  }

  close(outcome: DecisionRecord['outcome']): void {
    const { clock, decisions } = this.#ctx
    const checks = noChecks.concat(...this.#checks)
    decisions.record({
      trace: this.trace,
      surface: this.#surface,
      at: clock.now(),
      outcome,
      checks,
      evidence: this.#evidence,
    })
  }

  /** Closes by what was thrown, and returns it. */
  closeBy(thrown: unknown): unknown {
    const refused = thrown instanceof Refusal && thrown.trace === this.trace
    const { entity } = this.#evidence
    const now = this.#ctx.clock.now()
    const outage = refused ? this.#outages.ofRefusal(thrown, entity, now) : this.#outages.ofFault(thrown, now)
    Object.assign(this.#evidence, outage) // GEN-27
    this.close(refused ? 'refused' : 'failed')
    if (!refused && typeof thrown === 'object' && thrown !== null) failedBy.set(thrown, this.trace)
    return thrown
  }

  async check<T extends Checkable, C extends string>(
    rules: Rules<C, A>,
    run: () => MaybePromise<T | Failure<C>>,
    worded?: (answer: A) => A,
  ): Promise<T> {
    return this.#judge(rules, await run(), worded)
  }

  checkNow<T extends Settled, C extends string>(
    rules: Rules<C, A>,
    run: () => T | Failure<C>,
    worded?: (answer: A) => A,
  ): T {
    return this.#judge(rules, run(), worded)
  }

  #judge<T extends Checkable, C extends string>(
    rules: Rules<C, A>,
    result: T | Failure<C>,
    worded = (answer: A): A => answer,
  ): T {
    if (result instanceof Failure) {
      const rule = Object.hasOwn(rules, result.code) ? rules[result.code as C] : undefined
      if (rule === undefined) throw new UnmappedFailure(`no rule for ${result.code} at ${result.at}`)
      this.refuse([rule[0], worded(rule[1])], result.code, result.at, result.evidence)
    }
    this.#checks.push(passedBy(rules))
    return result
  }

  found<T>(
    requirement: string,
    answer: A,
    value: T | undefined,
    code = 'not_found',
    at = '',
    evidence?: FoundEvidence,
  ): T {
    if (value === undefined) this.refuse([requirement, answer], code, at, evidence)
    this.#checks.push(passedOne(requirement))
    return value
  }

  that(
    requirement: string,
    answer: A,
    holds: boolean,
    code = 'not_satisfied',
    at = '',
    evidence?: FoundEvidence,
  ): void {
    if (!holds) this.refuse([requirement, answer], code, at, evidence)
    this.#checks.push(passedOne(requirement))
  }

  refuse(rule: Rule<A>, code: string, place = '', found?: FoundEvidence): never {
    const [requirement, answer] = rule
    const at = printable(place)
    const evidence = found !== undefined && (found.isOwnWords || isShownPlace(at)) ? shownEvidence(found) : nothingShown
    this.#checks.push([{ requirement, passed: false, code, at, ...evidence }])
    throw new Refusal(this.trace, answer, requirement, code, at, evidence)
  }

  note(name: EvidenceName, value: string): void {
    this.#evidence[name] = value
  }
}
