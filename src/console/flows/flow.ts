/**
 * A flow as a page shows it: the messages of one transaction in order, each with the decisions about it. A
 * presentation, for example, is one transaction.
 */
import type { DecisionRecord } from '../../base/index.ts'
import { type Background, backgroundOf } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'
import type { FlowKind } from './flow-kind.ts'
import { addToGroup, createGroup, type MessageGroup, mainRefusal } from './message-group.ts'

/** Outcome of a flow: `open` while a response is missing, `declined` if the user refused a presentation. */
export type FlowOutcome = DecisionRecord['outcome'] | 'open' | 'declined'

export interface Step {
  /** Position in the flow, from 1. */
  readonly number: number
  readonly message: Message
  readonly decisions: readonly DecisionRecord[]
  /** Present if the message fetches a document or polls. */
  readonly background: Background | undefined
}

export interface Flow {
  readonly id: string
  readonly kind: FlowKind
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt: number
  readonly parties: readonly string[]
  readonly outcome: FlowOutcome
  readonly steps: readonly Step[]
  /** The decision that explains why the flow failed. */
  readonly refusal: DecisionRecord | undefined
  /** The step that `refusal` is about. Without `refusal`, the last step if its response is an error. */
  readonly faulty: Step | undefined
  /** True for a flow of a file. Its requests cannot be sent again. */
  readonly isLoaded: boolean
}

/**
 * Returns the outcome of the group's main refusal. Without one, returns `refused` if the last response is an error or
 * the wallet sent an error, `declined` if this error says that the user refused, `open` if a response is missing, and
 * `accepted` for any other group.
 */
export function outcomeOf(group: MessageGroup): FlowOutcome {
  const { open, last, walletError } = group
  const refusal = mainRefusal(group)
  if (refusal !== undefined) return refusal.outcome
  if (last?.isRejected) return 'refused'
  if (walletError !== undefined) return walletError === 'access_denied' ? 'declined' : 'refused'
  return open.size > 0 ? 'open' : 'accepted'
}

type FindDecision = (trace: string) => DecisionRecord | undefined

/** Returns the flow of a group with these messages. */
export function toFlow(
  group: MessageGroup,
  messages: readonly Message[],
  findDecision: FindDecision,
  isLoaded = false,
): Flow {
  const steps = messages.toSorted(inOrder).map((message, index): Step => {
    const decisions = message.traces.map(findDecision).filter((one) => one !== undefined)
    return { number: index + 1, message, decisions, background: backgroundOf(message) }
  })
  const refusal = mainRefusal(group)
  const faulty = steps.find(({ message }) =>
    refusal === undefined
      ? group.last?.isRejected && message.id === group.last.message
      : message.traces.includes(refusal.trace),
  )
  const { id, kind, startedAt, endedAt } = group
  return {
    ...{ id, kind, startedAt, endedAt, parties: [...group.parties], outcome: outcomeOf(group) },
    ...{ steps, refusal, faulty, isLoaded },
  }
}

/** Creates a flow from the messages and decisions of a file. */
export function flowOfMessages(id: string, messages: readonly Message[], decisions: readonly DecisionRecord[]): Flow {
  const byTrace = new Map(decisions.map((decision) => [decision.trace, decision]))
  const find: FindDecision = (trace) => byTrace.get(trace)
  const group = createGroup(id, messages[0]?.at ?? 0)
  for (const message of messages)
    addToGroup(
      group,
      message,
      message.traces.map(find).filter((one) => one !== undefined),
    )
  return toFlow(group, messages, find, true)
}

const inOrder = (one: Message, other: Message): number => one.at - other.at || serialOf(one) - serialOf(other)

const serialOf = ({ id }: Message): number => Number(id.replace(/\D/g, ''))
