/**
 * Events of one wallet of the console. An event contains the outcome of an action, the trace id of its last decision,
 * and the id of the action. By these ids, the console finds the flow of the action.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Clock, type DecisionSink, Refusal } from '../base/index.ts'
import type { WalletEvent, WalletRefusal } from '../console/index.ts'
import { describeCheck, ruleText } from '../rules/index.ts'
import { SandboxFault } from './sandbox-fault.ts'

/** Members that an action adds to its event. */
export type EventDetails = Partial<Omit<WalletEvent, 'id' | 'at' | 'kind'>>

interface EventsParts {
  readonly clock: Clock
  readonly newId: () => string
  /** Runs a user's action. Its messages are recorded with `id` as their parent. */
  readonly runAction: <T>(id: string, run: () => Promise<T>) => Promise<T>
  readonly onFault: (fault: unknown) => void
}

/** Kind of an action, and the parent id of its messages. */
export interface Action {
  readonly kind: WalletEvent['kind']
  readonly id: string
}

/** Events of one wallet, and the sink that connects decisions with them. */
export interface WalletEvents {
  /** Wraps a sink, and adds the trace id of the last decision to the event of the running action. */
  observe(sink: DecisionSink): DecisionSink
  /**
   * Runs an action and keeps its event. Calls `details` when the action has ended, also after a refusal, and adds the
   * returned members to the event. The result of `run` replaces members of the same name.
   */
  record(action: Action, run: () => Promise<EventDetails>, details?: () => EventDetails): Promise<WalletEvent>
  /**
   * Runs the first part of an action and resolves to its value. If it throws, also by a refusal, keeps an event and
   * resolves to that event.
   */
  attempt<T>(action: Action, run: () => Promise<T>): Promise<{ readonly value: T } | WalletEvent>
  /** Returns all kept events, newest first. */
  all(): readonly WalletEvent[]
}

const maximumEvents = 100

/**
 * Creates the events of one wallet. Keeps at most 100. `record` and `attempt` never reject: a refusal is an outcome,
 * and any other error is passed to `onFault`.
 */
export function createWalletEvents({ clock, newId, runAction, onFault }: EventsParts): WalletEvents {
  const events: WalletEvent[] = []
  const traces = new AsyncLocalStorage<string[]>()
  const keep = ({ kind, id }: Action, details: EventDetails): WalletEvent => {
    const trace = details.trace ?? traces.getStore()?.at(-1)
    const event: WalletEvent = {
      ...{ id: newId(), at: clock.now(), kind, outcome: 'done', action: id },
      ...details,
      ...(trace !== undefined && { trace }),
    }
    events.unshift(event)
    events.splice(maximumEvents)
    return event
  }
  const outcomeOf = (thrown: unknown): EventDetails => {
    if (thrown instanceof Refusal) return { outcome: 'refused', refusal: toWalletRefusal(thrown), trace: thrown.trace }
    onFault(thrown)
    return { outcome: 'failed', ...(thrown instanceof SandboxFault && { reason: thrown.message }) }
  }
  const within = <T>({ id }: Action, run: () => Promise<T>): Promise<T> => traces.run([], () => runAction(id, run))
  return {
    observe: (sink) => ({
      ...sink,
      record: (decision) => {
        traces.getStore()?.push(decision.trace)
        sink.record(decision)
      },
    }),
    record: (action, run, details = () => ({})) =>
      within(action, async () => {
        const ended = await run().catch(outcomeOf)
        return keep(action, { ...details(), ...ended })
      }),
    attempt: (action, run) =>
      within(action, async () => {
        try {
          return { value: await run() }
        } catch (thrown) {
          return keep(action, outcomeOf(thrown))
        }
      }),
    all: () => events,
  }
}

function toWalletRefusal({ answer, code, at, requirement, evidence }: Refusal): WalletRefusal {
  const rule = ruleText(requirement)
  const block = describeCheck({ requirement, code, at, ...evidence }, answer.text)
  return { error: answer.error, text: answer.text, block: { ...block, ...(rule !== undefined && { rule }) } }
}
