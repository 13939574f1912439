/** A group of messages, and what the list shows of it. Kept up to date by each message. */
import type { DecisionRecord } from '../../base/index.ts'
import { interestOf } from '../../node/index.ts'
import { backgroundOf } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'
import { type FlowKind, kindOfMessage, moreTelling } from './flow-kind.ts'

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
  readonly refusals: readonly DecisionRecord[]
  /** Messages without an answer yet. */
  readonly open: ReadonlySet<string>
  /** The last step with an error status although no decision refused it, for example of a role elsewhere. */
  readonly rejected?: { readonly message: string; readonly at: number } | undefined
}

/** A group that messages can join. */
export interface OpenGroup extends MessageGroup {
  kind: FlowKind
  readonly messages: Set<string>
  readonly parties: Set<string>
  readonly refusals: DecisionRecord[]
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
  rejected?: { readonly message: string; readonly at: number } | undefined
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
    if (interestOf(decision) === 2 && !group.refusals.includes(decision)) group.refusals.push(decision)
  if (!isBackground && at >= (group.rejected?.at ?? 0)) group.rejected = rejectionOf(message, decisions)
}

/** A refused status without a decision that refused. */
const rejectionOf = ({ id, at, response }: Message, decisions: readonly DecisionRecord[]) =>
  response !== undefined && response.status >= 400 && decisions.every((one) => interestOf(one) === 0)
    ? { message: id, at }
    : undefined

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
  if ((from.rejected?.at ?? 0) > (into.rejected?.at ?? 0)) into.rejected = from.rejected
}
