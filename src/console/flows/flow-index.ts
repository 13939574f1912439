/**
 * Groups messages into flows while they are recorded. Messages belong together if one was sent while the other was
 * served, or if they share a value that belongs to one flow (`correlation-keys.ts`).
 */
import type { DecisionRecord } from '../../base/index.ts'
import { type Message, plainMessage } from '../traffic/message.ts'
import type { MessageLog } from '../traffic/message-log.ts'
import { correlationKeysOf } from './correlation-keys.ts'
import { addToGroup, createGroup, type MessageGroup, mergeGroups, type OpenGroup } from './message-group.ts'

/** Groups of all kept messages. */
export interface FlowIndex {
  /** Returns all groups, newest first. */
  groups(): readonly MessageGroup[]
  /** Returns the group with this ID, the group into which it was merged, or the group of the message with this ID. */
  find(id: string): MessageGroup | undefined
  /** Returns the ID of the message that a decision is about. */
  messageOf(trace: string): string | undefined
  /** Returns the names of all senders and receivers since the start, in alphabetical order. */
  parties(): readonly string[]
  /**
   * Calls the listener 100 milliseconds after messages were recorded or removed, and only once a second under load.
   * Returns a function that removes the listener.
   */
  watch(listener: () => void): () => void
}

type FindDecision = (trace: string) => DecisionRecord | undefined

/** Milliseconds between recording and indexing. */
const pauseMilliseconds = 100
/** Number of pauses between two notices under load. Each notice makes the open pages fetch the list again. */
const busyPauses = 10
/** Number of messages since the last notice above which the log counts as under load. */
const busyMessages = 100
/** Milliseconds after a registration within which an attestation of the same device belongs to it. */
const deviceMilliseconds = 60_000

/**
 * Creates the index of a log. Indexes messages 100 milliseconds after they were recorded, or when the index is read.
 * Never removes its listener from the log.
 */
export function createFlowIndex(log: MessageLog, findDecision: FindDecision): FlowIndex {
  const index = new Index(findDecision)
  const changed = new Set<string>(log.all().map(({ id }) => id))
  const listeners = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let [messages, pauses] = [0, 0]
  const refreshedIndex = (): Index => {
    for (const id of changed) {
      const message = log.find(id)
      if (message !== undefined) index.add(plainMessage(message))
    }
    changed.clear()
    return index
  }
  const announce = (): void => {
    timer = undefined
    messages += changed.size
    pauses += 1
    refreshedIndex()
    if (messages > busyMessages && pauses < busyPauses) {
      schedule()
      return
    }
    ;[messages, pauses] = [0, 0]
    for (const listener of listeners) listener()
  }
  const schedule = (): void => {
    if (timer === undefined) timer = setTimeout(announce, pauseMilliseconds).unref()
  }
  log.watch(
    ({ id }) => {
      changed.add(id)
      schedule()
    },
    (message) => {
      changed.delete(message.id)
      index.remove(message)
      schedule()
    },
  )
  return {
    groups: () => refreshedIndex().newestFirst(),
    find: (id) => refreshedIndex().find(id),
    messageOf: (trace) => refreshedIndex().messageOf(trace),
    parties: () => [...refreshedIndex().parties].toSorted(),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

class Index {
  readonly #findDecision: FindDecision
  readonly #groups = new Map<string, OpenGroup>()
  readonly #formerIds = new Map<string, OpenGroup>()
  readonly #byMessage = new Map<string, OpenGroup>()
  readonly #byKey = new Map<string, OpenGroup>()
  readonly #messageByTrace = new Map<string, string>()
  readonly parties = new Set<string>()

  constructor(findDecision: FindDecision) {
    this.#findDecision = findDecision
  }

  add(message: Message): void {
    const { id, parent, at, traces } = message
    let group = this.#byMessage.get(id) ?? this.#groupAt(parent ?? id, at)
    const { strong, weak, sessions, cookies } = correlationKeysOf(message)
    for (const key of strong) group = this.#joinByKey(group, key)
    if (group.id === id && group.keys.length === 0) group = this.#joinBySession(group, cookies)
    for (const key of sessions) if (this.#byKey.get(key) !== group) this.#keep(group, key)
    if (parent === undefined) for (const key of weak) group = this.#joinByDevice(group, key, at)
    this.#byMessage.set(id, group)
    this.parties.add(message.from).add(message.to)
    const decisions = traces.map(this.#findDecision).filter((one) => one !== undefined)
    addToGroup(group, message, decisions)
    for (const trace of traces) this.#messageByTrace.set(trace, id)
  }

  remove({ id, traces }: Message): void {
    const group = this.#byMessage.get(id)
    this.#byMessage.delete(id)
    for (const trace of traces) this.#messageByTrace.delete(trace)
    group?.messages.delete(id)
    group?.open.delete(id)
    if (group === undefined || group.messages.size > 0) return
    this.#groups.delete(group.id)
    for (const key of group.keys) if (this.#byKey.get(key) === group) this.#byKey.delete(key)
    for (const former of group.formerIds) this.#formerIds.delete(former)
  }

  newestFirst(): readonly OpenGroup[] {
    return [...this.#groups.values()].reverse()
  }

  find(id: string): OpenGroup | undefined {
    return this.#groups.get(id) ?? this.#formerIds.get(id) ?? this.#byMessage.get(id)
  }

  messageOf(trace: string): string | undefined {
    return this.#messageByTrace.get(trace)
  }

  /** Returns or creates the group of a message or action, whose record can come after those of its child messages. */
  #groupAt(id: string, at: number): OpenGroup {
    const known = this.find(id)
    if (known !== undefined) return known
    const group = createGroup(id, at)
    this.#groups.set(id, group)
    return group
  }

  #joinByKey(group: OpenGroup, key: string): OpenGroup {
    const other = this.#byKey.get(key)
    if (other !== undefined) return this.#join(group, other)
    this.#keep(group, key)
    return group
  }

  /** Merges a message without other correlating values into the latest flow of its sessions. Joins only that flow. */
  #joinBySession(group: OpenGroup, cookies: readonly string[]): OpenGroup {
    const groups = cookies.map((key) => this.#byKey.get(key)).filter((one) => one !== undefined)
    const [latest] = groups.toSorted((one, other) => other.endedAt - one.endedAt)
    return latest === undefined ? group : this.#join(group, latest)
  }

  /** Merges a registration and the first attestation within a minute. Later attestations are separate flows. */
  #joinByDevice(group: OpenGroup, key: string, at: number): OpenGroup {
    const other = this.#byKey.get(key)
    const isItsFirst = other?.kind === 'registration' && (other === group || !other.isAttested)
    if (other !== undefined && isItsFirst && at - other.endedAt <= deviceMilliseconds) return this.#join(group, other)
    this.#keep(group, key)
    return group
  }

  #keep(group: OpenGroup, key: string): void {
    group.keys.push(key)
    this.#byKey.set(key, group)
  }

  /** Merges the younger group into the older one, which keeps its ID. */
  #join(one: OpenGroup, other: OpenGroup): OpenGroup {
    if (one === other) return one
    const [older, younger] = one.startedAt <= other.startedAt ? [one, other] : [other, one]
    for (const id of younger.messages) this.#byMessage.set(id, older)
    for (const key of younger.keys) if (this.#byKey.get(key) === younger) this.#byKey.set(key, older)
    for (const id of [younger.id, ...younger.formerIds]) this.#formerIds.set(id, older)
    this.#groups.delete(younger.id)
    mergeGroups(older, younger)
    return older
  }
}
