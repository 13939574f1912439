/** All flows that the console can show: those of the message log, and those of loaded files. */
import type { DecisionRecord } from '../../base/index.ts'
import { isNotAccepted } from '../../node/index.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import { createMessageLog, type MessageLog } from '../traffic/message-log.ts'
import { type Flow, flowOfMessages, toFlow } from './flow.ts'
import type { FlowFile } from './flow-file.ts'
import { decisionMatches, type FlowFilter, groupMatches } from './flow-filter.ts'
import { createFlowIndex } from './flow-index.ts'
import { type FlowList, pageSize } from './flow-list.ts'

/** The flows of a console: each flow by its ID, and a filtered list. */
export interface FlowCatalogue {
  /**
   * Returns the recorded or loaded flow with this ID. If this flow was merged into another flow, returns the other
   * flow. Also finds a flow by the ID of a recorded message.
   */
  find(id: string): Flow | undefined
  /** Returns the IDs of the flow and the message of a decision, or `undefined` if no such message is recorded. */
  locate(trace: string): { readonly flow: string; readonly message: string } | undefined
  /** Returns a page of the flows that match the filter, and at most 50 matching decisions without a message. */
  list(filter: FlowFilter): Omit<FlowList, 'clearCall' | 'isLive' | 'now'>
  /** Stores the flow of a file in memory. Above 10 flows of files, drops the oldest. Returns the new flow's ID. */
  load(file: FlowFile): string
  /** Removes the recorded messages and the loaded flows. Keeps the decisions. */
  clear(): void
  /**
   * Calls the listener after messages were recorded or removed (`FlowIndex.watch`). Without a message log, calls it
   * after each decision. Returns a function that removes the listener.
   */
  watch(listener: () => void): () => void
}

/** Maximum number of stored flows of files. */
const maximumLoaded = 10
/** Maximum number of decisions without a message that the list shows. */
const maximumDecisions = 50
/** Maximum number of recent refusals in which the list looks for refusals without a recorded message. */
const maximumRefused = 500

/**
 * Returns a function that lists decisions without a message, newest first. If messages are recorded, it lists only
 * recent refusals, because a search of all decisions would cost more than the rest of the list.
 */
function createLoneDecisions(
  decisions: DecisionFeed,
  messageOf: (trace: string) => string | undefined,
  hasTraffic: boolean,
): (filter: FlowFilter) => readonly DecisionRecord[] {
  if (!hasTraffic) return (filter) => decisions.latest(maximumDecisions, (one) => decisionMatches(one, filter))
  const refused: DecisionRecord[] = decisions.latest(maximumRefused, isNotAccepted).toReversed()
  decisions.watch((decision) => {
    if (!isNotAccepted(decision)) return
    refused.push(decision)
    if (refused.length > maximumRefused) refused.splice(0, maximumDecisions)
  })
  return (filter) =>
    refused
      .filter((one) => decisionMatches(one, filter) && messageOf(one.trace) === undefined)
      .slice(-maximumDecisions)
      .reverse()
}

/**
 * Creates the catalogue of a message log. Without a log, it has only decisions. Create one catalogue for each log,
 * because the catalogue never removes its listeners.
 */
export function createFlowCatalogue(decisions: DecisionFeed, traffic: MessageLog | undefined): FlowCatalogue {
  const log = traffic ?? createMessageLog()
  const index = createFlowIndex(log, decisions.find)
  const loaded = new Map<string, Flow>()
  let loadedCount = 0
  const sources = { findMessage: log.find, findDecision: decisions.find }
  const listLoneDecisions = createLoneDecisions(decisions, index.messageOf, traffic !== undefined)
  return {
    find: (id) => {
      const group = index.find(id)
      if (group === undefined) return loaded.get(id)
      const messages = Array.from(group.messages, log.find).filter((one) => one !== undefined)
      return toFlow(group, messages, decisions.find)
    },
    locate: (trace) => {
      const message = index.messageOf(trace)
      const flow = message === undefined ? undefined : index.find(message)
      return message === undefined || flow === undefined ? undefined : { flow: flow.id, message }
    },
    list: (filter) => {
      const groups = index.groups()
      const matching = groups.filter((group) => groupMatches(group, filter, sources))
      const start = (filter.page - 1) * pageSize
      return {
        ...{
          filter,
          groups: matching.slice(start, start + pageSize),
          matchCount: matching.length,
          total: groups.length,
        },
        parties: index.parties(),
        decisions: listLoneDecisions(filter),
        hasTraffic: traffic !== undefined,
      }
    },
    load: ({ messages, decisions: fileDecisions }) => {
      loadedCount += 1
      const id = `loaded-${loadedCount}`
      loaded.set(id, flowOfMessages(id, messages, fileDecisions))
      if (loaded.size > maximumLoaded) loaded.delete(loaded.keys().next().value as string)
      return id
    },
    clear: () => {
      log.clear()
      loaded.clear()
    },
    watch: (listener) => {
      const unwatch = [index.watch(listener), ...(traffic ? [] : [decisions.watch(listener)])]
      return () => {
        for (const stop of unwatch) stop()
      }
    },
  }
}
