/**
 * Recent decisions of this process, for a console that polls. Each answer has a cursor. A request with that cursor gets
 * the decisions recorded since that answer. Behind a proxy the next request may reach another process, so the cursor
 * contains a position for each process.
 */
import { type DecisionRecord, type DecisionSink, encodeBase64url, type Random } from '../base/index.ts'

/** Decisions, oldest first, and the cursor for the next request. */
export interface DecisionsPage {
  readonly decisions: readonly DecisionRecord[]
  readonly cursor: string
}

/** Recent decisions of one process. */
export interface RecentDecisions extends DecisionSink {
  /**
   * Returns the next decisions after the cursor, oldest first, at most 500. Decisions that were dropped before are
   * missing. Starts with the oldest kept decision if the cursor is missing, malformed, or from other processes only.
   */
  after(cursor: string | undefined): DecisionsPage
}

const maximumPageLength = 500
/** Maximum number of processes in a cursor. */
const maximumProcesses = 64
const maximumCursorLength = 2048

/** Creates an empty list of the last `capacity` decisions (2000 by default). Each process needs its own list. */
export function createRecentDecisions(random: Random, capacity = 2000): RecentDecisions {
  const process = encodeBase64url(random.bytes(6))
  const kept: DecisionRecord[] = []
  let count = 0
  return {
    record: (decision) => {
      kept[count % capacity] = decision
      count += 1
    },
    after: (cursor) => {
      const positions = positionsOf(cursor)
      const oldest = Math.max(0, count - capacity)
      const first = Math.min(count, Math.max(oldest, positions.get(process) ?? 0))
      const end = Math.min(count, first + maximumPageLength)
      const decisions = Array.from({ length: end - first }, (_, index) => kept[(first + index) % capacity])
      positions.delete(process)
      const others = [...positions].slice(1 - maximumProcesses)
      return {
        decisions: decisions as readonly DecisionRecord[],
        cursor: [...others, [process, end]].map((position) => position.join('.')).join('~'),
      }
    },
  }
}

function positionsOf(cursor = ''): Map<string, number> {
  if (cursor.length > maximumCursorLength || !/^[\w-]+\.\d{1,15}(~[\w-]+\.\d{1,15})*$/.test(cursor)) return new Map()
  return new Map(
    cursor.split('~').map((position) => {
      const [process = '', count] = position.split('.')
      return [process, Number(count)]
    }),
  )
}
