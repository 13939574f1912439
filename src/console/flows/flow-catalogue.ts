/** All flows that the console can show: those of the message log, and those of loaded files. */
import type { DecisionRecord } from '../../base/index.ts'
import { isRefusal } from '../../node/index.ts'
import type { DecisionFeed } from '../decision-feed.ts'
import { createMessageLog, type MessageLog } from '../traffic/message-log.ts'
import { type Flow, flowOfMessages, toFlow } from './flow.ts'
import type { FlowFile } from './flow-file.ts'
import { type FlowFilter, isChosen, isChosenDecision } from './flow-filter.ts'
import { createFlowIndex } from './flow-index.ts'
import { type FlowList, pageSize } from './flow-list.ts'

/** Flows by their ids, and the list. */
export interface FlowCatalogue {
  /** Returns a flow by its id, or by that of one that joined it. */
  find(id: string): Flow | undefined
  /** Returns the flow and the message of a decision, if there is one. */
  locate(trace: string): { readonly flow: string; readonly message: string } | undefined
  list(filter: FlowFilter): Omit<FlowList, 'now'>
  /** Keeps the flow of a file in memory. Returns its id. */
  load(file: FlowFile): string
  clear(): void
  /** Calls the listener when something was recorded. Returns the function that ends it. */
  watch(listener: () => void): () => void
}

/** Number of flows of files that are kept. */
const mostLoaded = 10
/** Number of decisions without a message that the list shows. */
const mostDecisions = 50

/** Creates the catalogue of a log. Without one it only has decisions. */
export function createFlowCatalogue(decisions: DecisionFeed, traffic: MessageLog | undefined): FlowCatalogue {
  const log = traffic ?? createMessageLog()
  const index = createFlowIndex(log, decisions.find)
  const loaded = new Map<string, Flow>()
  let loadedCount = 0
  const sources = { findMessage: log.find, findDecision: decisions.find }
  const lone = (filter: FlowFilter): readonly DecisionRecord[] =>
    decisions.latest(mostDecisions, (one) => {
      if (traffic !== undefined && !isRefusal(one)) return false
      return isChosenDecision(one, filter) && index.messageOf(one.trace) === undefined
    })
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
      const chosen = groups.filter((group) => isChosen(group, filter, sources))
      const start = (filter.page - 1) * pageSize
      return {
        ...{ filter, groups: chosen.slice(start, start + pageSize), chosen: chosen.length, total: groups.length },
        parties: partiesOf(groups.flatMap(({ parties }) => [...parties])),
        decisions: lone(filter),
        hasTraffic: traffic !== undefined,
      }
    },
    load: ({ messages, decisions: taken }) => {
      loadedCount += 1
      const id = `loaded-${loadedCount}`
      loaded.set(id, flowOfMessages(id, messages, taken))
      if (loaded.size > mostLoaded) loaded.delete(loaded.keys().next().value as string)
      return id
    },
    clear: () => {
      log.clear()
      loaded.clear()
    },
    watch: (listener) => {
      const unwatch = [index.watch(listener), ...(traffic ? [] : [decisions.watch(listener)])]
      return () => {
        for (const end of unwatch) end()
      }
    },
  }
}

const partiesOf = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted()
