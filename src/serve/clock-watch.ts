/**
 * Compares the clock of this service with the clocks of its anchors and superiors, by the `Date` of their answers (RFC
 * 9110 §6.6.1). If the clock of this service is ahead, the service accepts its own trust chain, but all others refuse
 * the chain. Only this comparison shows the fault.
 */
import type { Clock, Fetch } from '../base/index.ts'

/** Comparison of clocks, and the client through which it reads the answers. */
export interface ClockWatch {
  /** Sends a request, and reads the `Date` of an answer from one of the entities. */
  readonly fetch: Fetch
  /** Returns a sentence for each entity whose clock differs by more than the tolerance. */
  notes(): readonly string[]
}

interface ClockWatchParts {
  readonly clock: Clock
  /** Anchors and superiors whose clocks are compared. */
  readonly entities: readonly string[]
  readonly skewSeconds: number
  /** Monotonic time in seconds. Does not change when the clock is set. */
  readonly elapsedSeconds?: () => number
}

/** Time of an entity's clock, in seconds, when our monotonic time was zero. */
type TimeAtZero = number

/** Creates the watch. Reads the `Date` of the answers to requests through its `fetch`. Sends no request itself. */
export function watchClocks(fetch: Fetch, parts: ClockWatchParts): ClockWatch {
  const { clock, entities, skewSeconds, elapsedSeconds = () => performance.now() / 1000 } = parts
  const entityByOrigin = new Map(entities.map((entity) => [URL.parse(entity)?.origin, entity]))
  const timesAtZero = new Map<string, TimeAtZero>()
  return {
    fetch: async (request) => {
      const response = await fetch(request)
      const entity = entityByOrigin.get(URL.parse(request.url)?.origin)
      const time = entity === undefined ? undefined : timeOf(response.headers)
      if (entity !== undefined && time !== undefined) timesAtZero.set(entity, time - elapsedSeconds())
      return response
    },
    notes: () =>
      [...timesAtZero].flatMap(([entity, timeAtZero]) => {
        const ahead = clock.now() - (timeAtZero + elapsedSeconds())
        return Math.abs(ahead) > skewSeconds + rounding ? [describeDifference(entity, ahead)] : []
      }),
  }
}

/** Additional tolerance in seconds, because both clocks are read in whole seconds. */
const rounding = 1

/**
 * Returns the current time of the answering server's clock in seconds, or `undefined` without a valid `Date`. Adds the
 * `Age` of a cached answer to the `Date` (RFC 9111 §5.1).
 */
function timeOf(headers: Headers): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  const age = headers.get('age') ?? '0'
  return date / 1000 + (/^\d{1,9}$/.test(age) ? Number(age) : 0)
}

/** Returns a sentence about an entity. `ahead` is the time in seconds by which the clock of this service is ahead. */
const describeDifference = (entity: string, ahead: number): string =>
  `the clock here is ${renderDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of ${entity} (Date of its answers): if a clock is ahead, others refuse what it has just signed; if it is behind, it refuses what others have just signed. Correct both clocks`

function renderDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`
}
