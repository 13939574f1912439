/** A group of messages, with the summary that the list shows. Each message updates the summary. */
import type { DecisionRecord } from '../../base/index.ts'
import { interestOf } from '../../node/index.ts'
import { backgroundOf, pathOf } from '../traffic/background.ts'
import type { Message } from '../traffic/message.ts'
import { dominantKind, type FlowKind, kindOfMessage } from './flow-kind.ts'

/** A refused or failed decision, and the ID of the message that it is about. */
interface RefusedMessage {
  readonly message: string
  readonly decision: DecisionRecord
}

interface LastStep {
  readonly message: string
  readonly at: number
  readonly isBackground: boolean
  /**
   * The first refused or failed decision about the message. May be a refusal that a normal flow contains
   * (`interestOf`).
   */
  readonly refusal: DecisionRecord | undefined
  /**
   * True if the response is an error without a refused or failed decision. The error comes from an outside party, or
   * the decision is no longer kept.
   */
  readonly isRejected: boolean
}

/** Messages that belong together. */
export interface MessageGroup {
  /**
   * ID of its first message, or of the operator's action that caused this message. Does not change when messages are
   * added.
   */
  readonly id: string
  readonly kind: FlowKind
  /** IDs of its messages. */
  readonly messages: ReadonlySet<string>
  /** Names of senders and receivers, without those of messages in the background. */
  readonly parties: ReadonlySet<string>
  /** Time of its first message, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number
  /** Time at which its last exchange ended, in milliseconds since 1970-01-01T00:00:00Z. */
  readonly endedAt: number
  /** True if every message is a fetch of a public document, or polling. */
  readonly isBackground: boolean
  /**
   * Refused or failed decisions about its messages, the latest last. Does not contain refusals of polling and of a
   * normal flow (`interestOf`).
   */
  readonly refusals: readonly RefusedMessage[]
  /** IDs of messages that still wait for a response. */
  readonly open: ReadonlySet<string>
  /** Error that the wallet sent instead of a presentation: `access_denied` if the user refused. */
  readonly walletError?: string | undefined
  /** The last step that is not in the background. If all messages are in the background, the last message. */
  readonly last?: LastStep | undefined
}

/** A group that messages can join. */
export interface OpenGroup extends MessageGroup {
  kind: FlowKind
  readonly messages: Set<string>
  readonly parties: Set<string>
  readonly refusals: RefusedMessage[]
  readonly open: Set<string>
  /** Values that join other messages to this group, for example `state` or a session cookie (`correlationKeysOf`). */
  readonly keys: string[]
  /** IDs of the groups that were merged into it. */
  readonly formerIds: string[]
  startedAt: number
  endedAt: number
  isBackground: boolean
  /** True if it contains a request for a Wallet Attestation. */
  isAttested: boolean
  walletError?: string | undefined
  last?: LastStep | undefined
}

export const createGroup = (id: string, at: number): OpenGroup => ({
  ...{ id, kind: 'other', messages: new Set(), parties: new Set(), refusals: [], open: new Set() },
  ...{ keys: [], formerIds: [], startedAt: at, endedAt: at, isBackground: true, isAttested: false },
})

/**
 * Adds a message, or updates a message that is already in the group. `decisions` are the decisions about the message.
 */
export function addToGroup(group: OpenGroup, message: Message, decisions: readonly DecisionRecord[]): void {
  const { id, at, from, to, milliseconds, response } = message
  const isBackground = backgroundOf(message) !== undefined
  group.messages.add(id)
  const kind = kindOfMessage(message)
  group.kind = dominantKind(group.kind, kind)
  group.isAttested ||= kind === 'attestation' && message.request.method === 'POST'
  if (!isBackground) group.parties.add(from).add(to)
  group.startedAt = Math.min(group.startedAt, at)
  group.endedAt = Math.max(group.endedAt, at + milliseconds)
  group.isBackground &&= isBackground
  group.walletError ??= walletErrorOf(message)
  if (response === undefined && !decisions.length && milliseconds === 0) group.open.add(id)
  else group.open.delete(id)
  for (const decision of decisions)
    if (interestOf(decision) === 2 && !group.refusals.some((one) => one.decision === decision))
      group.refusals.push({ message: id, decision })
  const step = lastStepOf(message, decisions, isBackground)
  if (isLater(step, group.last)) group.last = step
}

/**
 * Returns the decision that explains why a group failed: the first refusal of the message that was refused last. Later
 * refusals of this message only record that the other party refused. If `refusals` is empty, returns the refusal of the
 * last step, if any.
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

/**
 * Returns the error of an Authorization Error Response to a Relying Party (OpenID4VP 1.0 §8.5), if the message is one.
 */
function walletErrorOf({ request: { method, url, body = '' } }: Message): string | undefined {
  if (method !== 'POST' || !/\/response(?:\/|$)/.test(pathOf(url))) return undefined
  return new URLSearchParams(body).get('error') ?? undefined
}

/** Returns true if a step is later than the last one. A background step counts as earlier than any other step. */
const isLater = (step: LastStep, last: LastStep | undefined): boolean =>
  last === undefined || (step.isBackground === last.isBackground ? step.at >= last.at : last.isBackground)

/** Adds the content of `from` to `into`. Does not change `from`. */
export function mergeGroups(into: OpenGroup, from: OpenGroup): void {
  for (const name of ['messages', 'parties', 'open'] as const) for (const one of from[name]) into[name].add(one)
  into.kind = dominantKind(into.kind, from.kind)
  into.keys.push(...from.keys)
  into.formerIds.push(from.id, ...from.formerIds)
  into.refusals.push(...from.refusals)
  into.refusals.sort((one, other) => one.decision.at - other.decision.at)
  into.startedAt = Math.min(into.startedAt, from.startedAt)
  into.endedAt = Math.max(into.endedAt, from.endedAt)
  into.isBackground &&= from.isBackground
  into.isAttested ||= from.isAttested
  into.walletError ??= from.walletError
  if (from.last !== undefined && isLater(from.last, into.last)) into.last = from.last
}
