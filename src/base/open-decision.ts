/**
 * A decision in progress. It records each check and refuses at the first one that fails. `decision.ts` creates and
 * closes decisions.
 */
import type { NumericDate } from './clock.ts'
import type { CheckRecord, DecisionRecord, DecisionSink, EvidenceName } from './decision-record.ts'
import { Failure, type FoundEvidence, longestPlace } from './failure.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { OutageWatch } from './outage-watch.ts'
import { passedCheckOf, passedChecksOf } from './passed-checks.ts'
import { type Answer, Refusal } from './refusal.ts'
import type { Rule, Rules } from './rule-table.ts'
import { isShownPlace, type ShownEvidence, shownEvidence } from './shown-evidence.ts'

/** The clock of a record, and the sink that receives it. */
export interface DecisionServices {
  readonly clock: { now(): NumericDate }
  readonly decisions: DecisionSink
}

type Checkable = object | string | undefined

/** Excludes promises: a failure inside a promise would refuse nothing. */
type Settled = (object & { readonly then?: never }) | string | undefined

/** A decision in progress. The first check that fails throws a `Refusal`. */
export interface Decision<A> {
  /** Identifier of the decision in its record, and in the answer if the decision is refused or fails. */
  readonly trace: string
  /**
   * Runs a verifier and returns its result. Records every requirement of `rules` as passed, unless the result is a
   * failure. Refuses a failure with the rule for its code. Rejects with `UnmappedFailure` for a code without a rule.
   * `adaptAnswer` runs only for a refusal, and adapts the answer of the rule to this request.
   */
  check<T extends Checkable, C extends string>(
    rules: Rules<NoInfer<C>, A>,
    run: () => MaybePromise<T | Failure<C>>,
    adaptAnswer?: (answer: A) => A,
  ): Promise<T>
  /** Does what `check` does for a synchronous verifier, but throws instead of rejecting. */
  checkNow<T extends Settled, C extends string>(
    rules: Rules<NoInfer<C>, A>,
    run: () => T | Failure<C>,
    adaptAnswer?: (answer: A) => A,
  ): T
  /** Returns the value. Refuses when it is `undefined`. `code` defaults to `not_found`. */
  found<T>(requirement: string, answer: A, value: T | undefined, code?: string, at?: string): T
  /** Refuses when the condition does not hold. `code` defaults to `not_satisfied`. */
  that(requirement: string, answer: A, holds: boolean, code?: string, at?: string, evidence?: FoundEvidence): void
  /**
   * Refuses unconditionally, for example when a store reports that another request has used a single-use value.
   * `evidence` must be neither personal nor secret, as for `fail`.
   */
  refuse(rule: Rule<A>, code: string, at?: string, evidence?: FoundEvidence): never
  /**
   * Runs checks of a part that the decision can do without. Returns the refusal of a check instead of throwing it, and
   * does not record the failed check. Rejects with every other error.
   */
  attempt<T>(run: () => Promise<T>): Promise<T | Refusal>
  /** Refuses with a refusal that `attempt` has returned. */
  refuseWith(refusal: Refusal): never
  /**
   * Adds a fact to the record, and replaces an earlier one of this name. Does not redact the value: it must be neither
   * personal nor secret.
   */
  note(name: EvidenceName, value: string): void
}

/** Thrown for a failure whose code has no rule. The decision fails, and the answer is a 500. */
export class UnmappedFailure extends Error {}

/** Traces of decisions that failed, by the thrown object. A `Refusal` contains the trace of its own decision. */
const failedBy = new WeakMap<object, string>()

/**
 * Returns the trace of the decision that failed with this error. Returns `undefined` for a decision's own `Refusal`,
 * which contains the trace, for an error outside a decision, and for a thrown value that is not an object.
 */
export const traceOfFault = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null ? failedBy.get(thrown) : undefined

/**
 * Truncates a place and replaces each character that `error_description` must not contain (RFC 6749 §5.2). The sender
 * of the request may have chosen parts of the place.
 */
const placeForDescription = (at: string): string => at.slice(0, longestPlace).replace(/[^ !#-[\]-~]/g, '?')

const noChecks: readonly CheckRecord[] = []
const nothingShown: ShownEvidence = {}

/** The only implementation of `Decision`. `createDecide` creates and closes it. */
export class OpenDecision<A extends Answer> implements Decision<A> {
  readonly trace: string
  readonly #ctx: DecisionServices
  readonly #outages: OutageWatch
  readonly #surface: string
  /**
   * Lists of checks. Lists of passed checks are shared by all decisions, because one decision has up to two hundred
   * checks.
   */
  readonly #checks: (readonly CheckRecord[])[] = []
  readonly #evidence: { [name in EvidenceName]?: string } = {}

  constructor(ctx: DecisionServices, outages: OutageWatch, surface: string, trace: string) {
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

  /** Closes the decision as refused or failed, and returns `thrown`. */
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
    adaptAnswer?: (answer: A) => A,
  ): Promise<T> {
    return this.#applyRules(rules, await run(), adaptAnswer)
  }

  checkNow<T extends Settled, C extends string>(
    rules: Rules<C, A>,
    run: () => T | Failure<C>,
    adaptAnswer?: (answer: A) => A,
  ): T {
    return this.#applyRules(rules, run(), adaptAnswer)
  }

  #applyRules<T extends Checkable, C extends string>(
    rules: Rules<C, A>,
    result: T | Failure<C>,
    adaptAnswer = (answer: A): A => answer,
  ): T {
    if (result instanceof Failure) {
      const rule = Object.hasOwn(rules, result.code) ? rules[result.code as C] : undefined
      if (rule === undefined) throw new UnmappedFailure(`there is no rule for ${result.code} at ${result.at}`)
      this.refuse([rule[0], adaptAnswer(rule[1])], result.code, result.at, result.evidence)
    }
    this.#checks.push(passedChecksOf(rules))
    return result
  }

  found<T>(requirement: string, answer: A, value: T | undefined, code = 'not_found', at = ''): T {
    if (value === undefined) this.refuse([requirement, answer], code, at)
    this.#checks.push(passedCheckOf(requirement))
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
    this.#checks.push(passedCheckOf(requirement))
  }

  refuse(rule: Rule<A>, code: string, place = '', found?: FoundEvidence): never {
    const [requirement, answer] = rule
    const at = placeForDescription(place)
    const evidence =
      found !== undefined && (found.isShownAnywhere || isShownPlace(at)) ? shownEvidence(found) : nothingShown
    this.#checks.push([{ requirement, passed: false, code, at, ...evidence }])
    throw new Refusal(this.trace, answer, requirement, code, at, evidence)
  }

  async attempt<T>(run: () => Promise<T>): Promise<T | Refusal> {
    try {
      return await run()
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || thrown.trace !== this.trace) throw thrown
      this.#checks.pop() // the failed check
      return thrown
    }
  }

  refuseWith(refusal: Refusal): never {
    const { requirement, code, at, evidence } = refusal
    this.#checks.push([{ requirement, passed: false, code, at, ...evidence }])
    throw refusal
  }

  note(name: EvidenceName, value: string): void {
    this.#evidence[name] = value
  }
}
