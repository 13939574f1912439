/** A group of messages, and what the list shows of it. Kept up to date by each message. */
import type { DecisionRecord } from '../../base/index.ts'
import { interestOf } from '../../node/index.ts'
import { backgroundOf } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'
import { type FlowKind, kindOfMessage, moreTelling } from './flow-kind.ts'

/** A decision that did not accept, and the message that it judged. */
interface Refused {
  readonly message: string
  readonly decision: DecisionRecord
}

/** The last step of a group. */
interface LastStep {
  readonly message: string
  readonly at: number
  readonly isBackground: boolean
  /** The decision about it that did not accept, also if such refusals are part of every flow. */
  readonly refusal: DecisionRecord | undefined
  /** True if it has an error status although no decision refused it, for example of a role elsewhere. */
  readonly isRejected: boolean
}

/** Messages that belong together. */
export interface MessageGroup {
  /** Id of its first message or action. Stays the same while other messages join. */
  readonly id: string
  readonly kind: FlowKind
  /** Ids of its messages. */
  readonly messages: ReadonlySet<string>
  /** Names of senders and receivers. */
  readonly parties: ReadonlySet<string>
  /** Milliseconds since 1970-01-01T00:00:00Z of its first and last message. */
  readonly startedAt: number
  readonly endedAt: number
  /** True if all messages are documents that were fetched, or polling. */
  readonly isBackground: boolean
  /** Decisions about its messages that did not accept, without those that are part of every flow. */
  readonly refusals: readonly Refused[]
  /** Messages without an answer yet. */
  readonly open: ReadonlySet<string>
  /** The last step. Of a group in the background, the last message. */
  readonly last?: LastStep | undefined
}

/** A group that messages can join. */
export interface OpenGroup extends MessageGroup {
  kind: FlowKind
  readonly messages: Set<string>
  readonly parties: Set<string>
  readonly refusals: Refused[]
  readonly open: Set<string>
  /** Values by which messages found it. */
  readonly keys: string[]
  /** Ids of groups that joined it. */
  readonly formerIds: string[]
  startedAt: number
  endedAt: number
  isBackground: boolean
  /** True if it contains the request for an attestation. */
  isAttested: boolean
  last?: LastStep | undefined
}

/** Creates a group without messages. */
export const createGroup = (id: string, at: number): OpenGroup => ({
  ...{ id, kind: 'other', messages: new Set(), parties: new Set(), refusals: [], open: new Set() },
  ...{ keys: [], formerIds: [], startedAt: at, endedAt: at, isBackground: true, isAttested: false },
})

/** Adds a message, or what changed of it. `decisions` are those about it. */
export function addToGroup(group: OpenGroup, message: Message, decisions: readonly DecisionRecord[]): void {
  const { id, at, from, to, milliseconds, response } = message
  const isBackground = backgroundOf(message) !== undefined
  group.messages.add(id)
  const kind = kindOfMessage(message)
  group.kind = moreTelling(group.kind, kind)
  group.isAttested ||= kind === 'attestation' && message.request.method === 'POST'
  if (!isBackground) group.parties.add(from).add(to)
  group.startedAt = Math.min(group.startedAt, at)
  group.endedAt = Math.max(group.endedAt, at + milliseconds)
  group.isBackground &&= isBackground
  if (response === undefined && !decisions.length && milliseconds === 0) group.open.add(id)
  else group.open.delete(id)
  for (const decision of decisions)
    if (interestOf(decision) === 2 && !group.refusals.some((one) => one.decision === decision))
      group.refusals.push({ message: id, decision })
  const step = lastStepOf(message, decisions, isBackground)
  if (isLater(step, group.last)) group.last = step
}

/**
 * Returns the decision that explains why a group failed: about its last refused message, the first. Those after it say
 * only that the other side refused. A refusal that is part of every flow explains it only if nothing followed.
 */
export function mainRefusal({ refusals, last }: MessageGroup): DecisionRecord | undefined {
  const refused = refusals.at(-1)
  return refused === undefined ? last?.refusal : refusals.find(({ message }) => message === refused.message)?.decision
}

function lastStepOf(
  { id, at, response }: Message,
  decisions: readonly DecisionRecord[],
  isBackground: boolean,
): LastStep {
  const refusal = decisions.find(({ outcome }) => outcome !== 'accepted')
  const isRejected = response !== undefined && response.status >= 400 && refusal === undefined
  return { message: id, at, isBackground, refusal, isRejected }
}

/** Returns true if a step is later than the last one. Steps of a flow displace those in its background. */
const isLater = (step: LastStep, last: LastStep | undefined): boolean =>
  last === undefined || (step.isBackground === last.isBackground ? step.at >= last.at : last.isBackground)

/** Moves everything from one group into another. */
export function mergeGroups(into: OpenGroup, from: OpenGroup): void {
  for (const name of ['messages', 'parties', 'open'] as const) for (const one of from[name]) into[name].add(one)
  into.kind = moreTelling(into.kind, from.kind)
  into.keys.push(...from.keys)
  into.formerIds.push(from.id, ...from.formerIds)
  into.refusals.push(...from.refusals)
  into.startedAt = Math.min(into.startedAt, from.startedAt)
  into.endedAt = Math.max(into.endedAt, from.endedAt)
  into.isBackground &&= from.isBackground
  into.isAttested ||= from.isAttested
  if (from.last !== undefined && isLater(from.last, into.last)) into.last = from.last
}
